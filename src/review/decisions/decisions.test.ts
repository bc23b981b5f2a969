import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type AuditOnDisk,
  sentenceOf,
  suggestionOf,
  writeAudit,
} from "../../../test/support/review/audit-folder.ts";
import { madeUpAudit } from "../../../test/support/review/made-up-audit.ts";
import { applySuggestions } from "../../audit/suggest/apply-suggestions.ts";
import { entityKey, type Sentence } from "../../data/index.ts";
import type { ReviewDatabase } from "../store/database.ts";
import { openReview } from "../store/open-review.ts";
import { Decisions } from "./decisions.ts";
import { historyPage } from "./history-table.ts";
import { reviewedSentences, sentenceView } from "./reviewed-sentences.ts";
import { countStatuses, readSuggestions } from "./suggestion-queries.ts";

const sentences = [
  sentenceOf("Ada Lovelace met Charles Babbage in London", [0, 2, "PER"]),
  sentenceOf("London is large", [0, 1, "PER"]),
  sentenceOf("In London and in London"),
];
const suggestions = [
  suggestionOf(sentences, 0, [3, 5, "PER"], { probability: 0.99 }),
  suggestionOf(sentences, 0, [6, 7, "LOC"], { probability: 0.98 }),
  suggestionOf(sentences, 1, [0, 1, "LOC"], { probability: 0.9, was: [0, 1, "PER"] }),
  suggestionOf(sentences, 2, [1, 2, "LOC"], { probability: 0.8 }),
  suggestionOf(sentences, 2, [4, 5, "LOC"], { probability: 0.4 }),
];

let folder: AuditOnDisk;
let db: ReviewDatabase;
let close: () => void;
let decisions: Decisions;
const who = "ada";

beforeAll(async () => {
  folder = await writeAudit({ audit: { sentences, suggestions, summary: madeUpAudit({ size: 5 }).summary } });
  ({ db, close } = await openReview(folder.dir));
});

afterAll(() => {
  close();
  folder.remove();
});

beforeEach(() => {
  db.exec(
    "DELETE FROM decisions; DELETE FROM edits; DELETE FROM history; UPDATE suggestions SET status = 'open'",
  );
  decisions = new Decisions(db);
});

const keys = (n: number) => sentenceView(db, n).entities.map(entityKey);
const status = (id: number) => readSuggestions(db, [id])[0]!.status;

describe("two reviewers on one suggestion", () => {
  const decided = (action: "accept" | "reject", own: string) => () =>
    decisions.decide({ suggestion: 1, action, seen: "open", who: own });

  test("the second, who has not seen the first one's decision, is told of it, and nothing changes", () => {
    decided("accept", "ada")();
    expect(decided("reject", "ben")).toThrow(
      expect.objectContaining({
        status: 409,
        code: "changed-since",
        message: '"Charles Babbage" has been accepted by "ada" meanwhile',
      }),
    );
    expect(status(1)).toBe("accepted");
    expect(historyPage(db, { from: 0, count: 10 }).total).toBe(1);
  });

  test("who has seen it may decide otherwise, and one may change one's own mind", () => {
    decided("accept", "ada")();
    decided("reject", "ada")();
    decisions.decide({ suggestion: 1, action: "accept", seen: "rejected", who: "ben" });
    expect(status(1)).toBe("accepted");
  });
});

describe("one suggestion", () => {
  test("is accepted, rejected, reopened", () => {
    expect(decisions.decide({ suggestion: 1, action: "accept", who }).status).toBe("accepted");
    expect(keys(0)).toEqual(["0:2:PER", "3:5:PER"]);
    expect(decisions.decide({ suggestion: 1, action: "reject", who }).status).toBe("rejected");
    expect(keys(0)).toEqual(["0:2:PER"]);
    expect(decisions.decide({ suggestion: 1, action: "reopen", who })).not.toHaveProperty("decision");
    expect(countStatuses(db)).toEqual({ open: 5, accepted: 0, rejected: 0, changed: 0 });
    expect(historyPage(db, { count: 9 }).items.map(({ action }) => action)).toEqual([
      "reopen",
      "reject",
      "accept",
    ]);
  });

  test("is changed step by step: what is not said stays", () => {
    decisions.decide({ suggestion: 1, action: "change", end: 4, who });
    const { decision } = decisions.decide({ suggestion: 1, action: "change", label: "ORG", who });
    expect(decision).toMatchObject({ status: "changed", start: 3, end: 4, label: "ORG", who });
    expect(keys(0)).toEqual(["0:2:PER", "3:4:ORG"]);
  });

  test("changed back to what it was is accepted", () => {
    decisions.decide({ suggestion: 1, action: "change", label: "ORG", who });
    expect(decisions.decide({ suggestion: 1, action: "change", label: "PER", who }).status).toBe("accepted");
  });

  test("a wrong label is replaced", () => {
    decisions.decide({ suggestion: 3, action: "accept", who });
    expect(keys(1)).toEqual(["0:1:LOC"]);
    decisions.decide({ suggestion: 3, action: "reject", who });
    expect(keys(1)).toEqual(["0:1:PER"]);
  });

  test("the same key pressed twice is one step of the history", () => {
    decisions.decide({ suggestion: 1, action: "accept", who });
    decisions.decide({ suggestion: 1, action: "accept", who });
    expect(historyPage(db, { count: 9 }).total).toBe(1);
  });

  test("words that are not there are refused, and nothing is noted", () => {
    expect(() => decisions.decide({ suggestion: 1, action: "change", end: 8, who })).toThrow("which has 7");
    expect(() => decisions.decide({ suggestion: 1, action: "change", start: 5, who })).toThrow("words 5–5");
    expect(() => decisions.decide({ suggestion: 77, action: "accept", who })).toThrow("no suggestion 77");
    expect(historyPage(db, { count: 9 }).total).toBe(0);
  });
});

describe("undo", () => {
  test("takes back a batch as one, then what came before it", () => {
    decisions.decide({ suggestion: 1, action: "reject", who });
    expect(decisions.decideAll({ surface: "London", label: "LOC", action: "accept", who })).toEqual([
      2, 3, 4, 5,
    ]);
    expect(keys(2)).toEqual(["1:2:LOC", "4:5:LOC"]);
    expect(decisions.undo(who)).toMatchObject({ action: "batch-accept", count: 4 });
    expect(countStatuses(db)).toEqual({ open: 4, accepted: 0, rejected: 1, changed: 0 });
    decisions.undo(who);
    expect(countStatuses(db).open).toBe(5);
    expect(decisions.undo(who)).toBeUndefined();
    const [last, before, first] = historyPage(db, { count: 9 }).items.slice(0, 3);
    expect([last!.undoes, before!.undoes, first!.undoneBy]).toEqual([1, 2, 3].map((n) => n + first!.id - 2));
  });

  test("is each reviewer's own, and does not take back what another decided since", () => {
    decisions.decide({ suggestion: 1, action: "accept", who: "ada" });
    decisions.decide({ suggestion: 2, action: "accept", who: "bob" });
    decisions.undo("ada");
    expect([status(1), status(2)]).toEqual(["open", "accepted"]);
    decisions.decide({ suggestion: 2, action: "reject", who: "ada" });
    expect(() => decisions.undo("bob")).toThrow("decided again");
    expect(status(2)).toBe("rejected");
  });
});

describe("entities without a suggestion", () => {
  const entity = { sentence: 0, start: 0, end: 1, label: "FIRST", who };

  test("are added and removed, and undone", () => {
    decisions.addEntity(entity);
    expect(keys(0)).toEqual(["0:2:PER", "0:1:FIRST"]);
    decisions.removeEntity({ ...entity, end: 2, label: "PER" });
    expect(keys(0)).toEqual(["0:1:FIRST"]);
    decisions.undo(who);
    decisions.removeEntity(entity);
    expect(keys(0)).toEqual(["0:2:PER"]);
    expect(db.prepare("SELECT * FROM edits").all()).toEqual([]);
    expect(() => decisions.removeEntity(entity)).toThrow('no "FIRST"');
  });

  test("adding what an open suggestion says accepts it, and removing that rejects it", () => {
    decisions.addEntity({ sentence: 0, start: 6, end: 7, label: "LOC", who });
    expect(status(2)).toBe("accepted");
    decisions.removeEntity({ sentence: 0, start: 6, end: 7, label: "LOC", who });
    expect(status(2)).toBe("rejected");
  });

  test("accepting a suggestion brings back what was removed by hand", () => {
    decisions.decide({ suggestion: 3, action: "accept", who });
    decisions.removeEntity({ sentence: 1, start: 0, end: 1, label: "LOC", who });
    expect(keys(1)).toEqual([]);
    decisions.decide({ suggestion: 3, action: "reopen", who });
    decisions.decide({ suggestion: 3, action: "accept", who });
    expect(keys(1)).toEqual(["0:1:LOC"]);
  });
});

test("every sequence of steps undone one by one leaves the data as it was", () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant("decide" as const),
      suggestion: fc.integer({ min: 1, max: 5 }),
      action: fc.constantFrom("accept", "reject", "reopen"),
    }),
    fc.record({
      kind: fc.constant("change" as const),
      suggestion: fc.integer({ min: 1, max: 5 }),
      label: fc.constantFrom("PER", "LOC", "constructor"),
    }),
    fc.record({
      kind: fc.constant("all" as const),
      action: fc.constantFrom("accept" as const, "reject" as const),
    }),
    fc.record({
      kind: fc.constantFrom("add" as const, "remove" as const),
      sentence: fc.integer({ min: 0, max: 2 }),
      start: fc.integer({ min: 0, max: 2 }),
      label: fc.constantFrom("PER", "LOC"),
    }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      db.exec(
        "DELETE FROM decisions; DELETE FROM edits; DELETE FROM history; UPDATE suggestions SET status = 'open'",
      );
      const states = [snapshot()];
      for (const one of steps) {
        const before = historyPage(db, { count: 1 }).total;
        try {
          if (one.kind === "decide")
            decisions.decide({ suggestion: one.suggestion, action: one.action as "accept", who });
          else if (one.kind === "change")
            decisions.decide({ suggestion: one.suggestion, action: "change", label: one.label, who });
          else if (one.kind === "all")
            decisions.decideAll({ surface: "London", label: "LOC", action: one.action, who });
          else {
            const entity = {
              sentence: one.sentence,
              start: one.start,
              end: one.start + 1,
              label: one.label,
              who,
            };
            if (one.kind === "add") decisions.addEntity(entity);
            else decisions.removeEntity(entity);
          }
        } catch (error) {
          // Only what is not there cannot be removed.
          expect(one.kind).toBe("remove");
          expect(String(error)).toContain("there is no");
        }
        if (historyPage(db, { count: 1 }).total > before) states.push(snapshot());
      }
      for (const state of states.slice(0, -1).reverse()) {
        decisions.undo(who);
        expect(snapshot()).toEqual(state);
      }
    }),
    { numRuns: 40 },
  );

  function snapshot() {
    const all = [...reviewedSentences(db)].map((sentence) => sentence.entities.map(entityKey));
    const statuses = [1, 2, 3, 4, 5].map(status);
    for (const [name, count] of Object.entries(countStatuses(db))) {
      expect([name, count]).toEqual([name, statuses.filter((own) => own === name).length]);
    }
    return { all, statuses };
  }
});

test("accepting all is what `lacuna apply` makes of all suggestions, but without scores", () => {
  for (let id = 1; id <= 5; id++) decisions.decide({ suggestion: id, action: "accept", who });
  const plain = (sentence: Sentence) => ({
    ...sentence,
    entities: sentence.entities.map(({ score: _, ...entity }) => entity),
  });
  const applied = applySuggestions(sentences, suggestions as never).sentences.map(plain);
  expect([...reviewedSentences(db)]).toEqual(applied);
});
