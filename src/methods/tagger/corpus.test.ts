import { describe, expect, test } from "vitest";
import { sentence } from "../../../test/support/models/tiny-task.ts";
import type { Sentence } from "../../data/index.ts";
import { labelSet, tagSet } from "../../models/index.ts";
import { knowledge, tagCorpus } from "./corpus.ts";

const labels = labelSet(["LOC", "ORG", "PER"]);
const corpusOf = (...sentences: Sentence[]) =>
  tagCorpus(sentences, labels, tagSet(labels, { scheme: "iobes" }));
const names = Object.keys(knowledge);
const kinds = (known: Uint8Array) => [...known].map((kind) => names[kind]);

describe("what is known of each word", () => {
  const entities = [[1, 3, "PER"]] as const;

  test("in a complete, a partial and a listed sentence", () => {
    const corpus = corpusOf(
      sentence("a b c d", entities),
      sentence("a b c d", entities, { completeness: "partial" }),
      sentence("a b c d", entities, { completeness: { complete: ["PER"] } }),
    );
    expect(kinds(corpus.known(0))).toEqual(["outside", "entity", "entity", "outside"]);
    expect(kinds(corpus.known(1))).toEqual(["unlabelled", "entity", "entity", "unlabelled"]);
    expect(kinds(corpus.known(2))).toEqual(["listed", "entity", "entity", "listed"]);
    const present = (["entity", "outside", "listed", "unlabelled", "unknown"] as const).filter(corpus.has);
    expect(present).toEqual(["entity", "outside", "listed", "unlabelled"]);
  });

  test("words marked unknown or outside, and an entity over them", () => {
    const marks = { unknown: [0, 1], outside: [3] };
    const corpus = corpusOf(
      sentence("a b c d e", entities, { completeness: "partial", unknown: [0, 1] }),
      sentence("a b c d e", [], { completeness: { complete: ["PER"] }, ...marks }),
    );
    expect(kinds(corpus.known(0))).toEqual(["unknown", "entity", "entity", "unlabelled", "unlabelled"]);
    expect(kinds(corpus.known(1))).toEqual(["unknown", "unknown", "listed", "outside", "listed"]);
  });

  test("words of an entity that tags cannot say are no outside", () => {
    const corpus = corpusOf(
      sentence("a b c d e f", [
        [0, 3, "ORG"],
        [2, 4, "PER"],
        [1, 2, "LOC"],
      ]),
    );
    expect(kinds(corpus.known(0))).toEqual(["entity", "entity", "entity", "unknown", "outside", "outside"]);
    expect([corpus.lost, corpus.entities, corpus.longest]).toEqual([2, 3, 3]);
  });
});

test("tags of labels that a sentence is not complete for", () => {
  const corpus = corpusOf(
    sentence("a", [], { completeness: { complete: ["PER", "LOC"] } }),
    sentence("a", [], { completeness: { complete: ["NEVER-SEEN"] } }),
    sentence("a"),
    sentence("a", [], { completeness: "partial" }),
  );
  // O, then four tags each of LOC, ORG and PER.
  expect([...corpus.unlisted(0)!]).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0]);
  expect([...corpus.unlisted(1)!]).toEqual([0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  expect(corpus.unlisted(2)).toBeUndefined();
  expect(corpus.unlisted(3)).toBeUndefined();
});

test("no labels and no words", () => {
  const corpus = corpusOf(sentence(""), sentence("a b"));
  expect([...corpus.known(0)]).toEqual([]);
  expect(corpus.longest).toBe(1);
  expect(corpus.lost).toBe(0);
});
