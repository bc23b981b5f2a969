import type { Sentence } from "../../data/index.ts";
import { defineCommand } from "../command.ts";
import { readOptions } from "../options/corpus-options.ts";
import { addRewriteOptions, type RewriteFlags, writeResult } from "../options/rewriting.ts";
import { withReport } from "../output/reporting.ts";
import { describeTotals, noTotals, type Totals, tally } from "../output/totals.ts";
import { readWithProgress } from "../progress/read-with-progress.ts";

type Options = RewriteFlags & { readonly in: readonly string[] };

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
    addRewriteOptions(
      command.requiredOption(
        "--in <file...>",
        "corpora to read, each with its own :complete, :partial or :complete=LABEL,LABEL",
      ),
    ),
  run: (flags) =>
    withReport(flags, async (log) => {
      const files: { file: string; totals: Totals }[] = [];
      async function* all(): AsyncGenerator<Sentence> {
        for (const file of flags.in) {
          const totals = noTotals();
          files.push({ file, totals });
          yield* tally(readWithProgress(file, { ...readOptions(flags), log }), totals);
        }
      }
      const { json, lines, toStderr } = await writeResult(flags, all(), log);
      return {
        json: { ...json, files: files.map(({ file, totals }) => ({ file, ...totals })) },
        lines: [...files.map(({ file, totals }) => `${file}: ${describeTotals(totals)}`), ...lines],
        toStderr,
      };
    }),
});
