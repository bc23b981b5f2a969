import { copyFile, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ReadLog, writeCorpus, writeLines } from "../../data/index.ts";
import { demoCorpus, demoDictionary } from "../../demo/index.ts";
import { UserError } from "../../errors.ts";
import { replaceFile } from "../../files/index.ts";
import { defineCommand } from "../command.ts";
import { wholeNumber } from "../options/numbers.ts";
import { describeTotals, noTotals, tally } from "../output/totals.ts";

interface Options {
  readonly out: string;
  readonly seed: number;
  readonly json?: boolean;
}

export default defineCommand<Options>({
  name: "demo",
  summary:
    "Write the embedded example corpus: train, dev and test (no name and no sentence pattern of one occurs in another), and a dictionary that knows about a third of the names.",
  examples: [
    ["lacuna demo --out lacuna-demo", "lacuna-demo/train.jsonl, dev.jsonl, test.jsonl and dictionary/"],
  ],
  configure: (command) =>
    command
      .option("--out <folder>", "where to write; created if missing", "lacuna-demo")
      .option("--seed <n>", "the same seed gives the same corpus", wholeNumber, 1)
      .option("--json", "print the result as JSON"),
  run: async ({ out, seed, json }) => {
    const staged = await mkdtemp(join(tmpdir(), "lacuna-demo-"));
    try {
      const { parts, dictionary } = await writeDemo(staged, seed);
      const placed = <T extends { readonly file: string }>(written: T): T => ({
        ...written,
        file: join(out, written.file),
      });
      await copyUnlessChanged(
        staged,
        out,
        [...parts, ...dictionary].map(({ file }) => file),
      );
      if (json) {
        console.log(JSON.stringify({ seed, parts: parts.map(placed), dictionary: dictionary.map(placed) }));
        return;
      }
      for (const { file, ...totals } of parts) console.log(`${describeTotals(totals)} → ${join(out, file)}`);
      for (const { file, phrases } of dictionary) console.log(`${phrases} phrases → ${join(out, file)}`);
    } finally {
      await rm(staged, { recursive: true });
    }
  },
});

/** Writes corpus and dictionary into an empty folder. */
async function writeDemo(folder: string, seed: number) {
  const parts = [];
  for (const [name, sentences] of Object.entries(demoCorpus({ seed }))) {
    const file = `${name}.jsonl`;
    const totals = noTotals();
    await writeCorpus(join(folder, file), tally(sentences, totals), { log: new ReadLog() });
    parts.push({ name, file, ...totals });
  }
  await mkdir(join(folder, "dictionary"));
  const dictionary = [];
  for (const [label, phrases] of demoDictionary({ seed })) {
    const file = join("dictionary", `${label}.txt`);
    await writeLines(join(folder, file), phrases);
    dictionary.push({ label, file, phrases: phrases.length });
  }
  return { parts, dictionary };
}

/** Copies files, all or none: one that is there already and differs is somebody's work. */
async function copyUnlessChanged(from: string, to: string, files: readonly string[]): Promise<void> {
  const missing: string[] = [];
  for (const file of files) {
    const old = await readFile(join(to, file)).catch(() => undefined);
    if (old === undefined) missing.push(file);
    if (old === undefined || old.equals(await readFile(join(from, file)))) continue;
    throw new UserError(`"${join(to, file)}" exists and is not what would be written`, {
      hint: "choose another folder (--out), or move the file away",
    });
  }
  const made = await mkdir(join(to, "dictionary"), { recursive: true });
  try {
    for (const file of missing) {
      await replaceFile(join(to, file), (temporary) => copyFile(join(from, file), temporary));
    }
  } catch (cause) {
    // What was not there before goes again: half a demo is of no use.
    for (const file of missing) await rm(join(to, file), { force: true });
    if (made !== undefined) await rm(made, { recursive: true, force: true });
    throw cause;
  }
}
