import { defineCommand } from "../command.ts";
import { readOptions } from "../options/corpus-options.ts";
import { addRewriteOptions, type RewriteFlags, writeResult } from "../options/rewriting.ts";
import { withReport } from "../output/reporting.ts";
import { readWithProgress } from "../progress/read-with-progress.ts";

type Options = RewriteFlags & { readonly in: string };

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
      "lacuna convert --in posts.csv.gz --text-field body --out posts.jsonl",
      "the texts of a table's column, compressed or not",
    ],
    [
      "lacuna convert --in corpus/ --from brat --out - --to jsonl",
      "a folder of brat files to standard output",
    ],
  ],
  configure: (command) =>
    addRewriteOptions(
      command.requiredOption(
        "--in <file>",
        "corpus to read; FILE:partial says that unlabelled means unknown",
      ),
    ),
  run: (flags) =>
    withReport(flags, (log) => {
      const sentences = readWithProgress(flags.in, { ...readOptions(flags), log });
      return writeResult(flags, sentences, log);
    }),
});
