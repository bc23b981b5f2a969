import { readBinaryVectors } from "./read-binary-vectors.ts";
import { readTextVectors } from "./read-text-vectors.ts";
import { detectVectorFormat } from "./vector-format.ts";
import { VectorRows, type WordVectors } from "./word-vectors.ts";

interface ReadVectorsOptions {
  /** Which words are kept: a set of words (their lower case is kept as well, to fall back on), or a test. Default: all words. */
  readonly needed?: ReadonlySet<string> | ((word: string) => boolean);
}

/**
 * Reads word vectors from a file: GloVe text, word2vec or fastText text (a first line with count and size),
 * separated by blanks or tabs, or word2vec binary; told apart by their contents. Streamed: only rows that are
 * needed stay in memory.
 */
export async function readVectors(path: string, { needed }: ReadVectorsOptions = {}): Promise<WordVectors> {
  const format = await detectVectorFormat(path);
  const rows = new VectorRows(format.dim, testOf(needed));
  if (format.kind === "text") await readTextVectors(path, format, rows);
  else await readBinaryVectors(path, format, rows);
  return rows.finish();
}

function testOf(needed: ReadVectorsOptions["needed"]): (word: string) => boolean {
  if (needed === undefined) return () => true;
  if (typeof needed === "function") return needed;
  const lower = new Set<string>();
  for (const word of needed) lower.add(word.toLowerCase());
  return (word) => needed.has(word) || lower.has(word);
}
