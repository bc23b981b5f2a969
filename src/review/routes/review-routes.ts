import { z } from "zod";
import type { Server } from "../../http/index.ts";
import { HttpError } from "../../http/index.ts";
import {
  type BatchAnswer,
  type BatchRequest,
  type DecisionAnswer,
  type DecisionRequest,
  type EntityAnswer,
  type EntityRequest,
  suggestionSorts,
  type UndoAnswer,
} from "../api.ts";
import { missedEvents, standing } from "../decisions/decision-events.ts";
import type { Decisions } from "../decisions/decisions.ts";
import { historyPage } from "../decisions/history-table.ts";
import { sentenceView } from "../decisions/reviewed-sentences.ts";
import { listSuggestions, readSuggestions } from "../decisions/suggestion-queries.ts";
import type { EventStream } from "./event-stream.ts";

/** Without control characters, which no name needs. */
const name = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}+$/u, "control characters are not allowed");
const place = z.int().nonnegative();
const number = z.coerce.number().int().nonnegative();
/** An empty form field does not filter. */
const filter = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" || value === "all" ? undefined : value), schema.optional());

const who = name(64).optional();
const entity = z.strictObject({
  sentence: place,
  start: place,
  end: z.int().positive(),
  label: name(200),
  who,
}) satisfies z.ZodType<EntityRequest>;
const byNumber = z.object({ id: number });

const suggestionQuery = z.strictObject({
  from: number.default(0),
  count: number.pipe(z.int().max(500)).default(50),
  type: z
    .string()
    .max(200)
    .optional()
    .transform((type) => (type === "" ? undefined : type)),
  kind: filter(z.enum(["missed", "wrong"])),
  status: filter(z.enum(["open", "accepted", "rejected", "changed"])),
  q: z.string().max(200).optional(),
  sort: z.enum(suggestionSorts).default("probability"),
});

/** Adds the routes of reviewing: suggestions, sentences, decisions, undo, history, events. */
export function addReviewRoutes(
  server: Server,
  { decisions, events, user }: { decisions: Decisions; events: EventStream; user: string },
): void {
  const { db } = decisions;

  server.get("/api/suggestions", { schema: { querystring: suggestionQuery } }, async ({ query }) =>
    listSuggestions(db, query),
  );

  server.get("/api/suggestions/:id", { schema: { params: byNumber } }, async ({ params: { id } }) => {
    const [item] = readSuggestions(db, [id]);
    if (item === undefined) throw new HttpError(404, "not-found", `there is no suggestion ${id}`);
    return item;
  });

  server.get("/api/sentences/:id", { schema: { params: byNumber } }, async ({ params: { id } }) =>
    sentenceView(db, id),
  );

  const decision = z.strictObject({
    suggestion: place,
    action: z.enum(["accept", "reject", "reopen", "change"]),
    seen: z.enum(["open", "accepted", "rejected", "changed"]).optional(),
    label: name(200).optional(),
    start: place.optional(),
    end: z.int().positive().optional(),
    who,
  }) satisfies z.ZodType<DecisionRequest>;
  server.post("/api/decisions", { schema: { body: decision } }, async ({ body }): Promise<DecisionAnswer> => {
    const item = decisions.decide({ ...body, who: body.who ?? user });
    return { item, ...standing(db) };
  });

  const batch = z.strictObject({
    surface: z.string().min(1).max(10_000),
    label: name(200),
    action: z.enum(["accept", "reject"]),
    who,
  }) satisfies z.ZodType<BatchRequest>;
  server.post("/api/decisions/batch", { schema: { body: batch } }, async ({ body }): Promise<BatchAnswer> => {
    const ids = decisions.decideAll({ ...body, who: body.who ?? user });
    const status = body.action === "accept" ? "accepted" : "rejected";
    return { items: ids.map((id) => ({ id, status })), ...standing(db) };
  });

  server.post(
    "/api/undo",
    { schema: { body: z.strictObject({ who }) } },
    async ({ body }): Promise<UndoAnswer> => {
      const undone = decisions.undo(body.who ?? user);
      if (undone === undefined) return { undone: null, ...standing(db) };
      const { action, changes } = undone;
      const ids = changes.flatMap(({ suggestion }) => suggestion ?? []);
      return {
        undone: {
          action,
          items: readSuggestions(db, ids.slice(0, 200)),
          ...(ids.length === 0 && { sentence: changes[0]!.sentence }),
        },
        ...standing(db),
      };
    },
  );

  const paged = z.strictObject({
    from: number.default(0),
    count: number.pipe(z.int().max(500)).default(100),
    who: z.string().max(64).optional(),
  });
  server.get("/api/history", { schema: { querystring: paged } }, async ({ query }) => historyPage(db, query));

  const answer = (sentence: number): EntityAnswer => ({
    sentence: sentenceView(db, sentence),
    ...standing(db),
  });
  server.post("/api/entities", { schema: { body: entity } }, async ({ body }) => {
    decisions.addEntity({ ...body, who: body.who ?? user });
    return answer(body.sentence);
  });
  server.delete("/api/entities", { schema: { body: entity } }, async ({ body }) => {
    decisions.removeEntity({ ...body, who: body.who ?? user });
    return answer(body.sentence);
  });

  const after = z.object({ after: number.optional() });
  const seen = z.object({ "last-event-id": number.optional().catch(undefined) });
  server.get(
    "/api/events",
    { config: { deadline: false }, schema: { querystring: after } },
    (request, reply) => {
      const { "last-event-id": last = request.query.after } = seen.parse(request.headers);
      events.connect(request, reply, last === undefined ? [] : missedEvents(db, last));
    },
  );
}
