import { Option } from "commander";
import type { ReadLog, Sentence } from "../../data/index.ts";
import { parseCorpusSpec } from "../../data/index.ts";
import { createScorer, formatPercent, type MatchMode, matchModes } from "../../evaluation/index.ts";
import { counted, formatNumber } from "../../format.ts";
import { Tagger } from "../../tagging/index.ts";
import { defineCommand } from "../command.ts";
import { addReadOptions, type ReadFlags, readOptions } from "../options/corpus-options.ts";
import {
  addDecodeOptions,
  type DecodeFlags,
  decodeOptions,
  taggerOptions,
} from "../options/decode-options.ts";
import { addReportOptions, type ReportFlags, withReport } from "../output/reporting.ts";
import { scoreTable } from "../output/score-table.ts";
import { noTotals, tally } from "../output/totals.ts";
import { readWithProgress } from "../progress/read-with-progress.ts";

type Options = ReadFlags &
  ReportFlags &
  DecodeFlags & { readonly model: string; readonly data: readonly string[]; readonly mode: MatchMode };

export default defineCommand<Options>({
  name: "evaluate",
  summary: "Tag labelled sentences with a trained model and score what it finds.",
  examples: [
    [
      "lacuna evaluate --model model --data test.jsonl",
      "precision, recall and F1, overall and for each label",
    ],
    [
      "lacuna evaluate --model model --data test.conll --threshold 0.9 --json",
      "only sure entities, for a script",
    ],
  ],
  configure: (command) =>
    addReportOptions(
      addReadOptions(
        addDecodeOptions(
          command
            .requiredOption("--model <folder>", "the model, as `lacuna train` wrote it")
            .requiredOption("--data <file...>", "labelled corpora; several are scored as one")
            .addOption(
              new Option("--mode <mode>", "when a predicted entity counts as correct")
                .choices(matchModes)
                .default("exact"),
            ),
        ),
      ),
    ),
  run: (flags) => withReport(flags, (log) => evaluate(flags, log)),
});

async function evaluate(flags: Options, log: ReadLog) {
  await using tagger = await Tagger.load(flags.model, taggerOptions(flags));
  const scorer = createScorer({ mode: flags.mode });
  const totals = noTotals();
  let unseen = 0;
  async function* gold(): AsyncGenerator<Sentence> {
    for (const file of flags.data) {
      // Labels that nothing is said about are taken as complete, as everywhere; here it is not worth a word.
      const spec = { completeness: "complete" as const, ...parseCorpusSpec(file) };
      yield* readWithProgress(spec, { ...readOptions(flags), cutting: tagger.cutting, log });
    }
  }
  const begun = performance.now();
  for await (const found of tagger.tagStream(tally(gold(), totals), { decode: decodeOptions(flags) })) {
    scorer.add(found.sentence, found.entities);
    unseen += found.unseen.length;
  }
  const seconds = (performance.now() - begun) / 1000;
  const wordsPerSecond = Math.round(totals.words / Math.max(seconds, 1e-9));
  const result = scorer.result();
  const { precision, recall, f1, gold: all, predicted, correct } = result.micro;
  const round = (percent: number) => Number(formatPercent(percent));
  return {
    json: {
      precision: round(precision),
      recall: round(recall),
      f1: round(f1),
      gold: all,
      predicted,
      correct,
      ...result,
      words: totals.words,
      unseenWords: unseen,
      seconds,
      wordsPerSecond,
    },
    lines: [
      ...scoreTable(flags.mode === "exact" ? "exact spans" : flags.mode, result),
      ...(result.ignored > 0 ? [`${result.ignored} predictions on unknown words were not scored`] : []),
      ...(unseen > 0 ? [`${unseen} words could not be read by the encoder`] : []),
      `${counted(totals.sentences, "sentence")}, ${counted(totals.words, "word")}, ${formatNumber(wordsPerSecond)} words/s`,
    ],
  };
}
