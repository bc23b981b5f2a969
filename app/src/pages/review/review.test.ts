import { expect, test } from "vitest";
import type { ReviewState, SentenceView, Standing, SuggestionItem } from "../../../../src/review/api.ts";
import type { LiveEvents, LiveListener } from "../../api/live-events.ts";
import { ApiError } from "../../api/request.ts";
import type { ReviewApi } from "../../api/review-api.ts";
import { startReview } from "./review.ts";

const suggestion = (id: number): SuggestionItem => ({
  id,
  kind: "missed",
  sentence: 0,
  start: id,
  end: id + 1,
  label: "PER",
  probability: 0.9,
  suggested: true,
  status: "open",
  text: `word${id}`,
});
const sentence = {
  tokens: ["word0", "word1", "word2", "word3"],
  suggestions: [1, 2, 3],
} as unknown as SentenceView;
const standing = (open: number): Standing => ({
  counts: { open, accepted: 3 - open, rejected: 0, changed: 0 },
  precision: { estimate: 1, low: 0.3, high: 1 },
  history: 1,
});

/** A review of three suggestions; `decide` is what the server says to a decision. */
async function reviewed(decide: () => Promise<unknown>) {
  let items = [1, 2, 3].map(suggestion);
  const posted: unknown[] = [];
  const api = {
    state: async () => ({ ...standing(3), user: "ann", data: { labels: ["PER"] } }) as unknown as ReviewState,
    suggestions: async () => ({ total: items.length, items }),
    suggestion: async (id: number) => suggestion(id),
    sentence: async () => sentence,
    decide: async (request: { suggestion: number }) => {
      posted.push(request);
      await decide();
      items = items.filter(({ id }) => id !== request.suggestion);
      return standing(2);
    },
  } as unknown as ReviewApi;
  let listener: LiveListener = {};
  const live = {
    listen: (one: LiveListener) => {
      listener = one;
      return () => {};
    },
  } as LiveEvents;
  const review = startReview(api, live, "");
  await idle();
  return { review, posted, hear: () => listener };
}

const idle = () => new Promise((done) => setTimeout(done, 5));

test("a decision shows at once, before the server has answered", async () => {
  const { review, posted } = await reviewed(async () => {});
  const { store, decisions } = review;
  expect([store.now.user, store.now.current?.id, store.now.list.total]).toEqual(["ann", 1, 3]);
  decisions.accept();
  expect(store.now.state?.counts).toEqual({ open: 2, accepted: 1, rejected: 0, changed: 0 });
  expect([store.now.current?.id, store.now.list.total]).toEqual([2, 2]);
  expect(store.now.note?.text).toBe("Accepted “\u2068word1\u2069” as PER");
  await idle();
  expect(posted).toEqual([{ suggestion: 1, action: "accept", seen: "open", who: "ann" }]);
});

test("what was changed before accepting is sent as a change", async () => {
  const { review, posted } = await reviewed(async () => {});
  review.draft.move("start-earlier");
  review.decisions.accept();
  await idle();
  expect(posted).toEqual([
    { suggestion: 1, action: "change", seen: "open", who: "ann", start: 0, end: 2, label: "PER" },
  ]);
});

test("what the server refuses is taken back, and said", async () => {
  const { review } = await reviewed(async () => {
    throw new ApiError("busy", "the review is locked", "try again");
  });
  review.decisions.reject();
  expect(review.store.now.current?.id).toBe(2);
  await idle();
  expect(review.store.now.current?.id).toBe(1);
  expect(review.store.now.list.total).toBe(3);
  expect(review.store.now.state?.counts.open).toBe(3);
  expect(review.store.now.note).toEqual({ kind: "error", text: "The review is locked (try again)" });
});

test("what another window decides leaves the list, but not the screen", async () => {
  const { review, hear } = await reviewed(async () => {});
  const decision = { status: "rejected", start: 1, end: 2, label: "PER", who: "bob", at: "" } as const;
  const items = [{ id: 1, status: "rejected", decision } as const];
  hear().onDecision?.({ ...standing(2), who: "bob", action: "reject", items, many: false, sentences: [0] });
  const { current, isPinned, list, note } = review.store.now;
  expect([current?.status, isPinned, list.total]).toEqual(["rejected", true, 2]);
  expect(note?.text).toBe("bob: “\u2068word1\u2069” rejected");
});
