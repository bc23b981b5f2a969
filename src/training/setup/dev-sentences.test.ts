import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Completeness, Sentence } from "../../data/index.ts";
import { parseDevAmount, splitOffDev } from "./dev-sentences.ts";

const sentence = (word: string, completeness: Completeness = "complete", doc?: string): Sentence => ({
  tokens: [word],
  entities: [],
  completeness,
  source: "a",
  ...(doc !== undefined && { doc }),
});

describe("how many", () => {
  test.each([
    ["10%", { share: 0.1 }],
    ["2.5 %", { share: 0.025 }],
    ["200", { sentences: 200 }],
    ["dev.jsonl", undefined],
    ["./200", undefined],
    ["200.jsonl:partial", undefined],
  ])("%s", (text, amount) => {
    expect(parseDevAmount(text)).toEqual(amount);
  });

  test.each(["0", "0%", "100%", "2.5", "120 %"])("%s is refused", (text) => {
    expect(() => parseDevAmount(text)).toThrow(`cannot set aside "${text}"`);
  });
});

describe("what is set aside", () => {
  test("is complete, if anything is", () => {
    const sentences = Array.from({ length: 40 }, (_, i) =>
      sentence(`w${i}`, i < 20 ? "complete" : "partial"),
    );
    const { train, dev, notice } = splitOffDev(sentences, { share: 0.25 }, 1, "25%");
    expect(dev).toHaveLength(5);
    expect(dev.every(({ completeness }) => completeness === "complete")).toBe(true);
    expect(train).toHaveLength(35);
    expect(notice).toContain("5 of 20 complete training sentences");
  });

  test("is partial, if nothing is complete", () => {
    const sentences = Array.from({ length: 20 }, (_, i) => sentence(`w${i}`, "partial"));
    const { dev, notice } = splitOffDev(sentences, { sentences: 4 }, 1, "4");
    expect(dev).toHaveLength(4);
    expect(notice).toContain("4 of 20 training sentences");
  });

  test("leaves documents whole, and leaves those alone that are complete in part", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ doc: fc.integer({ min: 0, max: 9 }), isComplete: fc.boolean() }), {
          minLength: 20,
          maxLength: 100,
        }),
        fc.integer({ min: 0, max: 1000 }),
        (list, seed) => {
          const sentences = [
            // Ten whole documents of one sentence each, so that there always is something to take.
            ...Array.from({ length: 10 }, (_, i) => sentence(`whole${i}`, "complete", `whole${i}`)),
            ...list.map(({ doc, isComplete }, i) =>
              sentence(`w${i}`, isComplete ? "complete" : "partial", `d${doc}`),
            ),
          ];
          const { train, dev } = splitOffDev(sentences, { share: 0.4 }, seed, "40%");
          const docs = new Set(dev.map(({ doc }) => doc));
          expect(train.some(({ doc }) => docs.has(doc))).toBe(false);
          expect(dev.every(({ completeness }) => completeness === "complete")).toBe(true);
          expect([...train, ...dev].length).toBe(sentences.length);
          expect(train).toEqual(sentences.filter((each) => !dev.includes(each)));
        },
      ),
    );
  });

  test("is not everything, and not nothing", () => {
    const one = [sentence("a", "complete", "d"), sentence("b", "complete", "d")];
    expect(() => splitOffDev(one, { sentences: 2 }, 1, "2")).toThrow(
      "--dev 2 would set aside all 2 complete training sentences",
    );
    expect(() => splitOffDev(one, { share: 0.1 }, 1, "10%")).toThrow(
      "--dev 10% sets no sentence aside: there are 2 complete training sentences in 1 document, which stay whole",
    );
  });
});
