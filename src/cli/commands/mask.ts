import type { Sentence } from "../../data/index.ts";
import { maskSentence } from "../../data/index.ts";
import { Random } from "../../random.ts";
import { defineCommand } from "../command.ts";
import { readOptions } from "../options/corpus-options.ts";
import { probability, wholeNumber } from "../options/numbers.ts";
import { addRewriteOptions, type RewriteFlags, writeResult } from "../options/rewriting.ts";
import { withReport } from "../output/reporting.ts";
import { readWithProgress } from "../progress/read-with-progress.ts";

type Options = RewriteFlags & { readonly in: string; readonly p: number; readonly seed: number };

export default defineCommand<Options>({
  name: "mask",
  summary:
    "Hide each label with probability p, to imitate an annotator who misses some. The result is partial; hidden labels are kept aside for diagnostics.",
  examples: [["lacuna mask --in train.jsonl --out masked.jsonl --p 0.5 --seed 1", "hide half of the labels"]],
  configure: (command) =>
    addRewriteOptions(
      command
        .requiredOption("--in <file>", "corpus to read")
        .requiredOption("--p <probability>", "probability of hiding each label, 0 to 1", probability)
        .option("--seed <n>", "the same seed hides the same labels", wholeNumber, 1),
    ),
  run: (flags) =>
    withReport(flags, async (log) => {
      const random = new Random(flags.seed);
      async function* masked(sentences: AsyncIterable<Sentence>) {
        for await (const sentence of sentences) yield maskSentence(sentence, flags.p, random);
      }
      const sentences = masked(readWithProgress(flags.in, { ...readOptions(flags), log }));
      const { json, ...rest } = await writeResult(flags, sentences, log);
      return { ...rest, json: { ...json, p: flags.p, seed: flags.seed } };
    }),
});
