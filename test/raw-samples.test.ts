import { join } from "node:path";
import { expect, test } from "vitest";
import { readCorpus } from "../src/data/read-corpus.ts";
import { ReadLog } from "../src/data/read-log.ts";
import type { Sentence } from "../src/data/sentence.ts";
import { collect } from "./support/collect.ts";
import { describeWith, needs } from "./support/needs.ts";
import { sharedData } from "./support/shared-data.ts";

/** Original files as they are met in the wild, and the data set that holds the same sentences in our JSONL. */
const samples: readonly [raw: string, set: string, splits: readonly string[]][] = [
  ["conll03-iob1.txt", "conll03", ["train", "dev", "test"]],
  ["bc5cdr-iob.tsv", "bc5cdr", ["train", "dev", "test"]],
  ["resume-bmes.txt", "resume", ["train", "dev", "test"]],
  ["ec-original.txt", "ec", ["train", "dev", "test"]],
  ["genia-nested.iob2", "genia", ["dev", "test"]],
];

const content = ({ tokens, entities }: Sentence) => JSON.stringify([tokens, entities]);

describeWith(
  needs.dataSets("raw"),
  "original files read as the same sentences as the JSONL made from them",
  () => {
    test.each(samples)("%s", async (raw, set, splits) => {
      const known = new Set<string>();
      for (const split of splits) {
        for await (const sentence of readCorpus(join(sharedData, set, `${split}.jsonl`))) {
          known.add(content(sentence));
        }
      }
      const log = new ReadLog();
      const sentences = await collect(readCorpus(join(sharedData, "raw", raw), { log }));
      // The sample may be cut inside its last sentence.
      const whole = sentences.slice(0, -1);
      expect(whole.length).toBeGreaterThan(5);
      expect(whole.filter((sentence) => !known.has(content(sentence)))).toEqual([]);
      expect(log.total).toBe(0);
    });
  },
);
