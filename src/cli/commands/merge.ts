import type { Sentence } from "../../data/sentence.ts";
import { writeCorpus } from "../../data/write-corpus.ts";
import { defineCommand } from "../command.ts";
import {
  addReadOptions,
  addWriteOptions,
  type ReadFlags,
  readOptions,
  type WriteFlags,
  writeOptions,
} from "../corpus-options.ts";
import { counted, describeTotals, noTotals, type Totals } from "../counted.ts";
import { readWithProgress } from "../progress.ts";
import { addReportOptions, type ReportFlags, withReport } from "../reporting.ts";

type Options = ReadFlags &
  WriteFlags &
  ReportFlags & { readonly in: readonly string[]; readonly out: string };

export default defineCommand<Options>({
  name: "merge",
  summary:
    "Join corpora into one file. Each sentence keeps its completeness and the name of the file it came from.",
  examples: [
    [
      "lacuna merge --in gold.jsonl:complete distant.jsonl:partial --out all.jsonl",
      "human labels and dictionary labels together",
    ],
    [
      "lacuna merge --in people.conll:complete=PER places.conll:complete=LOC --out all.jsonl",
      "files labelled for different types",
    ],
  ],
  configure: (command) =>
    addReportOptions(
      addWriteOptions(
        addReadOptions(
          command
            .requiredOption(
              "--in <file...>",
              "corpora to read, each with its own :complete, :partial or :complete=LABEL,LABEL",
            )
            .requiredOption("--out <file>", 'where to write; "-" for standard output'),
        ),
      ),
    ),
  run: (flags) =>
    withReport(flags, async (report) => {
      const files: { file: string; totals: Totals }[] = [];
      async function* all(): AsyncGenerator<Sentence> {
        for (const file of flags.in) {
          const totals = noTotals();
          files.push({ file, totals });
          yield* counted(readWithProgress(file, { ...readOptions(flags), report }), totals);
        }
      }
      const totals = noTotals();
      await writeCorpus(flags.out, counted(all(), totals), { ...writeOptions(flags), report });
      return {
        json: { ...totals, files: files.map(({ file, totals: each }) => ({ file, ...each })) },
        lines: [
          ...files.map(({ file, totals: each }) => `${file}: ${describeTotals(each)}`),
          `${describeTotals(totals)} → ${flags.out}`,
        ],
        toStderr: flags.out === "-",
      };
    }),
});
