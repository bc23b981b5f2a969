import { expect, test } from "vitest";
import { sentence } from "../../../test/support/models/tiny-task.ts";
import { labelSet, tagSet } from "../../models/index.ts";
import { tagCorpus } from "../tagger/corpus.ts";
import { rankedWords } from "./ranked-words.ts";
import { removalQuality } from "./removal.ts";

const labels = labelSet(["LOC", "PER"]);
const partial = "partial" as const;
const sentences = [
  sentence("a b c", [[0, 1, "PER"]]),
  sentence("a b c d", [[1, 2, "PER"]], {
    completeness: partial,
    outside: [3],
    hidden: [{ start: 2, end: 3, label: "LOC" }],
  }),
  sentence("a b", [], { completeness: { complete: ["PER"] } }),
  sentence("", [], { completeness: partial }),
  sentence("a b c", [], {
    completeness: partial,
    unknown: [1],
    hidden: [{ start: 0, end: 2, label: "PER" }],
  }),
];
const corpus = tagCorpus(sentences, labels, tagSet(labels, { scheme: "iob2" }));

test("only unlabelled words of partial sentences are ranked", () => {
  const ranked = rankedWords(corpus);
  expect(ranked.count).toBe(4);
  expect(ranked.sentences).toEqual([1, 4]);
  expect(sentences.map((_, i) => [...ranked.places(i)])).toEqual([
    [-1, -1, -1],
    [0, -1, 1, -1],
    [-1, -1],
    [],
    [2, -1, 3],
  ]);
  expect([...ranked.collect([Float32Array.of(5, 6, 7, 8), Float32Array.of(1, 2, 3)])]).toEqual([5, 7, 1, 3]);
  expect([...ranked.hidden!]).toEqual([0, 1, 1, 0]);
});

test("without masked entities nothing is known of what should be removed", () => {
  const plain = sentences.map(({ hidden: _, ...rest }) => rest);
  expect(rankedWords(tagCorpus(plain, labels, corpus.tagSet)).hidden).toBeUndefined();
});

test("precision and recall of what is removed", () => {
  // Removed 0, 1, 2; hidden 1, 2, 4, 5: two in common, 2/3 and 2/4.
  const quality = removalQuality(Uint8Array.of(1, 1, 1, 0, 0, 0), Uint8Array.of(0, 1, 1, 0, 1, 1));
  expect(quality).toEqual({ precision: 2 / 3, recall: 1 / 2 });
  expect(removalQuality(Uint8Array.of(0, 0), Uint8Array.of(0, 1))).toEqual({ precision: 0, recall: 0 });
});
