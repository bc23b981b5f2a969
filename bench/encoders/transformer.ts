// `node scripts/bench.mjs encoders/transformer`: a real transformer encoding the text of CoNLL-03, packed and padded, by turns in one run.
//   --sentences 256   of the training part, in runs of 32     --blocks 5      turns of each
//   --threads 2                                              --spinning      waiting threads spin (quiet machines)
//   --no-training     only the comparison
import { parseArgs } from "node:util";
import { measureEncoder } from "./measure.ts";
import { readTagged, type TaggedSentences } from "./tagged-sentences.ts";
import { measureCache } from "./transformer-cache.ts";
import { reportInference, whole } from "./transformer-report.ts";
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
  const { spinning } = flags;
  await reportInference(corpus, {
    threads,
    spinning,
    blocks: Number(flags.blocks),
    sentences: Number(flags.sentences),
  });
  if (!flags.training) return;
  console.log("\ntrained:  words/s  (per processor s)");
  for (const [name, row] of Object.entries(transformerRows)) {
    const { train } = await measureEncoder(row, corpus, {
      threads,
      spinning,
      seconds: Number(flags.seconds),
    });
    const speeds = `${whole(train.wall).padStart(17)} ${whole(train.processor).padStart(12)}`;
    console.log(`${speeds}        ${name}: ${row.title}`);
  }
  const part = { words: corpus.words.slice(0, 500), tags: corpus.tags.slice(0, 500), names: corpus.names };
  const cache = await measureCache(miniLm, part, { threads });
  const filled = `filled once at ${whole(cache.fill)} words/s, ${cache.megabytes.toFixed(1)} MB in float16`;
  console.log(
    `${whole(cache.train).padStart(17)}                     all layers frozen and cached (${filled})`,
  );
}
