import { z } from "zod";
import {
  addOpenApi,
  createServer,
  errorShape,
  HttpError,
  type Server,
  type ServerOptions,
  serveFile,
} from "../http/index.ts";
import type { AnswerTag } from "./answer-tag.ts";
import { frontPage } from "./front-page.ts";
import { type ModelCard, modelCard } from "./model-card.ts";
import type { ServeLimits } from "./serve-limits.ts";
import type { ServeMetrics } from "./serve-metrics.ts";
import { requestLength } from "./split-request.ts";
import { tagRequest, tagResponse } from "./tag-api.ts";
import type { TagQueue } from "./tag-queue.ts";

interface PredictionServerOptions {
  /** Finds what is in texts: `answerTag` of a tagger in this process, or an `AnswerProcess`. */
  readonly answer: AnswerTag;
  /** Whether there is a model to answer with now (default: always). */
  readonly isAlive?: () => boolean;
  readonly card: ModelCard;
  readonly queue: TagQueue;
  readonly metrics: ServeMetrics;
  readonly limits: ServeLimits;
  readonly http: ServerOptions;
}

const status = z.object({ status: z.string() });

/** The prediction API over HTTP. It listens nowhere yet, and the model stays the caller's to dispose. */
export async function predictionServer({
  answer,
  isAlive = () => true,
  card,
  queue,
  metrics,
  limits,
  http,
}: PredictionServerOptions): Promise<Server> {
  const server = createServer({ ...http, openPaths: ["/healthz", "/readyz"] });
  server.addHook("onResponse", (request, reply, done) => {
    metrics.answered(request.routeOptions.url ?? "none", reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
  await addOpenApi(server, {
    title: "lacuna serve",
    description: `Finds named entities with the model "${card.name}".`,
    hasToken: http.token !== undefined,
  });
  const errors = { "4xx": errorShape, "5xx": errorShape };
  server.post(
    "/v1/tag",
    {
      schema: {
        summary: "Find entities",
        operationId: "tag",
        body: tagRequest(limits),
        response: { 200: tagResponse, ...errors },
      },
    },
    async ({ body, cancelled }) => {
      const results = await queue.run(requestLength(body), () => answer(body, cancelled));
      metrics.tagged(results);
      return { results: [...results] };
    },
  );
  server.get(
    "/v1/model",
    { schema: { summary: "About the model", operationId: "model", response: { 200: modelCard, ...errors } } },
    async () => card,
  );
  server.get(
    "/healthz",
    { schema: { summary: "Whether the server lives", operationId: "health", response: { 200: status } } },
    async () => ({ status: "ok" }),
  );
  server.get(
    "/readyz",
    {
      schema: {
        summary: "Whether it takes requests now",
        operationId: "ready",
        response: { 200: status, 503: errorShape },
      },
    },
    async () => {
      if (server.traffic.isEnding) {
        throw new HttpError(503, "stopping", "the server is stopping", { retryAfter: 1 });
      }
      if (!isAlive()) {
        throw new HttpError(503, "restarting", "the model is being loaded again", { retryAfter: 1 });
      }
      if (queue.isFull) throw new HttpError(503, "busy", "too much is waiting already", { retryAfter: 1 });
      return { status: "ready" };
    },
  );
  server.get(
    "/metrics",
    { schema: { summary: "Numbers for Prometheus", operationId: "metrics", produces: ["text/plain"] } },
    async (_, reply) => reply.type(metrics.contentType).send(await metrics.text()),
  );
  serveFile(server, "/", frontPage(card), ".html");
  return server;
}
