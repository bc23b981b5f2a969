import type { Sentence } from "../data/index.ts";
import { Random } from "../random.ts";
import { partition, type Split, splits } from "./partition.ts";
import { type WrittenSentence, writeSplit } from "./write-split.ts";

interface DemoCorpusOptions {
  readonly seed?: number;
  /** Sentences per split. */
  readonly train?: number;
  readonly dev?: number;
  readonly test?: number;
}

/**
 * Makes the embedded corpus: invented English sentences with every PER, ORG, LOC and PRODUCT labelled, nested
 * ones too. The seed also deals names and templates to the splits: none is ever in two of them. The size of one
 * split changes nothing in the others, and a smaller one is the beginning of a larger one.
 */
export function demoCorpus(options: DemoCorpusOptions = {}): Record<Split, Sentence[]> {
  const { train, dev, test } = tracedDemoCorpus(options);
  const sentences = (written: readonly WrittenSentence[]) => written.map(({ sentence }) => sentence);
  return { train: sentences(train), dev: sentences(dev), test: sentences(test) };
}

/** The same corpus with the template of each sentence, to check that the splits share none. */
export function tracedDemoCorpus(options: DemoCorpusOptions): Record<Split, WrittenSentence[]> {
  const sizes = { train: options.train ?? 1500, dev: options.dev ?? 300, test: options.test ?? 300 };
  const random = new Random(options.seed ?? 1);
  const shares = partition(random.fork("partition"));
  const corpus: Record<Split, WrittenSentence[]> = { train: [], dev: [], test: [] };
  for (const split of splits) {
    const size = sizes[split];
    if (!Number.isSafeInteger(size) || size < 0) {
      throw new RangeError(`size of ${split} must be a whole number from 0, got ${size}`);
    }
    corpus[split] = writeSplit(split, shares[split], size, random.fork(split));
  }
  return corpus;
}
