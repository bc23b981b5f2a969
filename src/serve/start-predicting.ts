import { availableParallelism } from "node:os";
import type { Server, ServerOptions } from "../http/index.ts";
import type { TaggerOptions, TagOptions } from "../tagging/index.ts";
import { AnswerPool } from "./answer-pool.ts";
import { type ModelCard, modelCardOf } from "./model-card.ts";
import { predictionServer } from "./prediction-server.ts";
import { type ServeLimits, serveLimits } from "./serve-limits.ts";
import { ServeMetrics } from "./serve-metrics.ts";
import { TagQueue } from "./tag-queue.ts";

interface StartPredictingOptions {
  readonly http: ServerOptions;
  readonly limits?: Partial<ServeLimits>;
  /** How spans become entities where a request does not say. */
  readonly decode?: NonNullable<TagOptions["decode"]>;
  readonly tagger?: Pick<TaggerOptions, "batchWords" | "threads" | "spinning" | "verify" | "int8" | "device">;
  /** Copies of the model that share the requests (default: one per core, at most four). */
  readonly copies?: number;
  /** Told when a copy of the model has ended by itself, which it never should; another takes its place. */
  readonly onCrash?: (error: Error) => void;
  /** Told when copies end again and again, and are not replaced any more: time to end the process. */
  readonly onGiveUp?: (error: Error) => void;
}

/** A prediction server with its model in memory. */
interface Predicting {
  readonly server: Server;
  readonly card: ModelCard;
  /** Frees the model; to be called when the server is closed. */
  dispose(): Promise<void>;
}

/** More are seldom worth their memory. */
const MOST_COPIES = 4;

/** With more a new request would wait longer behind a large one; with one, sentences of unlike length would share a batch. */
const BATCHES_AHEAD = 2;

/** Loads a model folder in processes of its own, tries it, and makes the server that answers with it. `listen` starts it. */
export async function startPredicting(
  dir: string,
  { http, decode = {}, onCrash, onGiveUp, copies, ...options }: StartPredictingOptions,
): Promise<Predicting> {
  const limits = { ...serveLimits, ...options.limits };
  const queue = new TagQueue(limits);
  const metrics = new ServeMetrics(queue);
  const { threads = 1 } = options.tagger ?? {};
  const room = Math.max(1, Math.min(MOST_COPIES, Math.floor(availableParallelism() / threads)));
  const pool = await AnswerPool.start(
    {
      dir,
      // Threads that spin while they wait would take the processor from the part that reads requests and writes answers.
      tagger: { spinning: false, batchesAhead: BATCHES_AHEAD, ...options.tagger, threads },
      decode,
    },
    {
      copies: copies ?? room,
      onBatch: metrics.batch,
      ...(onCrash !== undefined && { onCrash }),
      ...(onGiveUp !== undefined && { onGiveUp }),
    },
  );
  try {
    const card = await modelCardOf(pool.about, dir);
    const server = await predictionServer({
      answer: pool.answer,
      isAlive: () => pool.isAlive,
      card,
      queue,
      metrics,
      limits,
      http,
    });
    return { server, card, dispose: () => pool.dispose() };
  } catch (error) {
    await pool.dispose();
    throw error;
  }
}
