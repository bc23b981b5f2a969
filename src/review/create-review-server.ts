import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { builtApp } from "../built-app.ts";
import { parseCorpusSpec } from "../data/index.ts";
import { UserError } from "../errors.ts";
import { createServer, type Server, type ServerOptions, serveFile, serveFiles } from "../http/index.ts";
import { encoderName, openModelFolder } from "../tagging/index.ts";
import type { TrainConfig } from "../training/index.ts";
import { eventOf, standing } from "./decisions/decision-events.ts";
import { Decisions } from "./decisions/decisions.ts";
import type { ComputeMap } from "./map/compute-map.ts";
import { mapThread } from "./map/map-thread.ts";
import { SpanMaps } from "./map/span-maps.ts";
import { EventStream } from "./routes/event-stream.ts";
import { addExportRoute } from "./routes/export-route.ts";
import { addModelRoutes } from "./routes/model-routes.ts";
import { Playground } from "./routes/playground.ts";
import { addReviewRoutes } from "./routes/review-routes.ts";
import { addRunRoutes } from "./routes/run-routes.ts";
import { addStateRoute } from "./routes/state-route.ts";
import { auditConfigOf } from "./runs/retrain-config.ts";
import { RunQueue } from "./runs/run-queue.ts";
import type { RunContext } from "./runs/run-stages.ts";
import type { ScoredOn } from "./runs/score-run.ts";
import { openReview } from "./store/open-review.ts";

export interface ReviewServerOptions extends ServerOptions {
  /** The folder of the audit. */
  readonly dir: string;
  /** The reviewer's name where a request has none. */
  readonly user: string;
  /** The audited files, if they have moved. */
  readonly data?: readonly string[] | undefined;
  /** Completely labelled sentences for choosing the best epoch. Default: those of the audit. */
  readonly dev?: string | undefined;
  /** Completely labelled sentences to score models on. Default: the dev sentences. */
  readonly test?: string | undefined;
  /** A model to compare with. */
  readonly model?: string | undefined;
  /** The methods that can be chosen for training. */
  readonly methods?: readonly string[];
  /** The folder of the page. Default: that of the package. */
  readonly app?: string;
  /** The program that trains. Default: the command line of this package. */
  readonly command?: readonly string[];
  /** What computes maps. Default: a worker thread. */
  readonly map?: ComputeMap;
}

/** Opens the review of an audit and creates its server, which does not listen yet. Closing the server closes the review. */
export async function createReviewServer(options: ReviewServerOptions): Promise<Server> {
  const { user, data, dev, test, model, methods = [], app = builtApp(), command, onBug, map } = options;
  const dir = resolve(options.dir);
  const server = createServer({ cookie: true, ...options });
  const audit = await auditConfigOf(dir);
  const scoredOn = scoredOnOf(test, dev, audit?.train?.dev ?? undefined);
  const given = model === undefined ? undefined : await describeModel(resolve(model));
  const { db, close } = await openReview(dir, data === undefined ? {} : { data });

  const events = new EventStream();
  const decisions = new Decisions(db, { onEntry: (entry) => events.send(eventOf(entry, standing(db))) });
  const context: RunContext = { db, dir, audit, scoredOn, command };
  const bug = onBug && ((error: unknown) => onBug(error, { method: "RUN", url: "" }));
  const queue = new RunQueue({
    ...context,
    onRun: (run) => events.send({ name: "run", data: run }),
    onProgress: (progress) => events.send({ name: "progress", data: progress }),
    onBug: bug,
  });
  const ended = new AbortController();
  const playground = new Playground();
  const maps = new SpanMaps({
    db,
    compute: map ?? mapThread(ended.signal),
    onMap: (event) => events.send({ name: "map", data: event }),
    onBug: bug,
  });
  server.addHook("preClose", async () => {
    // A stream of events is a request that never ends.
    events.close();
    ended.abort();
    await queue.close();
  });
  server.addHook("onClose", async () => {
    await playground.close();
    close();
  });

  addStateRoute(server, { context, user, methods });
  addReviewRoutes(server, { decisions, events, user });
  addExportRoute(server, db);
  addRunRoutes(server, { context, queue, user, dev });
  addModelRoutes(server, { context, maps, playground });
  if (app !== undefined && existsSync(app)) serveFiles(server, app);
  else serveFile(server, "/", "The page of the review is not built: run `npm run build`.\n", ".txt");
  if (given !== undefined) await queue.addGiven(given.dir, given.what);
  return server;
}

/** Files named on the command line must exist; those of the audit may be gone. */
function scoredOnOf(
  test: string | undefined,
  dev: string | undefined,
  ofAudit: string | undefined,
): ScoredOn | null {
  for (const file of [test, dev]) {
    if (file !== undefined && !isThere(file)) throw new UserError(`cannot read "${file}": no such file`);
  }
  if (test !== undefined) return { name: "test", file: test };
  if (dev !== undefined) return { name: "dev", file: dev };
  return ofAudit !== undefined && isThere(ofAudit) ? { name: "dev", file: ofAudit } : null;
}

function isThere(file: string): boolean {
  return existsSync(parseCorpusSpec(file).path);
}

async function describeModel(dir: string) {
  const { trainedWith, encoder, config } = await openModelFolder(dir, { weights: false });
  return {
    dir,
    what: {
      method: trainedWith.method ?? "unknown",
      encoder: encoderName(encoder.config),
      config: config as TrainConfig | null,
    },
  };
}
