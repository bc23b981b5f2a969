import { basename } from "node:path";
import type { Draft, ReadOptions } from "../../format.ts";
import { shownPath } from "../../input-path.ts";
import { compareEntities, type Entity } from "../../span.ts";
import { decodeTags, detectScheme, type TagScheme } from "../../tag-scheme.ts";
import { draftFromExtrasText } from "../extras.ts";
import { isRecord } from "../json-shape.ts";
import { type ColumnBlock, readBlocks } from "./blocks.ts";
import { type ColumnLayout, detectLayout, splitColumns } from "./layout.ts";

/** How many sentences are looked at to detect layout and scheme. */
const SAMPLE = 1000;

/** Reads a column file. Layout and tagging scheme are detected from its first sentences (default) or given by the caller. */
export async function* readColumns(path: string, options: ReadOptions): AsyncGenerator<Draft> {
  const file = shownPath(path);
  const blocks = readBlocks(path, options);
  const sample: ColumnBlock[] = [];
  while (sample.length < SAMPLE) {
    const next = await blocks.next();
    if (next.done) break;
    sample.push(next.value);
  }
  if (sample.length === 0) return;
  const layout = detectLayout(
    sample.flatMap((block) => block.lines),
    file,
    options,
  );
  const scheme = options.scheme ?? detectScheme(tagLists(sample, layout));
  options.log.assume(
    `${basename(file)}: ${describe(layout, options.scheme ?? `${scheme} (told from the tags)`)}`,
  );

  for (const block of sample) yield readBlock(block, layout, scheme, file, options);
  for await (const block of blocks) yield readBlock(block, layout, scheme, file, options);
}

function describe({ tagColumns }: ColumnLayout, scheme: string): string {
  if (tagColumns.length === 0) return "no column holds tags; read as words without labels";
  if (tagColumns.length === 1) return `tags in column ${tagColumns[0]} (from 0), scheme ${scheme}`;
  return `nested entities in columns ${tagColumns.join(", ")} (from 0), scheme ${scheme}; if only one of them holds tags, say --tag-column`;
}

function* tagLists(
  blocks: readonly ColumnBlock[],
  { separator, tagColumns }: ColumnLayout,
): Generator<string[]> {
  for (const { lines } of blocks) {
    const rows = lines.map((line) => splitColumns(line, separator));
    for (const column of tagColumns) yield rows.map((row) => row[column] ?? "O");
  }
}

function readBlock(
  block: ColumnBlock,
  layout: ColumnLayout,
  scheme: TagScheme,
  file: string,
  { log }: ReadOptions,
): Draft {
  const { separator, width, tokenColumn, tagColumns } = layout;
  const positionOf = (word: number) => ({ file, line: block.numbers[word]! });
  const at = positionOf(0);
  const tokens: string[] = [];
  const unknown: number[] = [];
  const layers = tagColumns.map((column) => ({ column, tags: [] as string[] }));

  for (const [word, text] of block.lines.entries()) {
    let cells = splitColumns(text, separator);
    if (cells.length !== width) {
      const mended = mendRow(cells, layout);
      cells = mended.cells;
      if (mended.isUnknown) unknown.push(word);
      if (mended.repair !== undefined) log.repair(positionOf(word), mended.repair, text.slice(0, 60));
    }
    tokens.push(cells[tokenColumn] ?? "");
    for (const [layer, { column, tags }] of layers.entries()) {
      const tag = cells[column] ?? "O";
      if (tag === "-" && layer === 0) unknown.push(word);
      tags.push(tag === "-" ? "O" : tag);
    }
  }

  const entities: Entity[] = layers.flatMap(({ tags }) =>
    decodeTags(tags, scheme, (word, what) =>
      log.repair(positionOf(word), "tag that breaks the scheme", what),
    ),
  );
  const draft: { -readonly [K in keyof Draft]: Draft[K] } = { at, tokens, entities };
  if (unknown.length > 0) draft.unknown = unknown;
  if (block.doc !== undefined) draft.doc = block.doc;
  if (block.extras === undefined) return draft;

  const { scores, ...extras } = draftFromExtrasText(block.extras, at, log);
  if (saysNoDocument(block.extras)) delete draft.doc;
  if (scores?.length === entities.length) draft.entities = withScores(entities.sort(compareEntities), scores);
  return { ...draft, ...extras };
}

/** Makes the best of a line with more or fewer columns than the others. */
function mendRow(cells: string[], { separator, width, tokenColumn, tagColumns }: ColumnLayout) {
  if (cells.length > width && separator === " " && tokenColumn === 0) {
    // A word with blanks in a file that separates by blanks: the columns on the right are the sure ones.
    const extra = cells.length - width;
    const whole = [cells.slice(0, extra + 1).join(" "), ...cells.slice(extra + 1)];
    return { cells: whole, isUnknown: false, repair: "too many columns, read as a word with blanks" };
  }
  if (cells.length > width) {
    return { cells, isUnknown: false, repair: "more columns than the other lines, the rest is not used" };
  }
  const isUnknown = tagColumns.some((column) => column >= cells.length);
  const repair = isUnknown ? "fewer columns than the other lines, the word's tag is unknown" : undefined;
  return { cells, isUnknown, repair };
}

function withScores(entities: readonly Entity[], scores: readonly (number | null)[]): Entity[] {
  return entities.map((entity, i) => {
    const score = scores[i] ?? undefined;
    return score === undefined ? entity : { ...entity, score };
  });
}

/** `"doc": null` takes a sentence out of the document that the last `-DOCSTART-` line opened. */
function saysNoDocument(extras: string): boolean {
  if (!/"doc"\s*:\s*null/.test(extras)) return false;
  try {
    const value: unknown = JSON.parse(extras);
    return isRecord(value) && value.doc === null;
  } catch {
    // A broken line, which is told where its fields are read.
    return false;
  }
}
