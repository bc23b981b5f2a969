import { maskSentence } from "../../data/mask-sentence.ts";
import type { Sentence } from "../../data/sentence.ts";
import { writeCorpus } from "../../data/write-corpus.ts";
import { Random } from "../../random.ts";
import { defineCommand } from "../command.ts";
import {
  addReadOptions,
  addWriteOptions,
  probability,
  type ReadFlags,
  readOptions,
  type WriteFlags,
  wholeNumber,
  writeOptions,
} from "../corpus-options.ts";
import { counted, describeTotals, noTotals } from "../counted.ts";
import { readWithProgress } from "../progress.ts";
import { addReportOptions, type ReportFlags, withReport } from "../reporting.ts";

type Options = ReadFlags &
  WriteFlags &
  ReportFlags & { readonly in: string; readonly out: string; readonly p: number; readonly seed: number };

export default defineCommand<Options>({
  name: "mask",
  summary:
    "Hide each label with probability p, to imitate an annotator who misses some. The result is partial; what was hidden is kept aside for diagnostics.",
  examples: [["lacuna mask --in train.jsonl --out masked.jsonl --p 0.5 --seed 1", "hide half of the labels"]],
  configure: (command) =>
    addReportOptions(
      addWriteOptions(
        addReadOptions(
          command
            .requiredOption("--in <file>", "corpus to read")
            .requiredOption("--out <file>", 'where to write; "-" for standard output')
            .requiredOption("--p <probability>", "chance of each label to be hidden, 0 to 1", probability)
            .option("--seed <n>", "the same seed hides the same labels", wholeNumber, 1),
        ),
      ),
    ),
  run: (flags) =>
    withReport(flags, async (report) => {
      const totals = noTotals();
      const random = new Random(flags.seed);
      async function* masked(sentences: AsyncIterable<Sentence>) {
        for await (const sentence of sentences) yield maskSentence(sentence, flags.p, random);
      }
      const sentences = masked(readWithProgress(flags.in, { ...readOptions(flags), report }));
      await writeCorpus(flags.out, counted(sentences, totals), { ...writeOptions(flags), report });
      return {
        json: { ...totals, p: flags.p, seed: flags.seed },
        lines: [`${describeTotals(totals)} → ${flags.out}`],
        toStderr: flags.out === "-",
      };
    }),
});
