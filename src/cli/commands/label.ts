import { readFile } from "node:fs/promises";
import { Option } from "commander";
import { parseCorpusSpec } from "../../data/corpus-spec.ts";
import type { Report } from "../../data/report.ts";
import type { Sentence } from "../../data/sentence.ts";
import { writeCorpus } from "../../data/write-corpus.ts";
import { detectUnit } from "../../dictionary/detect-unit.ts";
import type { Dictionary } from "../../dictionary/dictionary.ts";
import {
  type Agreement,
  type DictionaryReport,
  DictionaryTally,
} from "../../dictionary/dictionary-report.ts";
import { labelSentence } from "../../dictionary/label-sentence.ts";
import { loadDictionary } from "../../dictionary/load-dictionary.ts";
import { type MatchOptions, matchPreset, presets, type Unit } from "../../dictionary/match-options.ts";
import { UserError } from "../../errors.ts";
import { defineCommand } from "../command.ts";
import {
  addReadOptions,
  addWriteOptions,
  type ReadFlags,
  readOptions,
  type WriteFlags,
  wholeNumber,
  writeOptions,
} from "../corpus-options.ts";
import { counted, describeTotals, noTotals } from "../counted.ts";
import { readWithProgress } from "../progress.ts";
import { addReportOptions, type ReportFlags, withReport } from "../reporting.ts";
import { table } from "../table.ts";

type Options = ReadFlags &
  WriteFlags &
  ReportFlags &
  Pick<
    MatchOptions,
    "case" | "plural" | "match" | "conflict" | "unit" | "minCharacters" | "minTokens" | "maxTokens"
  > & {
    readonly in: string;
    readonly out: string;
    readonly dictionary: string;
    readonly preset: string;
    readonly normalise?: MatchOptions["normalisation"];
    readonly stop?: string;
    readonly existing: "replace" | "keep";
    readonly gold?: boolean;
  };

/** How many sentences decide whether the text is matched by words or by characters. */
const SAMPLE = 500;

export default defineCommand<Options>({
  name: "label",
  summary:
    "Label text by dictionary. The result is a partial corpus: what no phrase matches is unknown, not negative.",
  examples: [
    [
      "lacuna label --in raw.txt --dictionary names/ --out distant.jsonl",
      "names/PER.txt, names/LOC.txt …: one phrase per line",
    ],
    [
      "lacuna label --in train.jsonl --dictionary names.tsv --gold --out distant.jsonl",
      "phrase⇥label lines; also says how good the dictionary is",
    ],
    [
      "lacuna label --in raw.txt --dictionary names/ --match all --conflict keep-both --out distant.jsonl",
      "nested hits, several labels",
    ],
  ],
  configure: (command) =>
    addReportOptions(
      addWriteOptions(
        addReadOptions(
          command
            .requiredOption("--in <file>", "raw text, or a corpus in any format")
            .requiredOption(
              "--dictionary <path>",
              "folder of LABEL.txt files, one such file, or a .tsv of phrase and label",
            )
            .requiredOption("--out <file>", 'where to write; "-" for standard output')
            .addOption(
              new Option("--preset <name>", "a named set of matching options")
                .choices(Object.keys(presets))
                .default("default"),
            )
            .addOption(
              new Option(
                "--case <mode>",
                "exact, fold (ignore case), smart (capitals in the text are forgiven)",
              ).choices(["exact", "fold", "smart"]),
            )
            .addOption(
              new Option("--normalise <form>", "which spellings of a character are the same").choices([
                "none",
                "nfc",
                "nfkc",
              ]),
            )
            .option("--plural", "match the regular English plural or singular of a phrase's last word too")
            .addOption(
              new Option(
                "--match <how>",
                "longest: from left to right, the longest hit; all: nested ones too",
              ).choices(["longest", "all"]),
            )
            .addOption(
              new Option("--conflict <policy>", "between labels that claim the same words").choices([
                "drop",
                "first",
                "longest",
                "keep-both",
                "drop-tokens",
              ]),
            )
            .addOption(
              new Option("--unit <unit>", "what phrases are cut into").choices([
                "auto",
                "words",
                "characters",
                "tokens",
              ]),
            )
            .option("--min-characters <n>", "leave out shorter phrases", wholeNumber)
            .option("--min-tokens <n>", "ignore hits of fewer words", wholeNumber)
            .option("--max-tokens <n>", "ignore hits of more words", wholeNumber)
            .option("--stop <file>", "phrases that are never a hit, one per line")
            .addOption(
              new Option("--existing <what>", "labels the input already has")
                .choices(["replace", "keep"])
                .default("replace"),
            )
            .option(
              "--gold",
              "the input's labels are the truth: report the dictionary's precision and recall against them",
            ),
        ),
      ),
    ),
  run: (flags) =>
    withReport(flags, async (report) => {
      // Labels that are replaced and compared with nothing may be complete or not: nothing is to be announced then.
      const isUsed = flags.gold === true || flags.existing === "keep";
      const spec = isUsed ? flags.in : { completeness: "partial" as const, ...parseCorpusSpec(flags.in) };
      const sentences = readWithProgress(spec, { ...readOptions(flags), report });
      const sample: Sentence[] = [];
      while (sample.length < SAMPLE) {
        const next = await sentences.next();
        if (next.done) break;
        sample.push(next.value);
      }
      const options = await matchOptions(flags);
      const unit = options.unit ?? chooseUnit(sample, report);
      const dictionary = await loadDictionary(flags.dictionary, { ...options, unit }, report);
      if (dictionary.size === 0) throw new UserError(`the dictionary "${flags.dictionary}" holds no phrase`);
      const tally = new DictionaryTally(dictionary);

      async function* labelled(dictionary: Dictionary): AsyncGenerator<Sentence> {
        async function* all() {
          yield* sample;
          yield* sentences;
        }
        for await (const sentence of all()) {
          const matches = dictionary.match(sentence.tokens);
          tally.add(sentence, matches, flags.gold ?? false);
          yield labelSentence(sentence, dictionary, { existing: flags.existing, matches });
        }
      }
      const totals = noTotals();
      await writeCorpus(flags.out, counted(labelled(dictionary), totals), { ...writeOptions(flags), report });
      const result = tally.report();
      return {
        json: { ...totals, dictionary: asJson(result) },
        lines: [...describe(result), `${describeTotals(totals)} → ${flags.out}`],
        toStderr: flags.out === "-",
      };
    }),
});

/** Characters where the text is cut by character; the given tokens where it came cut into words; words in raw text. */
function chooseUnit(sample: readonly Sentence[], report: Report): Unit {
  if (detectUnit(sample.map(({ tokens }) => tokens)) === "characters") {
    report.assume("the text is cut by character, and so is the dictionary");
    return "characters";
  }
  if (sample.some(({ text }) => text !== undefined)) return "words";
  report.assume(
    "phrases must be the very words of the input, split at blanks; --unit words also finds them where the input is cut otherwise",
  );
  return "tokens";
}

async function matchOptions(flags: Options): Promise<MatchOptions> {
  const given: Record<string, unknown> = {
    case: flags.case,
    normalisation: flags.normalise,
    plural: flags.plural,
    match: flags.match,
    conflict: flags.conflict,
    unit: flags.unit,
    minCharacters: flags.minCharacters,
    minTokens: flags.minTokens,
    maxTokens: flags.maxTokens,
    stop: flags.stop === undefined ? undefined : await readStopList(flags.stop),
  };
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...matchPreset(flags.preset), ...(Object.fromEntries(set) as MatchOptions) };
}

async function readStopList(path: string): Promise<string[]> {
  const text = await readFile(path, "utf8").catch((cause: Error) => {
    throw new UserError(`cannot read the stop list "${path}": ${cause.message}`, { cause });
  });
  return text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "");
}

function asJson({ hitsPerLabel, gold, ...rest }: DictionaryReport): object {
  return {
    ...rest,
    hitsPerLabel: [...hitsPerLabel].map(([label, hits]) => ({ label, hits })),
    ...(gold !== undefined && {
      gold: { ...gold.all, perLabel: [...gold.perLabel].map(([label, each]) => ({ label, ...each })) },
    }),
  };
}

function* describe(report: DictionaryReport): Generator<string> {
  const share = (part: number, whole: number) =>
    `${whole === 0 ? "0.0" : ((100 * part) / whole).toFixed(1)} %`;
  const percent = (each: Agreement | undefined) =>
    each === undefined
      ? ["", "", ""]
      : [each.precision, each.recall, each.f1].map((value) => value.toFixed(2));
  const rows = [...report.hitsPerLabel].map(([label, hits]) => [
    label,
    hits,
    ...percent(report.gold?.perLabel.get(label)),
  ]);
  const header = [
    "label",
    "hits",
    ...(report.gold === undefined ? ["", "", ""] : ["precision", "recall", "F1"]),
  ];
  yield* table([header, ...rows, ["all", report.hits, ...percent(report.gold?.all)]]);
  yield `${share(report.sentencesWithHit, report.sentences)} of sentences and ${share(report.tokensInHits, report.tokens)} of words have a hit`;
  const { neverHit, ambiguous } = report;
  yield `${neverHit.count.toLocaleString("en")} of ${report.phrases.toLocaleString("en")} phrases are never hit${listed(neverHit.first.map(({ phrase }) => phrase))}`;
  if (ambiguous.count > 0) {
    yield `${ambiguous.count.toLocaleString("en")} phrases have several labels${listed(ambiguous.first.map(({ phrase, labels }) => `${phrase} (${labels.join(", ")})`))}`;
  }
}

function listed(items: readonly string[]): string {
  return items.length === 0 ? "" : `: ${items.slice(0, 5).join("; ")}${items.length > 5 ? " …" : ""}`;
}
