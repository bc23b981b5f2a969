import { Tagger, type TaggerOptions, type TagOptions } from "../../tagging/index.ts";
import type { Server, ServerOptions } from "../http/index.ts";
import { type ModelCard, modelCardOf } from "./model-card.ts";
import { predictionServer } from "./prediction-server.ts";
import { type ServeLimits, serveLimits } from "./serve-limits.ts";
import { ServeMetrics } from "./serve-metrics.ts";
import { TagQueue } from "./tag-queue.ts";

export interface StartPredictingOptions {
  readonly http: ServerOptions;
  readonly limits?: Partial<ServeLimits>;
  readonly decode?: NonNullable<TagOptions["decode"]>;
  readonly tagger?: Omit<TaggerOptions, "onBatch" | "batchesAhead">;
}

/** A prediction server with its model in memory. */
export interface Predicting {
  readonly server: Server;
  readonly card: ModelCard;
  /** Frees the model; to be called when the server is closed. */
  dispose(): Promise<void>;
}

/** With more a new request would wait longer behind a large one; with one, sentences of unlike length would share a batch. */
const BATCHES_AHEAD = 2;

/** Loads a model folder, tries the model once, and makes the server that answers with it. `listen` starts it. */
export async function startPredicting(
  dir: string,
  { http, decode, ...options }: StartPredictingOptions,
): Promise<Predicting> {
  const limits = { ...serveLimits, ...options.limits };
  const queue = new TagQueue(limits);
  const metrics = new ServeMetrics(queue);
  const tagger = await Tagger.load(dir, {
    // Threads that spin while they wait would take the processor from the part that reads requests and writes answers.
    spinning: false,
    ...options.tagger,
    batchesAhead: BATCHES_AHEAD,
    onBatch: metrics.batch,
  });
  try {
    // The first run allocates; a model that cannot compute is found out before anybody asks.
    await tagger.tag("Ready?");
    const card = await modelCardOf(tagger, dir);
    const server = await predictionServer({
      tagger,
      card,
      queue,
      metrics,
      limits,
      http,
      ...(decode !== undefined && { decode }),
    });
    return { server, card, dispose: () => tagger.dispose() };
  } catch (error) {
    await tagger.dispose();
    throw error;
  }
}
