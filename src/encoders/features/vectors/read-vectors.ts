import { readBinaryVectors } from "./read-binary-vectors.ts";
import { readTextVectors } from "./read-text-vectors.ts";
import { detectVectorFormat } from "./vector-format.ts";
import { VectorRows, type WordVectors } from "./word-vectors.ts";

interface ReadVectorsOptions {
  /** Which words to keep: a set (their lower-case forms are kept too, as a fallback) or a predicate. Default: all words. */
  readonly needed?: ReadonlySet<string> | ((word: string) => boolean);
}

/**
 * Reads word vectors from a file: GloVe text, word2vec or fastText text (with a header of count and size), separated
 * by blanks or tabs, or word2vec binary; detected by content. Streamed: only the rows that are kept stay in memory.
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
