import { readBinaryVectors } from "./read-binary-vectors.ts";
import { readJsonVectors } from "./read-json-vectors.ts";
import { readTextVectors } from "./read-text-vectors.ts";
import { findVectors, readStoredVectors } from "./stored-vectors.ts";
import { detectVectorFormat } from "./vector-format.ts";
import { fileVectors, type VectorSource } from "./vector-source.ts";
import { VectorRows, type WordVectors } from "./word-vectors.ts";

interface ReadVectorsOptions {
  /** Which words to keep: a set (their lower-case forms are kept too, as a fallback) or a predicate. Default: all words. */
  readonly needed?: ReadonlySet<string> | ((word: string) => boolean);
}

/**
 * Reads word vectors from a file: GloVe text, word2vec or fastText text (with a header of count and size), separated
 * by blanks or tabs, word2vec binary, or JSON; detected by content, also when gzip has compressed it. Streamed: only the
 * rows that are kept stay in memory. What is no path is the name of vectors in the cache.
 */
export async function readVectors(given: string, { needed }: ReadVectorsOptions = {}): Promise<WordVectors> {
  const { path, isStored } = findVectors(given, process.env);
  if (isStored) return readStoredVectors(path, testOf(needed));
  return readSource(await fileVectors(path), testOf(needed));
}

/** The same for bytes from anywhere. `most` is how many words are kept, from the top of the file. */
export async function readSource(
  source: VectorSource,
  isNeeded: (word: string) => boolean,
  most?: number,
): Promise<WordVectors> {
  const format = await detectVectorFormat(source);
  const rows = new VectorRows(format.dim, isNeeded, most);
  if (format.kind === "text") await readTextVectors(source, format, rows);
  else if (format.kind === "json") await readJsonVectors(source, format, rows);
  else await readBinaryVectors(source, format, rows);
  return rows.finish();
}

function testOf(needed: ReadVectorsOptions["needed"]): (word: string) => boolean {
  if (needed === undefined) return () => true;
  if (typeof needed === "function") return needed;
  const lower = new Set<string>();
  for (const word of needed) lower.add(word.toLowerCase());
  return (word) => needed.has(word) || lower.has(word);
}
