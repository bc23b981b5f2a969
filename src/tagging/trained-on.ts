import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseCorpusSpec, readCorpus, type Sentence, SentenceSet } from "../data/index.ts";
import { UserError } from "../errors.ts";
import { modelFiles } from "./model-folder.ts";

/**
 * The sentences that the model of a folder was trained on. Folders of Lacuna 0.1 do not tell: their training files are read
 * again, if they are still there. Undefined where nobody knows.
 */
export async function trainedOn(dir: string): Promise<SentenceSet | undefined> {
  const bytes = await readFile(join(dir, modelFiles.trainedOn)).catch(() => undefined);
  if (bytes !== undefined) return SentenceSet.fromBytes(bytes);
  const sentences: Sentence[] = [];
  for (const file of await trainingFiles(dir)) sentences.push(...(await sentencesOf(file)));
  return sentences.length === 0 ? undefined : SentenceSet.of(sentences);
}

/** The training files that a model's config names. */
async function trainingFiles(dir: string): Promise<string[]> {
  const config: unknown = await readFile(join(dir, modelFiles.config), "utf8").then(JSON.parse, () => null);
  const files = typeof config === "object" && config !== null && "train" in config ? config.train : [];
  return Array.isArray(files) ? files.filter((file) => typeof file === "string") : [];
}

/** None where the file is gone or has become something else. */
async function sentencesOf(file: string): Promise<Sentence[]> {
  const { path } = parseCorpusSpec(file);
  const sentences: Sentence[] = [];
  if (!existsSync(path)) return sentences;
  try {
    for await (const sentence of readCorpus({ path }, { assume: "complete" })) sentences.push(sentence);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
  return sentences;
}
