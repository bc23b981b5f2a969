import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { ReadLog, writeCorpus, writeLines } from "../../data/index.ts";
import { demoCorpus, demoDictionary } from "../../demo/index.ts";
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
    const log = new ReadLog();
    await mkdir(join(out, "dictionary"), { recursive: true });
    const parts: object[] = [];
    for (const [name, sentences] of Object.entries(demoCorpus({ seed }))) {
      const file = join(out, `${name}.jsonl`);
      const totals = noTotals();
      await writeCorpus(file, tally(sentences, totals), { log });
      parts.push({ name, file, ...totals });
      if (!json) console.log(`${describeTotals(totals)} → ${file}`);
    }
    const labels: object[] = [];
    for (const [label, phrases] of demoDictionary({ seed })) {
      const file = join(out, "dictionary", `${label}.txt`);
      await writeLines(file, phrases);
      labels.push({ label, file, phrases: phrases.length });
      if (!json) console.log(`${phrases.length} phrases → ${file}`);
    }
    if (json) console.log(JSON.stringify({ seed, parts, dictionary: labels }));
  },
});
