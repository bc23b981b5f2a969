// `npm run check:dictionaries`: whether the dictionaries of the data sets know names of dev and test that they should not.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readLines } from "../src/data/read-lines.ts";
import { Report } from "../src/data/report.ts";
import { type KnownNames, knownOfNew, type LabelledText, namesIn } from "./data/known-names.ts";
import { dataFolder } from "./data/reproduce-distant.ts";

const sets = [
  ["ec", ""],
  ["news", ""],
  ["bc5cdr", " "],
  ["conll03", " "],
] as const;

const shown = ({ names, known }: KnownNames) =>
  `${names === 0 ? "–" : ((100 * known) / names).toFixed(1)} % of ${names.toLocaleString("en")}`.padStart(17);

console.log("names that the dictionary has: those of train, and those of dev and test that are not in train");
console.log("set                 train                dev               test");
for (const [set, glue] of sets) {
  const phrases = await phrasesOf(set);
  const names = async (file: string) => namesIn(await sentencesOf(join(dataFolder, set, file)), glue);
  const train = await names("train.jsonl");
  const columns = [
    knownOfNew(train, new Set(), phrases),
    knownOfNew(await names("dev.jsonl"), train, phrases),
    knownOfNew(await names("test.jsonl"), train, phrases),
  ];
  console.log(`${set.padEnd(8)}${columns.map(shown).join("  ")}`);
}

async function phrasesOf(set: string): Promise<Set<string>> {
  const folder = join(dataFolder, "dictionaries", set);
  const files = (await readdir(folder)).filter((name) => name.endsWith(".txt"));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  return new Set(texts.flatMap((text) => text.split("\n")));
}

async function sentencesOf(path: string): Promise<LabelledText[]> {
  const sentences: LabelledText[] = [];
  for await (const { lines } of readLines(path, new Report()))
    sentences.push(...lines.filter((line) => line !== "").map((line) => JSON.parse(line)));
  return sentences;
}
