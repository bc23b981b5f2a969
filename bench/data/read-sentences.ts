import { readCorpus } from "../../src/data/read-corpus.ts";
import type { Sentence } from "../../src/data/sentence.ts";

/** All sentences of a file that people have labelled completely, or that is taken so. */
export async function readSentences(path: string): Promise<Sentence[]> {
  const sentences: Sentence[] = [];
  for await (const sentence of readCorpus({ path, completeness: "complete" })) sentences.push(sentence);
  return sentences;
}
