import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { Option } from "commander";
import {
  type AcceptOptions,
  acceptSuggestions,
  applySuggestions,
  auditFiles,
  checkWords,
  readSuggestions,
  readSummary,
} from "../../audit/index.ts";
import type { ReadLog, Sentence } from "../../data/index.ts";
import { formatNumber, percentOf } from "../../format.ts";
import { defineCommand } from "../command.ts";
import { readOptions } from "../options/corpus-options.ts";
import { probability } from "../options/numbers.ts";
import { addRewriteOptions, type RewriteFlags, writeResult } from "../options/rewriting.ts";
import { withReport } from "../output/reporting.ts";
import { readWithProgress } from "../progress/read-with-progress.ts";

type Options = RewriteFlags &
  AcceptOptions & {
    readonly data: readonly string[];
    readonly suggestions: string;
    readonly complete?: boolean;
  };

export default defineCommand<Options>({
  name: "apply",
  summary:
    "Write a corpus with the suggestions of an audit: entities that were missed are added, wrong ones changed. By default all that are more likely right than wrong.",
  examples: [
    ["lacuna apply --data train.conll --suggestions audit --out better.conll", "what the audit suggests"],
    [
      "lacuna apply --data train.conll --suggestions audit --precision 0.9 --out better.conll",
      "as many as possible of which nine in ten should be right",
    ],
    [
      "lacuna apply --data train.conll --suggestions reviewed.jsonl --probability 0 --out better.conll",
      "every line of a file that somebody has gone through",
    ],
  ],
  configure: (command) =>
    addRewriteOptions(
      command
        .requiredOption("--data <file...>", "the corpus that was audited, the same files in the same order")
        .requiredOption("--suggestions <path>", "the folder of the audit, or a file of suggestions")
        .option(
          "--precision <x>",
          "accept as many as possible at this expected precision, 0 to 1",
          probability,
        )
        .option("--probability <x>", "accept those with at least this probability, 0 to 1", probability)
        .addOption(new Option("--only <kind>", "accept one kind only").choices(["missed", "wrong"]))
        .option("--complete", "mark the result as complete: unlabelled then means no entity"),
    ),
  run: (flags) => withReport(flags, (log) => apply(flags, log)),
});

async function apply(flags: Options, log: ReadLog) {
  const isFolder = statSync(flags.suggestions, { throwIfNoEntry: false })?.isDirectory() === true;
  const file = isFolder ? join(flags.suggestions, auditFiles.suggestions) : flags.suggestions;
  const all = await readSuggestions(file);
  const sentences: Sentence[] = [];
  for (const data of flags.data) {
    for await (const sentence of readWithProgress(data, { ...readOptions(flags), log })) {
      sentences.push(sentence);
    }
  }
  if (existsSync(join(dirname(file), auditFiles.summary))) {
    const { data } = await readSummary(dirname(file));
    checkWords(sentences, data.fingerprint);
  }
  const accepted = acceptSuggestions(all, flags);
  const applied = applySuggestions(sentences, accepted.suggestions, { complete: flags.complete ?? false });
  const { json, lines, toStderr } = await writeResult(flags, inOrder(applied.sentences), log);
  const { added, changed, known } = applied;
  const { from, expectedPrecision } = accepted;
  return {
    json: { ...json, added, changed, known, from, expectedPrecision },
    lines: [
      `${formatNumber(accepted.suggestions.length)} of ${formatNumber(all.length)} suggestions accepted: ${formatNumber(added)} entities added, ${formatNumber(changed)} changed${known > 0 ? `, ${formatNumber(known)} there already` : ""}`,
      ...(accepted.suggestions.length === 0
        ? []
        : [`probability ${from.toFixed(3)} and above; ${percentOf(expectedPrecision)} should be right`]),
      ...lines,
    ],
    toStderr,
  };
}

async function* inOrder(sentences: readonly Sentence[]): AsyncGenerator<Sentence> {
  yield* sentences;
}
