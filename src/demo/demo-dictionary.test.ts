import { expect, test } from "vitest";
import { ambiguousSurfaces } from "./ambiguous-surfaces.ts";
import { demoCorpus } from "./demo-corpus.ts";
import { absentPhrases, demoDictionary } from "./demo-dictionary.ts";
import { demoNames } from "./demo-names.ts";
import { splits } from "./partition.ts";
import { containsRun, foldedWords } from "./split-words.ts";

const labels = ["PER", "ORG", "LOC", "PRODUCT"];

test("covers about a third of the names of each label", () => {
  for (const seed of [1, 2, 3]) {
    const dictionary = demoDictionary({ seed });
    expect([...dictionary.keys()]).toEqual(labels);
    for (const label of labels) {
      const names = new Set(demoNames.filter((name) => name.label === label).map((name) => name.surface));
      const phrases = dictionary.get(label)!;
      expect(new Set(phrases).size).toBe(phrases.length);
      // A third, and at most twelve of about 400 more: between 0.33 and 0.37.
      const covered = phrases.filter((phrase) => names.has(phrase)).length / names.size;
      expect(covered).toBeGreaterThan(0.32);
      expect(covered).toBeLessThan(0.38);
      expect(phrases.filter((phrase) => !names.has(phrase)).sort()).toEqual(
        [...absentPhrases.get(label)!].sort(),
      );
    }
  }
});

test("knows a part of the names of every split, and ambiguous ones of every label", () => {
  const dictionary = demoDictionary();
  const corpus = demoCorpus();
  for (const split of splits) {
    const gold = corpus[split].flatMap(({ entities, text, offsets }) =>
      entities.map(({ start, end, label }) => ({
        label,
        surface: text!.slice(offsets![start]![0], offsets![end - 1]![1]),
      })),
    );
    for (const label of labels) {
      const ours = gold.filter((entity) => entity.label === label);
      const known = ours.filter(({ surface }) => dictionary.get(label)!.includes(surface)).length;
      expect(known / ours.length, `${label} in ${split}`).toBeGreaterThan(0.15);
      expect(known / ours.length, `${label} in ${split}`).toBeLessThan(0.65);
    }
  }
  for (const label of labels) {
    const mistakable = dictionary.get(label)!.filter((phrase) => ambiguousSurfaces.has(phrase.toLowerCase()));
    expect(mistakable.length, label).toBeGreaterThanOrEqual(4);
  }
});

test("holds phrases that no sentence has", () => {
  const sentences = splits.flatMap((split) => demoCorpus({ seed: 2 })[split]);
  const folded = sentences.map(({ tokens }) => tokens.map((token) => token.toLowerCase()));
  for (const phrase of [...absentPhrases.values()].flat()) {
    const run = foldedWords(phrase);
    expect(
      folded.some((words) => containsRun(words, run)),
      phrase,
    ).toBe(false);
  }
});

test("depends on the seed and on nothing else", () => {
  expect([...demoDictionary({ seed: 4 })]).toEqual([...demoDictionary({ seed: 4 })]);
  expect([...demoDictionary({ seed: 4 })]).not.toEqual([...demoDictionary({ seed: 5 })]);
});
