import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sentence } from "../../data/index.ts";
import { UserError } from "../../errors.ts";
import type { SessionOptions } from "../../graph/index.ts";
import type { ScoredEntity } from "../../models/index.ts";
import { modelFiles, openModelFolder, SpanScorer } from "../../tagging/index.ts";
import type { TrainConfig } from "../config/config.ts";

/** The model that teaches in a run of `distil`. */
export interface Teacher {
  readonly dir: string;
  readonly labels: readonly string[];
  /** Of its manifest, and so of all its files. */
  readonly sha256: string;
}

/** Opens the teacher that a config names; undefined for methods without one. */
export async function openTeacher({ method, distil }: TrainConfig): Promise<Teacher | undefined> {
  if (method !== "distil") return undefined;
  const { teacher: dir } = distil as { readonly teacher: string | null };
  if (dir === null) {
    throw new UserError('the method "distil" needs a model that teaches', {
      hint: "lacuna distil --teacher MODEL --data FILE names one",
    });
  }
  const { labels } = await openModelFolder(dir, { weights: false });
  const manifest = await readFile(join(dir, modelFiles.manifest));
  return { dir, labels: labels.labels, sha256: createHash("sha256").update(manifest).digest("hex") };
}

/** Spans that the teacher finds less likely are not taught. */
const FLOOR = 0.001;

/** What a teacher thinks of each sentence: every label of every span that it finds possible. */
export async function askTeacher(
  { dir }: Teacher,
  sentences: readonly Sentence[],
  session: Pick<SessionOptions, "threads" | "device">,
  onProgress: (progress: { readonly done: number; readonly all: number }) => void,
): Promise<(readonly ScoredEntity[])[]> {
  const all = sentences.length;
  const found = new Array<readonly ScoredEntity[]>(all).fill([]);
  onProgress({ done: 0, all });
  await using scorer = await SpanScorer.load(dir, session);
  let done = 0;
  for await (const { position, candidates } of scorer.scoreSentences(sentences, { floor: FLOOR })) {
    found[position] = candidates;
    if (++done % STEP === 0 && done < all) onProgress({ done, all });
  }
  onProgress({ done: all, all });
  return found;
}

/** Sentences between two words on how far it has come. */
const STEP = 1000;
