// `npm run check:dictionaries`: whether the dictionaries of the data sets know names of dev and test that they should not.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { loadDictionary } from "../src/dictionary/index.ts";
import { dataFolder } from "./data/data-folder.ts";
import { type KnownNames, knownOfNew, namesIn } from "./data/known-names.ts";
import { readSentences } from "./data/read-sentences.ts";

const dictionaries = join(dataFolder, "dictionaries");
if (!existsSync(dictionaries)) {
  console.error(`not counted: no "${dictionaries}" (set LACUNA_DATA)`);
  process.exit(1);
}

/** With what stands between the words of a name. */
const sets = [
  ["ec", ""],
  ["news", ""],
  ["bc5cdr", " "],
  ["conll03", " "],
] as const;

console.log("names that the dictionary has: those of train, and those of dev and test that are not in train");
console.log("set                 train                dev               test");
for (const [set, glue] of sets) {
  const phrases = await phrasesOf(set);
  const names = async (part: string) =>
    namesIn(await readSentences(join(dataFolder, set, `${part}.jsonl`)), glue);
  const train = await names("train");
  const columns = [
    knownOfNew(train, new Set(), phrases),
    knownOfNew(await names("dev"), train, phrases),
    knownOfNew(await names("test"), train, phrases),
  ];
  console.log(`${set.padEnd(8)}${columns.map(shown).join("  ")}`);
}

async function phrasesOf(set: string): Promise<Set<string>> {
  const dictionary = await loadDictionary(join(dictionaries, set));
  return new Set(Array.from({ length: dictionary.size }, (_, entry) => dictionary.phrase(entry)));
}

function shown({ names, known }: KnownNames): string {
  const share = names === 0 ? "–" : ((100 * known) / names).toFixed(1);
  return `${share} % of ${names.toLocaleString("en")}`.padStart(17);
}
