import type { Sentence } from "../../data/index.ts";
import { ReadLog, readCorpus, readLines, writeLines } from "../../data/index.ts";
import { loadDictionary } from "../../dictionary/index.ts";
import { UserError } from "../../errors.ts";
import {
  bootstrapF1,
  type Confusion,
  conllevalLines,
  createConfusion,
  createFamiliarity,
  createScorer,
  createSentenceCounter,
  type Familiarity,
  type FamiliarityCounter,
  type FamiliarityRecall,
  formatPercent,
  type Interval,
  type Mistake,
  matchModes,
  otherNames,
  pairedRandomisation,
  type ScoreResult,
  type Significance,
  sentenceMistakes,
} from "../../evaluation/index.ts";
import { formatNumber } from "../../format.ts";
import { defineCommand } from "../command.ts";
import { addReadOptions, type ReadFlags, readOptions } from "../options/corpus-options.ts";
import { wholeNumber } from "../options/numbers.ts";
import { addReportOptions, type ReportFlags, withReport } from "../output/reporting.ts";
import { rateCells, scoreTable } from "../output/score-table.ts";
import { table } from "../output/table.ts";
import { readWithProgress } from "../progress/read-with-progress.ts";

type Options = ReadFlags &
  ReportFlags & {
    readonly gold?: string;
    readonly pred?: string;
    readonly compare?: string;
    readonly mistakes?: string;
    readonly conlleval?: string;
    readonly known?: readonly string[];
    readonly dictionary?: string;
    readonly seed: number;
  };

/** Sentences that tell whether a text is cut by character. */
const SAMPLE = 1000;

export default defineCommand<Options>({
  name: "score",
  summary:
    "Compare predicted entities with gold ones: exact spans, and looser ways of matching beside them. Gold may be nested or partial; predictions on unknown words are neither right nor wrong.",
  examples: [
    [
      "lacuna score --gold test.jsonl --pred predicted.jsonl",
      "precision, recall, F1 with its interval, per type",
    ],
    ["lacuna score --gold test.jsonl --pred a.jsonl --compare b.jsonl", "is a better than b, or is it luck?"],
    [
      "lacuna score --gold test.jsonl --pred a.jsonl --mistakes mistakes.jsonl",
      "list every miss and false alarm",
    ],
    [
      "lacuna score --gold test.jsonl --pred a.jsonl --known train.jsonl --dictionary names",
      "how many names are found that training had, and that it never met?",
    ],
    ["lacuna score --conlleval output.txt", "exactly what the classic conlleval script prints"],
  ],
  configure: (command) =>
    addReportOptions(
      addReadOptions(
        command
          .option("--gold <file>", "corpus with the true labels")
          .option("--pred <file>", "the same sentences with predicted labels")
          .option("--compare <file>", "a second prediction, for a paired significance test")
          .option("--mistakes <file>", "write every mistake here, one JSON object per line")
          .option(
            "--known <file...>",
            "training corpora; recall is also shown by how each name is known from them",
          )
          .option("--dictionary <path>", "the same for the names of a dictionary")
          .option(
            "--conlleval <file>",
            "word, gold tag and predicted tag in columns; prints what conlleval prints",
          )
          .option("--seed <n>", "for the bootstrap and the significance test", wholeNumber, 1),
      ),
    ),
  run: async (flags) => {
    if (flags.conlleval !== undefined) return printConlleval(flags.conlleval);
    const { gold, pred } = flags;
    if (gold === undefined || pred === undefined) {
      throw new UserError("score needs --gold and --pred, or --conlleval");
    }
    await withReport(flags, (log) => score({ ...flags, gold, pred }, log));
  },
});

async function printConlleval(path: string): Promise<void> {
  process.stdout.write(await conllevalLines(readLines(path, new ReadLog()), { file: path }));
}

async function score(flags: Options & { readonly gold: string; readonly pred: string }, log: ReadLog) {
  const scorers = matchModes.map((mode) => createScorer({ mode }));
  const counter = createSentenceCounter();
  const other = createSentenceCounter();
  const confusion = createConfusion();
  const familiarity =
    flags.known === undefined && flags.dictionary === undefined ? undefined : createFamiliarity();
  const sample: (readonly string[])[] = [];
  const [labels, predicted] = [new Set<string>(), new Set<string>()];

  async function* mistakes(): AsyncGenerator<string> {
    let index = 0;
    for await (const [gold, pred, second] of aligned(flags, log)) {
      for (const scorer of scorers) scorer.add(gold, pred.entities);
      counter.add(gold, pred.entities);
      confusion.add(gold, pred.entities);
      familiarity?.add(gold, pred.entities);
      for (const { label } of gold.entities) labels.add(label);
      for (const { label } of pred.entities) predicted.add(label);
      if (sample.length < SAMPLE) sample.push(gold.tokens);
      if (second !== undefined) other.add(gold, second.entities);
      if (flags.mistakes !== undefined) {
        for (const mistake of sentenceMistakes(gold, pred.entities, index))
          yield JSON.stringify(mistake satisfies Mistake);
      }
      index++;
    }
  }
  if (flags.mistakes !== undefined) await writeLines(flags.mistakes, mistakes());
  else for await (const _ of mistakes());

  for (const { message, advice } of otherNames(predicted, labels, {
    file: flags.pred,
    others: "gold labels",
  })) {
    log.warn(message, ...advice);
  }
  const results = scorers.map((scorer) => scorer.result());
  const counts = counter.result();
  const interval = bootstrapF1(counts, { seed: flags.seed });
  const significance =
    flags.compare === undefined
      ? undefined
      : pairedRandomisation(counts, other.result(), { seed: flags.seed });
  const known = familiarity && (await recallByFamiliarity(flags, log, { familiarity, sample }));
  const [exact] = results;
  const table = confusion.result();
  const { precision, recall, f1 } = exact!.micro;
  return {
    json: {
      precision: twoDecimals(precision),
      recall: twoDecimals(recall),
      f1: twoDecimals(f1),
      interval,
      ...exact,
      modes: results.map(({ mode, micro }) => ({ mode, ...micro })),
      confusion: table,
      ...(known !== undefined && { known }),
      ...(significance !== undefined && { significance }),
    },
    lines: [
      ...describe(results, interval),
      ...describeConfusion(table),
      ...describeFamiliarity(known),
      ...describeSignificance(significance),
    ],
  };
}

/** Looks for the names of gold in what is known. */
async function recallByFamiliarity(
  flags: Options,
  log: ReadLog,
  { familiarity, sample }: { familiarity: FamiliarityCounter; sample: readonly (readonly string[])[] },
): Promise<FamiliarityRecall[]> {
  const options = { ...readOptions(flags), log };
  for (const file of flags.known ?? []) {
    for await (const sentence of readWithProgress(file, { ...options, assume: "complete" }))
      familiarity.know(sentence);
  }
  if (flags.dictionary === undefined) return familiarity.result();
  const dictionary = await loadDictionary(flags.dictionary, { sample }, log);
  return familiarity.result((words, label) =>
    dictionary
      .match(words, { match: "all", conflict: "keep-both" })
      .some((hit) => hit.start === 0 && hit.end === words.length && hit.label === label),
  );
}

/** Gold and predicted sentences side by side; fails where they are not the same sentences. */
async function* aligned(
  flags: Options & { readonly gold: string; readonly pred: string },
  log: ReadLog,
): AsyncGenerator<readonly [Sentence, Sentence, Sentence | undefined]> {
  const options = { ...readOptions(flags), log };
  // Whether predictions are complete does not matter, so nothing is to be announced about it.
  const read = (file: string) => {
    return { file, sentences: readCorpus(file, { ...options, assume: "complete" }) };
  };
  const predictions = [read(flags.pred), ...(flags.compare === undefined ? [] : [read(flags.compare)])];
  let number = 0;
  for await (const gold of readWithProgress(flags.gold, options)) {
    number++;
    const row: Sentence[] = [];
    for (const { file, sentences } of predictions) {
      const next = await sentences.next();
      if (next.done) throw new UserError(`${file} ends after ${number - 1} sentences, ${flags.gold} goes on`);
      checkSameWords(gold, next.value, number, flags.gold, file);
      row.push(next.value);
    }
    yield [gold, row[0]!, row[1]];
  }
  for (const { file, sentences } of predictions) {
    if (!(await sentences.next()).done)
      throw new UserError(`${flags.gold} ends after ${number} sentences, ${file} goes on`);
  }
}

function checkSameWords(
  gold: Sentence,
  pred: Sentence,
  number: number,
  goldFile: string,
  predFile: string,
): void {
  const length = Math.max(gold.tokens.length, pred.tokens.length);
  for (let i = 0; i < length; i++) {
    if (gold.tokens[i] === pred.tokens[i]) continue;
    const show = (token: string | undefined) => (token === undefined ? "nothing" : JSON.stringify(token));
    throw new UserError(
      `sentence ${number}, word ${i + 1}: ${goldFile} has ${show(gold.tokens[i])}, ${predFile} has ${show(pred.tokens[i])}`,
      { hint: "gold and predictions must hold the same sentences in the same order" },
    );
  }
}

function* describe(results: readonly ScoreResult[], interval: Interval): Generator<string> {
  const exact = results[0]!;
  yield* scoreTable("exact spans", exact);
  const { low, high, confidence } = interval;
  yield `F1 ${formatPercent(interval.value)}, ${100 * confidence} % interval ${formatPercent(low)} – ${formatPercent(high)} (bootstrap over ${formatNumber(exact.sentences)} sentences)`;
  if (exact.ignored > 0) yield `${exact.ignored} predictions on unknown words were not scored`;
  yield "";
  yield* table([
    ["looser readings", "precision", "recall", "F1"],
    ...results.slice(1).map((r) => rateCells(r.mode, r.micro)),
  ]);
}

function* describeConfusion({ labels, matrix, missed, spurious }: Confusion): Generator<string> {
  if (labels.length < 2) return;
  yield "";
  yield* table([
    ["gold \\ predicted", ...labels, "missed"],
    ...labels.map((label, i) => [label, ...matrix[i]!, missed[i]!]),
    ["false alarm", ...spurious, ""],
  ]);
}

const familiarityNames: Readonly<Record<Familiarity, string>> = {
  listed: "in the dictionary",
  labelled: "labelled there",
  "in text": "in its text, not labelled",
  new: "nowhere",
};

function* describeFamiliarity(known: readonly FamiliarityRecall[] | undefined): Generator<string> {
  if (known === undefined) return;
  yield "";
  yield* table([
    ["how names were known", "recall", "gold", "correct"],
    ...known.map(({ familiarity, recall, gold, correct }) => [
      familiarityNames[familiarity],
      gold === 0 ? "" : formatPercent(recall),
      gold,
      correct,
    ]),
  ]);
}

function* describeSignificance(significance: Significance | undefined): Generator<string> {
  if (significance === undefined) return;
  const { difference, p, shuffles } = significance;
  const sign = difference >= 0 ? "+" : "−";
  yield "";
  yield `F1 difference to the other prediction: ${sign}${formatPercent(Math.abs(difference))}, p = ${p.toPrecision(2)} (paired randomisation, ${formatNumber(shuffles)} shuffles)`;
}

function twoDecimals(percent: number): number {
  return Number(formatPercent(percent));
}
