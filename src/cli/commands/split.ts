import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { InvalidArgumentError, Option } from "commander";
import type { Sentence } from "../../data/index.ts";
import { assignSplits, ReadLog, type SplitShare, splitGroup, writeCorpus } from "../../data/index.ts";
import { UserError } from "../../errors.ts";
import { replaceFiles } from "../../files/index.ts";
import { Random } from "../../random.ts";
import { defineCommand } from "../command.ts";
import { keepInputs } from "../keep-inputs.ts";
import {
  addReadOptions,
  addWriteOptions,
  type ReadFlags,
  readOptions,
  type WriteFlags,
  writeOptions,
} from "../options/corpus-options.ts";
import { wholeNumber } from "../options/numbers.ts";
import { addReportOptions, type ReportFlags, withReport } from "../output/reporting.ts";
import { describeTotals, noTotals, tally } from "../output/totals.ts";
import { readWithProgress } from "../progress/read-with-progress.ts";

type Options = ReadFlags &
  WriteFlags &
  ReportFlags & {
    readonly in: string;
    readonly out: string;
    readonly shares: readonly SplitShare[];
    readonly seed: number;
  };

const defaultShares: readonly SplitShare[] = [
  { name: "train", share: 0.8 },
  { name: "dev", share: 0.1 },
  { name: "test", share: 0.1 },
];

export default defineCommand<Options>({
  name: "split",
  summary: "Split a corpus at random into several files. Sentences of one document stay together.",
  examples: [
    [
      "lacuna split --in all.jsonl --out splits --seed 1",
      "splits/train.jsonl, dev.jsonl and test.jsonl, 80 : 10 : 10",
    ],
    ["lacuna split --in all.jsonl --out splits --shares train=9,dev=1", "two parts, 9 : 1"],
  ],
  configure: (command) =>
    addReportOptions(
      addWriteOptions(
        addReadOptions(
          command
            .requiredOption("--in <file>", "corpus to read; not standard input, since it is read twice")
            .requiredOption("--out <folder>", "folder for the parts; created if missing")
            .addOption(
              new Option("--shares <name=share,…>", "parts and their shares")
                .argParser(parseShares)
                .default(defaultShares, "train=0.8,dev=0.1,test=0.1"),
            )
            .option("--seed <n>", "the same seed gives the same parts", wholeNumber, 1),
        ),
      ),
    ),
  run: (flags) =>
    withReport(flags, async (log) => {
      if (flags.in === "-")
        throw new UserError("split reads its input twice, so it cannot be standard input");
      const ending = flags.to === undefined ? "jsonl" : (endings.get(flags.to) ?? "jsonl");
      const files = flags.shares.map(({ name }) => join(flags.out, `${name}.${ending}`));
      keepInputs(
        files.map((path) => ({ option: "--out", path })),
        [{ option: "--in", path: flags.in }],
      );
      const sizes = new Map<string, number>();
      let index = 0;
      // The first reading only counts; what it finds wrong is reported by the second.
      for await (const sentence of readWithProgress(flags.in, {
        ...readOptions(flags),
        log: new ReadLog(),
      })) {
        const group = splitGroup(sentence, index++);
        sizes.set(group, (sizes.get(group) ?? 0) + 1);
      }
      const assigned = assignSplits(sizes, flags.shares, new Random(flags.seed));
      await mkdir(flags.out, { recursive: true });

      const parts = flags.shares.map(({ name }, i) => ({ name, file: files[i]!, totals: noTotals() }));
      const write = async (i: number, path: string) => {
        const { name, totals } = parts[i]!;
        const read = readWithProgress(flags.in, {
          ...readOptions(flags),
          log: i === 0 ? log : new ReadLog(),
        });
        const chosen = only(read, (group) => assigned.get(group) === name);
        await writeCorpus(path, tally(chosen, totals), { format: "jsonl", ...writeOptions(flags), log });
      };
      // Parts of two splits beside each other would share sentences: all are replaced, or none. Folders are, one by one.
      if (flags.to === "brat") for (const i of files.keys()) await write(i, files[i]!);
      else {
        await replaceFiles(files, async (paths) => {
          for (const [i, path] of paths.entries()) await write(i, path);
        });
      }
      return {
        json: {
          seed: flags.seed,
          groups: sizes.size,
          parts: parts.map(({ totals, ...part }) => ({ ...part, ...totals })),
        },
        lines: parts.map(({ file, totals }) => `${describeTotals(totals)} → ${file}`),
      };
    }),
});

const endings = new Map([
  ["columns", "conll"],
  ["label-studio", "json"],
  ["parquet", "parquet"],
  ["docbin", "spacy"],
  ["gliner", "json"],
]);

async function* only(
  sentences: AsyncIterable<Sentence>,
  keep: (group: string) => boolean,
): AsyncGenerator<Sentence> {
  let index = 0;
  for await (const sentence of sentences) if (keep(splitGroup(sentence, index++))) yield sentence;
}

function parseShares(text: string): SplitShare[] {
  const shares = text.split(",").map((part) => {
    const [name = "", share = ""] = part.split("=");
    if (!/^[\p{L}\p{N}_-]+$/u.test(name) || !(Number(share) > 0)) {
      throw new InvalidArgumentError('write it like "train=0.8,dev=0.1,test=0.1".');
    }
    return { name, share: Number(share) };
  });
  if (new Set(shares.map(({ name }) => name)).size < shares.length)
    throw new InvalidArgumentError("a part is named twice.");
  return shares;
}
