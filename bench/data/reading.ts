import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCorpus } from "../../src/data/read-corpus.ts";
import { writeCorpus } from "../../src/data/write-corpus.ts";
import { readSentences } from "./read-sentences.ts";

/** How many times the corpus is written to show that memory does not follow its size. */
const REPEATS = 20;

/** Prints how fast CoNLL-03 train is read as JSONL and as columns, and the memory it takes, once and twenty-fold. */
export async function benchReading(train: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "lacuna-bench-"));
  try {
    const sentences = await readSentences(train);
    function* repeated() {
      for (let i = 0; i < REPEATS; i++) yield* sentences;
    }
    const files: [string, string][] = [["jsonl, as given", train]];
    for (const [name, ending] of [
      ["jsonl", "jsonl"],
      ["columns (IOB2)", "conll"],
    ] as const) {
      const once = join(folder, `once.${ending}`);
      const many = join(folder, `many.${ending}`);
      await writeCorpus(once, sentences);
      await writeCorpus(many, repeated());
      files.push([name, once], [`${name} × ${REPEATS}`, many]);
    }
    sentences.length = 0;
    console.log(
      "reading CoNLL-03 train".padEnd(28),
      "MB".padStart(8),
      "MB/s".padStart(8),
      "sentences/s".padStart(12),
      "peak heap MB".padStart(13),
      "peak RSS MB".padStart(12),
    );
    for (const [name, file] of files) {
      const { megabytes, seconds, count, heap, rss } = await measure(file);
      console.log(
        name.padEnd(28),
        megabytes.toFixed(1).padStart(8),
        (megabytes / seconds).toFixed(1).padStart(8),
        Math.round(count / seconds)
          .toLocaleString("en")
          .padStart(12),
        heap.toFixed(0).padStart(13),
        rss.toFixed(0).padStart(12),
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(file: string) {
  const megabytes = statSync(file).size / 1e6;
  // Once to warm up, so that the rate is that of compiled code.
  for await (const _ of readCorpus(`${file}:complete`));
  globalThis.gc?.();
  let [heap, rss, count] = [0, 0, 0];
  const start = performance.now();
  for await (const _ of readCorpus(`${file}:complete`)) {
    if (++count % 2000 === 0) {
      const now = process.memoryUsage();
      heap = Math.max(heap, now.heapUsed / 1e6);
      rss = Math.max(rss, now.rss / 1e6);
    }
  }
  return { megabytes, seconds: (performance.now() - start) / 1000, count, heap, rss };
}
