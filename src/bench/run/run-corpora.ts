import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { maskSentence, parseCorpusSpec, readCorpus, type Sentence, writeCorpus } from "../../data/index.ts";
import { demoCorpus } from "../../demo/index.ts";
import { Random } from "../../random.ts";
import type { BenchRun } from "../suite/run.ts";

/** The train, dev and test files of a run, as `readCorpus` takes them; absolute paths. */
export interface RunCorpora {
  readonly train: readonly string[];
  readonly dev: string;
  readonly test: string;
}

type Made = Pick<BenchRun, "data" | "mask" | "seed">;

/** Names the files of a run. Those that are made lie in `made`, which is shared by the runs of a bench. */
export function runCorpora({ data, mask, seed }: Made, dataFolder: string, made: string): RunCorpora {
  const { train, dev, test } = sources(data, dataFolder, made);
  // Where nothing is hidden there is nothing to make.
  if (mask === null || mask === 0) return { train, dev, test };
  return {
    train: train.map((_, i) => resolve(made, `${data.name}-p${mask}-seed${seed}-${i + 1}.jsonl`)),
    dev,
    test,
  };
}

/**
 * Makes those files of a run that are not there yet. Labels are hidden in training files only, as by `lacuna mask`: the
 * same seed hides the same labels. What was hidden stays in the file, for diagnostics.
 */
export async function makeRunCorpora(run: Made, dataFolder: string, made: string): Promise<void> {
  const { data, mask, seed } = run;
  await mkdir(made, { recursive: true });
  const given = sources(data, dataFolder, made);
  if ("embedded" in data) {
    const corpus = demoCorpus({ seed: 1, ...data.sentences });
    await writeOnce(parseCorpusSpec(given.train[0]!).path, () => corpus.train);
    await writeOnce(given.dev, () => corpus.dev);
    await writeOnce(given.test, () => corpus.test);
  }
  if (mask === null || mask === 0) return;
  const files = runCorpora(run, dataFolder, made).train;
  for (const [i, spec] of given.train.entries()) {
    await writeOnce(files[i]!, () => masked(spec, mask, seed));
  }
}

function sources(data: BenchRun["data"], dataFolder: string, made: string): RunCorpora {
  if ("embedded" in data) {
    const { train, dev, test } = data.sentences;
    const file = (split: string, count: number) => resolve(made, `${data.name}-${split}-${count}.jsonl`);
    return {
      train: [`${file("train", train)}:complete`],
      dev: file("dev", dev),
      test: file("test", test),
    };
  }
  const at = (path: string) => resolve(dataFolder, path);
  return { train: data.train.map(at), dev: at(data.dev), test: at(data.test) };
}

async function* masked(spec: string, probability: number, seed: number): AsyncGenerator<Sentence> {
  const random = new Random(seed);
  for await (const sentence of readCorpus(spec)) yield maskSentence(sentence, probability, random);
}

async function writeOnce(
  path: string,
  sentences: () => AsyncIterable<Sentence> | Iterable<Sentence>,
): Promise<void> {
  if (!existsSync(path)) await writeCorpus(path, sentences());
}
