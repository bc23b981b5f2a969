import { UserError } from "../../../errors.ts";
import type { ReadOptions } from "../../format.ts";

/** Which columns of a file hold words and tags. */
export interface ColumnLayout {
  /** A tab, or one or more blanks. */
  readonly separator: "\t" | " ";
  /** How many columns an ordinary line has. */
  readonly width: number;
  readonly tokenColumn: number;
  /** One per layer of nested entities; none in a file of bare words. */
  readonly tagColumns: readonly number[];
}

/** Splits a line into its columns. */
export function splitColumns(line: string, separator: "\t" | " "): string[] {
  if (separator === "\t") return line.split("\t");
  // Only the ordinary blank separates; NBSP and its like belong to words.
  return line.split(" ").filter((cell) => cell !== "");
}

/** What a cell of a tag column looks like in any scheme. */
export const tagLike = /^(?:O|-|[BIESMLU](?:-.+)?)$/u;

/** Labels of syntactic chunks, so that the chunk column of CoNLL-2003 is not taken for a layer of entities. */
const chunkLabels = new Set("NP VP PP ADJP ADVP SBAR PRT CONJP INTJ LST UCP".split(" "));

/**
 * Detects the layout from the first lines of a file, where the caller does not give it: the tag column
 * is the last one that holds tags; all columns but the words are layers of nested entities
 * if all of them hold tags (as in GENIA) and none holds syntactic chunks.
 */
export function detectLayout(lines: readonly string[], file: string, options: ReadOptions): ColumnLayout {
  const separator = lines.some((line) => line.includes("\t")) ? "\t" : " ";
  const rows = lines.map((line) => splitColumns(line, separator));
  const width = mostCommon(rows.map((row) => row.length));
  const regular = rows.filter((row) => row.length === width);

  const column = (index: number, name: string) => {
    const found = index < 0 ? width + index : index;
    if (found >= 0 && found < width) return found;
    throw new UserError(`${file}: there is no column ${index}: its lines have ${width} columns`, {
      hint: `${name} counts columns from 0; -1 is the last`,
    });
  };
  const tokenColumn = column(options.tokenColumn ?? 0, "--token-column");
  if (options.tagColumns !== undefined) {
    const tagColumns = options.tagColumns.map((index) => column(index, "--tag-column"));
    return { separator, width, tokenColumn, tagColumns };
  }

  const others = Array.from({ length: width }, (_, i) => i).filter((i) => i !== tokenColumn);
  const tagged = others.filter((i) => regular.every((row) => tagLike.test(row[i] ?? "")));
  const chunks = (i: number) => regular.some((row) => chunkLabels.has(row[i]?.slice(2) ?? ""));
  const nested = tagged.length > 1 && tagged.length === others.length && !tagged.some(chunks);
  const tagColumns = nested ? tagged : tagged.slice(-1);
  return { separator, width, tokenColumn, tagColumns };
}

function mostCommon(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  let best = 1;
  let most = 0;
  for (const number of numbers) {
    const count = (counts.get(number) ?? 0) + 1;
    counts.set(number, count);
    if (count > most) [best, most] = [number, count];
  }
  return best;
}
