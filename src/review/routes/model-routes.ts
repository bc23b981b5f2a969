import { z } from "zod";
import type { Server } from "../../http/index.ts";
import type { TagRequest } from "../api.ts";
import type { SpanMaps } from "../map/span-maps.ts";
import { chooseModel } from "../runs/model-choice.ts";
import type { RunContext } from "../runs/run-stages.ts";
import type { Playground } from "./playground.ts";

/** The longest text of the playground, in UTF-16 units. */
const LONGEST = 50_000;

/** Adds the routes that use models: the map of span vectors and the playground. */
export function addModelRoutes(
  server: Server,
  { context, maps, playground }: { context: RunContext; maps: SpanMaps; playground: Playground },
): void {
  const ofRun = z.strictObject({ run: z.coerce.number().int().positive().optional() });
  server.get("/api/map", { schema: { querystring: ofRun } }, async ({ query: { run } }, reply) => {
    const answer = maps.of(chooseModel(context, run));
    return reply.code("computing" in answer ? 202 : 200).send(answer);
  });

  const body = z.strictObject({
    text: z.string().min(1).max(LONGEST),
    threshold: z.number().min(0).max(1).optional(),
    mode: z.enum(["flat", "nested"]).optional(),
    run: z.int().positive().optional(),
  }) satisfies z.ZodType<TagRequest>;
  server.post("/api/tag", { schema: { body } }, async ({ body: { run, ...request } }) =>
    playground.tag(chooseModel(context, run), request),
  );
}
