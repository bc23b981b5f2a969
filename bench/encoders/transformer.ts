// `node scripts/bench.mjs encoders/transformer`: a real transformer encoding the text of CoNLL-03, packed and padded, by turns in one run.
//   --sentences 256   of the training part, in runs of 32     --blocks 5      turns of each
//   --threads 2                                              --spinning      waiting threads spin (quiet machines)
//   --no-training     only the comparison
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { measureEncoder } from "./measure.ts";
import { readTagged, type TaggedSentences } from "./tagged-sentences.ts";
import { measureCache } from "./transformer-cache.ts";
import { compareInference } from "./transformer-inference.ts";
import { miniLm, noMiniLm, transformerRows } from "./transformer-rows.ts";

const { values: flags } = parseArgs({
  allowNegative: true,
  options: {
    sentences: { type: "string", default: "256" },
    blocks: { type: "string", default: "5" },
    threads: { type: "string", default: "2" },
    seconds: { type: "string", default: "5" },
    spinning: { type: "boolean", default: false },
    training: { type: "boolean", default: true },
  },
});
const threads = Number(flags.threads);
const corpus = await readTagged("train");

if (noMiniLm !== undefined) console.log(`not measured: ${noMiniLm}`);
else if (typeof corpus === "string") console.log(`not measured: ${corpus}`);
else await measure(corpus);

async function measure(corpus: TaggedSentences): Promise<void> {
  const chosen = runsOf(corpus.words, Number(flags.sentences));
  console.log(
    `${cpus()[0]?.model}, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}; ${threads} threads; MiniLM (6 × 384) on ${chosen.length} sentences of CoNLL-03 train`,
  );
  const { contenders, pieces, padded, gap } = await compareInference(miniLm, chosen, {
    threads,
    spinning: flags.spinning,
    blocks: Number(flags.blocks),
  });
  console.log(
    `${whole(pieces)} pieces, ${whole(padded)} with the peer's padding; both sides' vectors differ by at most ${gap.toExponential(1)}\n`,
  );
  console.log("encoded:  words/s  (per processor s)   × peer  (by processor)");
  for (const { title, wall, processor, faster } of contenders) {
    const ratios = `${faster.wall.toFixed(2).padStart(6)}   ${faster.processor.toFixed(2).padStart(6)}`;
    console.log(
      `${whole(wall).padStart(17)} ${whole(processor).padStart(12)}        ${ratios}        ${title}`,
    );
  }
  if (!flags.training) return;
  console.log("\ntrained:  words/s  (per processor s)");
  for (const [name, row] of Object.entries(transformerRows)) {
    const { train } = await measureEncoder(row, corpus, { threads, seconds: Number(flags.seconds) });
    console.log(
      `${whole(train.wall).padStart(17)} ${whole(train.processor).padStart(12)}        ${name}: ${row.title}`,
    );
  }
  const part = { words: corpus.words.slice(0, 500), tags: corpus.tags.slice(0, 500), names: corpus.names };
  const cache = await measureCache(miniLm, part, { threads });
  console.log(
    `${whole(cache.train).padStart(17)}                     all layers frozen and cached (filled once at ${whole(cache.fill)} words/s, ${cache.megabytes.toFixed(1)} MB in float16)`,
  );
}

/** Runs of 32 neighbouring sentences from all over the corpus: ragged as text is. */
function runsOf<T>(all: readonly T[], count: number): T[] {
  const runs = Math.ceil(count / 32);
  const step = Math.floor(all.length / runs);
  return Array.from({ length: runs }, (_, run) => all.slice(run * step, run * step + 32)).flat();
}

function whole(number: number): string {
  return Math.round(number).toLocaleString("en");
}
