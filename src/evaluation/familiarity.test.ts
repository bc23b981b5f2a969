import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { markedSentence } from "../../test/support/marked-sentence.ts";
import type { Sentence } from "../data/index.ts";
import { createFamiliarity, type Familiarity, familiarities } from "./familiarity.ts";

const sentence = (marked: string) => markedSentence(marked, "complete");

/** Short sentences of few different words and labels, so that the same names come up again. */
const arbitrarySentence: fc.Arbitrary<Sentence> = fc
  .record({
    tokens: fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 6 }),
    places: fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 3 }), fc.constantFrom("X", "Y")), {
      maxLength: 3,
    }),
  })
  .map(({ tokens, places }) => ({
    tokens,
    entities: places.flatMap(([start, length, label]) =>
      start + length <= tokens.length ? [{ start, end: start + length, label }] : [],
    ),
    completeness: "complete",
    source: "t",
  }));

const rows = (results: ReturnType<ReturnType<typeof createFamiliarity>["result"]>) =>
  results.map(({ familiarity, gold, correct, recall }) => [familiarity, gold, correct, recall]);

describe("recall by how names were known", () => {
  const gold = sentence(
    "[PER Ann Lee] met [PER Bo] in [LOC Rome] with [PER Cy Fox] and [PER Bo] of [ORG Rome]",
  );
  const found = gold.entities.filter((_, i) => i !== 1 && i !== 3);

  test("a name is listed, labelled, in the text or new; the first that fits counts", () => {
    const counter = createFamiliarity();
    counter.add(gold, found);
    counter.know(sentence("[PER Bo] saw [LOC Rome] and Ann Lee"));
    const isListed = (words: readonly string[], label: string) =>
      words.join(" ") === "Rome" && label === "LOC";
    // Bo twice, found once; Rome as ORG is in the text, but nobody has labelled it so.
    expect(rows(counter.result(isListed))).toEqual([
      ["listed", 1, 1, 100],
      ["labelled", 2, 1, 50],
      ["in text", 2, 2, 100],
      ["new", 1, 0, 0],
    ]);
    // Without a list Rome is labelled.
    expect(rows(counter.result()).slice(0, 2)).toEqual([
      ["listed", 0, 0, 0],
      ["labelled", 3, 2, (100 * 2) / 3],
    ]);
  });

  test("words must follow each other, and end where the sentence ends", () => {
    const counter = createFamiliarity();
    counter.add(sentence("[PER Ann Lee] left"), []);
    counter.know(sentence("Ann and Lee met Ann"));
    expect(rows(counter.result()).at(-1)).toEqual(["new", 1, 0, 0]);
    counter.know(sentence("so did Ann Lee"));
    expect(rows(counter.result()).at(-2)).toEqual(["in text", 1, 0, 0]);
  });

  test("is what a plain search finds", () => {
    fc.assert(
      fc.property(
        fc.array(arbitrarySentence, { maxLength: 4 }),
        fc.array(arbitrarySentence, { maxLength: 4 }),
        (held, known) => {
          const counter = createFamiliarity();
          for (const own of held) counter.add(own, own.entities);
          for (const own of known) counter.know(own);
          const expected = new Map<Familiarity, number>(familiarities.map((each) => [each, 0]));
          const within = ({ tokens }: Sentence, words: string) =>
            `\t${tokens.join("\t")}\t`.includes(`\t${words}\t`);
          for (const { tokens, entities } of held) {
            const keys = new Set(entities.map(({ start, end, label }) => `${start} ${end} ${label}`));
            for (const key of keys) {
              const [start, end] = key.split(" ").map(Number);
              const label = key.split(" ").slice(2).join(" ");
              const words = tokens.slice(start, end).join("\t");
              const isLabelled = known.some((other) =>
                other.entities.some(
                  (one) => one.label === label && other.tokens.slice(one.start, one.end).join("\t") === words,
                ),
              );
              const isInText = known.some((other) => within(other, words));
              const kind = isLabelled ? "labelled" : isInText ? "in text" : "new";
              expected.set(kind, expected.get(kind)! + 1);
            }
          }
          expect(counter.result().map(({ familiarity, gold }) => [familiarity, gold])).toEqual([...expected]);
          for (const { gold, correct } of counter.result()) expect(correct).toBe(gold);
        },
      ),
    );
  });
});
