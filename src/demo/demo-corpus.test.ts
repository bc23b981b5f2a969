import fc from "fast-check";
import { expect, test } from "vitest";
import type { Sentence } from "../data/sentence.ts";
import { demoCorpus, tracedDemoCorpus } from "./demo-corpus.ts";
import { splits } from "./partition.ts";

const pairs = [
  ["test", "train"],
  ["test", "dev"],
  ["dev", "train"],
] as const;

function folded(sentence: Sentence): string[] {
  return sentence.tokens.map((token) => token.toLowerCase());
}

function goldSurfaces(sentences: readonly Sentence[]): Set<string> {
  return new Set(
    sentences.flatMap((sentence) => {
      const words = folded(sentence);
      return sentence.entities.map(({ start, end }) => words.slice(start, end).join(" "));
    }),
  );
}

/** Every run of two to eight words that begins as some name does, entity or not. */
function runs(sentences: readonly Sentence[], names: readonly string[]): Set<string> {
  const beginnings = new Set(names.map((name) => name.split(" ")[0]!));
  const found = new Set<string>();
  for (const sentence of sentences) {
    const words = folded(sentence);
    for (let start = 0; start < words.length; start++) {
      if (!beginnings.has(words[start]!)) continue;
      for (let end = start + 2; end <= Math.min(start + 8, words.length); end++) {
        found.add(words.slice(start, end).join(" "));
      }
    }
  }
  return found;
}

/** The sentence with its entities, dates and numbers struck out: what is left is the template's. */
function skeleton(sentence: Sentence): string {
  const words = sentence.tokens.map((token) =>
    token
      .replace(/\d+/g, "0")
      .replace(/^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/i, "day")
      .replace(
        /^(January|February|March|April|May|June|July|August|September|October|November|December)$/i,
        "month",
      ),
  );
  for (const { start, end } of sentence.entities) words.fill("_", start, end);
  return words.join(" ").toLowerCase();
}

test("no name of one split is an entity of another, and no long one even part of a sentence there", () => {
  for (const seed of [1, 2, 3, 99]) {
    const corpus = demoCorpus({ seed });
    const gold = {
      train: [...goldSurfaces(corpus.train)],
      dev: [...goldSurfaces(corpus.dev)],
      test: [...goldSurfaces(corpus.test)],
    };
    for (const [one, other] of [...pairs, ...pairs.map(([a, b]) => [b, a] as const)]) {
      expect(gold[one].length).toBeGreaterThan(200);
      const theirs = new Set([...gold[other], ...runs(corpus[other], gold[one])]);
      const shared = gold[one].filter((surface) => theirs.has(surface));
      expect(shared, `names of ${one} in ${other}, seed ${seed}`).toEqual([]);
    }
  }
});

test("no template of one split makes a sentence of another", () => {
  for (const seed of [1, 2, 3]) {
    const corpus = tracedDemoCorpus({ seed });
    for (const [one, other] of pairs) {
      const theirs = new Set(corpus[other].map(({ template }) => template));
      expect(corpus[one].filter(({ template }) => theirs.has(template))).toEqual([]);
      // Without trusting the ids: what the sentences look like with their names struck out.
      const shapes = new Set(corpus[other].map(({ sentence }) => skeleton(sentence)));
      expect(corpus[one].filter(({ sentence }) => shapes.has(skeleton(sentence)))).toEqual([]);
    }
  }
});

test("the same seed gives the same bytes, and another seed other ones", () => {
  const bytes = (seed: number) => JSON.stringify(demoCorpus({ seed, train: 200, dev: 50, test: 50 }));
  expect(bytes(7)).toBe(bytes(7));
  expect(bytes(7)).not.toBe(bytes(8));
});

test("a smaller split begins a larger one and leaves the other splits as they are", () => {
  const large = demoCorpus({ seed: 3, train: 120, dev: 40, test: 40 });
  const small = demoCorpus({ seed: 3, train: 30, dev: 0, test: 40 });
  expect(small).toEqual({ train: large.train.slice(0, 30), dev: [], test: large.test });
});

test("has the sizes asked for, and refuses what is no size", () => {
  const corpus = demoCorpus();
  expect(splits.map((split) => corpus[split].length)).toEqual([1500, 300, 300]);
  expect(() => demoCorpus({ dev: -1 })).toThrow("size of dev must be a whole number from 0, got -1");
  expect(() => demoCorpus({ train: 1.5 })).toThrow(RangeError);
});

test("says no sentence twice, unless there are more to write than to say", () => {
  for (const seed of [1, 2, 3]) {
    const corpus = demoCorpus({ seed });
    const texts = splits.flatMap((split) => corpus[split].map((sentence) => sentence.text));
    expect(new Set(texts).size).toBe(texts.length);
  }
});

test("at least 5 % of each split has nested names and 8 % no name; all four labels are common", () => {
  for (const seed of [1, 2, 3, 4, 5, 99]) {
    const corpus = demoCorpus({ seed });
    for (const split of splits) {
      const sentences = corpus[split];
      const nested = sentences.filter(({ entities }) =>
        entities.some((a) => entities.some((b) => a !== b && a.start <= b.start && b.end <= a.end)),
      );
      expect(nested.length / sentences.length).toBeGreaterThan(0.05);
      expect(
        sentences.filter(({ entities }) => entities.length === 0).length / sentences.length,
      ).toBeGreaterThan(0.08);
      const labels = sentences.flatMap(({ entities }) => entities.map((entity) => entity.label));
      for (const label of ["PER", "ORG", "LOC", "PRODUCT"]) {
        expect(labels.filter((other) => other === label).length / labels.length, label).toBeGreaterThan(0.08);
      }
      expect(new Set(labels).size).toBe(4);
    }
  }
});

test("shows one surface under two labels within a split, so that only context decides", () => {
  for (const split of splits) {
    const labels = new Map<string, Set<string>>();
    for (const { tokens, entities } of demoCorpus({ seed: 1 })[split]) {
      for (const { start, end, label } of entities) {
        const surface = tokens.slice(start, end).join(" ").toLowerCase();
        labels.set(surface, (labels.get(surface) ?? new Set()).add(label));
      }
    }
    expect([...labels.values()].filter((set) => set.size > 1).length, split).toBeGreaterThanOrEqual(5);
  }
});

test("offsets give the tokens back, cover all but the blanks, and the text reads as it should", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 40 }), (seed) => {
      const corpus = demoCorpus({ seed, train: 60, dev: 20, test: 20 });
      for (const split of splits) {
        for (const { tokens, text, offsets, entities } of corpus[split]) {
          expect(offsets!.map(([start, end]) => text!.slice(start, end))).toEqual(tokens);
          expect(tokens.join("")).toBe(text!.replaceAll(" ", ""));
          expect(text).not.toMatch(/ [.,;:?!)]|\( | {2}|^ | $|[{}<>[\]|]/);
          expect((text!.match(/"/g) ?? []).length % 2).toBe(0);
          for (const { start, end } of entities)
            expect(0 <= start && start < end && end <= tokens.length).toBe(true);
        }
      }
    }),
    { numRuns: 15 },
  );
});

test("sentences are complete, from the demo, and in documents of five", () => {
  const { dev } = demoCorpus({ train: 0, dev: 12, test: 0 });
  expect(dev.every(({ completeness, source }) => completeness === "complete" && source === "demo")).toBe(
    true,
  );
  expect(dev.map(({ doc }) => doc)).toEqual([
    ...Array<string>(5).fill("demo-dev-1"),
    ...Array<string>(5).fill("demo-dev-2"),
    ...Array<string>(2).fill("demo-dev-3"),
  ]);
});
