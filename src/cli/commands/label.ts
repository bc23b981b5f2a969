import { Option } from "commander";
import type { ReadLog, Sentence } from "../../data/index.ts";
import { parseCorpusSpec } from "../../data/index.ts";
import type { Unit } from "../../dictionary/index.ts";
import {
  DictionaryTally,
  detectUnit,
  type LabelOptions,
  labelSentence,
  loadDictionary,
} from "../../dictionary/index.ts";
import { UserError } from "../../errors.ts";
import { defineCommand } from "../command.ts";
import { readOptions } from "../options/corpus-options.ts";
import { addMatchOptions, type MatchFlags, matchOptions } from "../options/match-options.ts";
import { addRewriteOptions, type RewriteFlags, writeResult } from "../options/rewriting.ts";
import { describeDictionary, dictionaryJson } from "../output/describe-dictionary.ts";
import { withReport } from "../output/reporting.ts";
import { readWithProgress } from "../progress/read-with-progress.ts";

type Options = RewriteFlags &
  MatchFlags & {
    readonly in: string;
    readonly dictionary: string;
    readonly existing: NonNullable<LabelOptions["existing"]>;
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
    addRewriteOptions(
      addMatchOptions(
        command
          .requiredOption("--in <file>", "raw text, or a corpus in any format")
          .requiredOption(
            "--dictionary <path>",
            "folder of LABEL.txt files, one such file, or a .tsv of phrase and label",
          )
          .addOption(
            new Option("--existing <what>", "what happens to labels of the input")
              .choices(["replace", "keep", "extend"])
              .default("replace"),
          )
          .option(
            "--gold",
            "the input's labels are the truth: report the dictionary's precision and recall against them",
          ),
      ),
    ),
  run: (flags) =>
    withReport(flags, async (log) => {
      // Labels that are replaced and compared with nothing may be complete or not: nothing is to be announced then.
      const isUsed = flags.gold === true || flags.existing !== "replace";
      const spec = isUsed ? flags.in : { completeness: "partial" as const, ...parseCorpusSpec(flags.in) };
      const sentences = readWithProgress(spec, { ...readOptions(flags), log });
      const sample: Sentence[] = [];
      while (sample.length < SAMPLE) {
        const next = await sentences.next();
        if (next.done) break;
        sample.push(next.value);
      }
      const { unit = "auto", ...options } = await matchOptions(flags);
      const chosen = unit === "auto" ? chooseUnit(sample, log) : unit;
      const dictionary = await loadDictionary(flags.dictionary, { ...options, unit: chosen }, log);
      if (dictionary.size === 0) throw new UserError(`the dictionary "${flags.dictionary}" holds no phrase`);

      const tally = new DictionaryTally(dictionary);
      async function* labelled(
        sentences: AsyncIterable<Sentence> | Iterable<Sentence>,
      ): AsyncGenerator<Sentence> {
        for await (const sentence of sentences) {
          const matches = dictionary.match(sentence.tokens);
          tally.add(sentence, matches, flags.gold ?? false);
          yield labelSentence(sentence, dictionary, { existing: flags.existing, matches });
        }
      }
      async function* all() {
        yield* labelled(sample);
        yield* labelled(sentences);
      }
      const { json, lines, toStderr } = await writeResult(flags, all(), log);
      const result = tally.report();
      return {
        json: { ...json, dictionary: dictionaryJson(result) },
        lines: [...describeDictionary(result), ...lines],
        toStderr,
      };
    }),
});

/** Characters where the text is cut by character; the given tokens where it came cut into words; words in raw text. */
function chooseUnit(sample: readonly Sentence[], log: ReadLog): Unit {
  if (detectUnit(sample.map(({ tokens }) => tokens)) === "characters") {
    log.assume("the text is cut by character, and so is the dictionary");
    return "characters";
  }
  if (sample.some(({ text }) => text !== undefined)) return "words";
  log.assume(
    "phrases must be the very words of the input, split at blanks; --unit words also finds them where the input is cut otherwise",
  );
  return "tokens";
}
