import { type CorpusStatistics, createStatistics } from "../../data/index.ts";
import { UserError } from "../../errors.ts";
import { formatNumber, percentOf } from "../../format.ts";
import { defineCommand } from "../command.ts";
import { addReadOptions, type ReadFlags, readOptions } from "../options/corpus-options.ts";
import { addReportOptions, type ReportFlags, withReport } from "../output/reporting.ts";
import { table } from "../output/table.ts";
import { readWithProgress } from "../progress/read-with-progress.ts";

type Options = ReadFlags & ReportFlags;

export default defineCommand<Options>({
  name: "stats",
  summary:
    "Count what corpora hold: sentences, labels, lengths, nesting, ambiguous surfaces, and how incomplete they are.",
  examples: [
    ["lacuna stats train.jsonl dev.jsonl test.jsonl", "one table over three files"],
    ["lacuna stats distant.jsonl:partial --json", "for a script"],
  ],
  configure: (command) =>
    addReportOptions(
      addReadOptions(command.argument("<files...>", "corpora, each with an optional :complete or :partial")),
    ),
  run: (flags, files) =>
    withReport(flags, async (log) => {
      if (files.length === 0) throw new UserError("no file given");
      const results: { file: string; statistics: CorpusStatistics }[] = [];
      for (const file of files) {
        const statistics = createStatistics();
        for await (const sentence of readWithProgress(file, { ...readOptions(flags), log })) {
          statistics.add(sentence);
        }
        results.push({ file, statistics: statistics.result() });
      }
      return {
        json: { files: results.map(({ file, statistics }) => ({ file, ...statistics })) },
        lines: results.flatMap(({ file, statistics }, i) => [
          ...(i > 0 ? [""] : []),
          ...describe(file, statistics),
        ]),
      };
    }),
});

function* describe(file: string, s: CorpusStatistics): Generator<string> {
  yield file;
  const documents = s.documents > 0 ? ` in ${formatNumber(s.documents)} documents` : "";
  yield `  ${formatNumber(s.sentences)} sentences${documents}, ${formatNumber(s.words)} words (mean length ${s.meanLength.toFixed(1)}, longest ${s.maxLength})`;
  yield `  ${s.completeness.map(({ state, sentences }) => `${state}: ${formatNumber(sentences)} sentences`).join("; ")}`;
  if (s.unknownWords + s.outsideWords > 0) {
    yield `  words marked unknown: ${s.unknownWords}, marked outside: ${s.outsideWords}`;
  }
  yield `  without any entity: ${percentOf(s.sentencesWithoutEntities, s.sentences)} of sentences`;
  yield "";
  const rows = s.labels.map((l) => [
    l.label,
    l.entities,
    l.hidden,
    l.surfaces,
    l.meanWidth.toFixed(2),
    l.maxWidth,
  ]);
  const widest = s.widths.at(-1)?.width ?? 0;
  const totals = ["all", s.entities, s.hidden, "", "", widest];
  yield* table([["label", "entities", "hidden", "surfaces", "mean width", "widest"], ...rows, totals]).map(
    (line) => `  ${line}`,
  );
  yield "";
  yield `  nested: ${s.nested} entities inside another; ${s.crossing} crossing pairs`;
  yield `  ambiguous: ${s.ambiguousSurfaces} surfaces with several labels`;
  for (const { surface, labels } of s.ambiguous.slice(0, 5)) {
    yield `    ${surface}: ${labels.map((each) => `${each.label} ${each.count}`).join(", ")}`;
  }
  yield `  sparsity m + hidden ≤ √n: ${s.sparsityViolations} sentences break it (${percentOf(s.sparsityViolations, s.sentences)})`;
}
