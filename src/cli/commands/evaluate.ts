import { Option } from "commander";
import type { ReadLog, Sentence } from "../../data/index.ts";
import type { Warning } from "../../errors.ts";
import {
  createScorer,
  formatPercent,
  isMuchShared,
  type MatchMode,
  matchModes,
  otherNames,
  shareText,
} from "../../evaluation/index.ts";
import { counted, formatNumber } from "../../format.ts";
import { Tagger, trainedOn } from "../../tagging/index.ts";
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
  const known = await trainedOn(flags.model);
  const scorer = createScorer({ mode: flags.mode });
  const totals = noTotals();
  const labels = new Set<string>();
  let [unseen, trained] = [0, 0];
  async function* gold(): AsyncGenerator<Sentence> {
    for (const file of flags.data) {
      // Gold labels are taken as complete unless the caller or the file says otherwise; here it is not worth a word.
      const how = { ...readOptions(flags), cutting: tagger.cutting, log, assume: "complete" } as const;
      yield* readWithProgress(file, how);
    }
  }
  const begun = performance.now();
  for await (const found of tagger.tagStream(tally(gold(), totals), { decode: decodeOptions(flags) })) {
    scorer.add(found.sentence, found.entities);
    for (const { label } of found.sentence.entities) labels.add(label);
    if (known?.has(found.sentence)) trained++;
    unseen += found.unseen.length;
  }
  for (const { message, advice } of doubts(flags, { labels, trained, tagger, sentences: totals.sentences })) {
    log.warn(message, ...advice);
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

interface Evaluated {
  readonly tagger: Tagger;
  /** The labels of gold. */
  readonly labels: ReadonlySet<string>;
  readonly sentences: number;
  /** How many of the sentences the model was trained on. */
  readonly trained: number;
}

/** What makes the scores doubtful. */
function* doubts(
  { model, data }: Pick<Options, "model" | "data">,
  { tagger, labels, sentences, trained }: Evaluated,
): Generator<Warning> {
  if (isMuchShared(trained, sentences)) {
    yield {
      message: `the model "${model}" was trained on ${shareText(trained, sentences)} sentences that it is scored on: the scores are too high`,
      advice: ["score it on sentences that it has not seen"],
    };
  }
  yield* otherNames(labels, tagger.labels.labels, { file: data.join(", "), others: `labels of "${model}"` });
}
