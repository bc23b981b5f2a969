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
import { counted, describeTotals, noTotals } from "../counted.ts";
import { readWithProgress } from "../progress.ts";
import { addReportOptions, type ReportFlags, withReport } from "../reporting.ts";

type Options = ReadFlags & WriteFlags & ReportFlags & { readonly in: string; readonly out: string };

export default defineCommand<Options>({
  name: "convert",
  summary: "Read a corpus in any format and write it in another. Whatever is dropped or repaired is listed.",
  examples: [
    [
      "lacuna convert --in train.conll --out train.jsonl",
      "column file to JSON lines; format and scheme are detected",
    ],
    [
      "lacuna convert --in export.jsonl:partial --from prodigy --out gold.conll --to-scheme iobes",
      "Prodigy to IOBES, unlabelled = unknown",
    ],
    [
      "lacuna convert --in corpus/ --from brat --out - --to jsonl",
      "a folder of brat files to standard output",
    ],
  ],
  configure: (command) =>
    addReportOptions(
      addWriteOptions(
        addReadOptions(
          command
            .requiredOption("--in <file>", "corpus to read; FILE:partial says that unlabelled means unknown")
            .requiredOption("--out <file>", 'where to write; "-" for standard output'),
        ),
      ),
    ),
  run: (flags) =>
    withReport(flags, async (report) => {
      const totals = noTotals();
      const sentences = readWithProgress(flags.in, { ...readOptions(flags), report });
      await writeCorpus(flags.out, counted(sentences, totals), {
        ...writeOptions(flags),
        report,
      });
      return {
        json: totals,
        lines: [`${describeTotals(totals)} → ${flags.out}`],
        toStderr: flags.out === "-",
      };
    }),
});
