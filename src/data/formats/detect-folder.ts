import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { UserError } from "../../errors.ts";
import { readStart } from "../bytes/read-bytes.ts";
import type { Format } from "../format.ts";
import { brat } from "./brat/brat.ts";

/** How many files of a folder are looked into, and how far. */
const FILES = 5;
const SAMPLE = 1 << 14;

/**
 * A folder is a corpus if it holds brat's files: texts with annotations, or texts alone. A folder of phrase lists has
 * `.txt` files too, but is a dictionary: to read it as texts would count its phrases as unlabelled sentences.
 */
export async function detectFolder(path: string): Promise<Format> {
  const files = await readdir(path, { recursive: true });
  const isBrat = (name: string) => /\.ann$/.test(name) || basename(name) === "annotation.conf";
  if (files.some(isBrat)) return brat;
  const texts = files.filter((name) => name.endsWith(".txt")).sort();
  const tables = files.filter((name) => name.endsWith(".tsv")).sort();
  if (texts.length > 0 ? await areLists(path, texts) : tables.length > 0) {
    const shown = [...texts, ...tables].slice(0, 3).join(", ");
    throw new UserError(
      `"${path}" looks like a dictionary, not a corpus: ${shown} hold phrases, not sentences`,
      {
        hint: `use it as a dictionary: --dictionary ${path}; if these are texts, say --from brat`,
      },
    );
  }
  if (texts.length > 0) return brat;
  const corpus = files.find((name) => /\.(?:jsonl?|spacy|conll|csv|parquet)(?:\.gz|\.zst)?$/.test(name));
  throw new UserError(`"${path}" is a folder without .ann and .txt files, so it is no brat corpus`, {
    hint: corpus === undefined ? "name a file" : `name a file in it, such as ${join(path, corpus)}`,
  });
}

/** Whether files hold a phrase per line: nearly all lines are a few words without a full stop. */
async function areLists(folder: string, names: readonly string[]): Promise<boolean> {
  let [phrases, lines] = [0, 0];
  for (const name of names.slice(0, FILES)) {
    const start = (await readStart(join(folder, name), SAMPLE)).toString();
    for (const line of start.split(/\r\n|\n|\r/)) {
      const text = line.trim();
      if (text === "") continue;
      lines++;
      if (
        text.length <= 60 &&
        text.split(/\s+/).length <= 6 &&
        !/\p{L}{3,}[.!?]$|[。！？，、；：:;]/u.test(text)
      ) {
        phrases++;
      }
    }
  }
  return lines > 0 && phrases >= 0.9 * lines;
}
