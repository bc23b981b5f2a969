import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { replaceFile, temporaryBeside } from "../../../files/index.ts";
import { compressionOf } from "../../bytes/compression.ts";
import type { WriteOptions } from "../../format.ts";
import { readLines } from "../../read-lines.ts";
import { ReadLog } from "../../read-log.ts";
import type { Sentence } from "../../sentence.ts";
import { encodeTags, layerEntities } from "../../tag-scheme.ts";
import { isWellFormed } from "../../utf8.ts";
import { writeLines } from "../../write-lines.ts";
import { extrasOf, type NativeField } from "../extras.ts";
import { EXTRAS_PREFIX, isDirective } from "./blocks.ts";

type Sentences = AsyncIterable<Sentence> | Iterable<Sentence>;

/**
 * Writes words and tags separated by tabs, with one tag column per layer of nesting. What
 * columns cannot express (a partial sentence, hidden entities …) goes on a `# lacuna:` line above
 * its sentence; a complete corpus needs none. Running text is not kept.
 *
 * The number of layers is known only at the end, so the lines go to a temporary
 * file first and are padded to equal width afterwards.
 */
export async function writeColumns(path: string, sentences: Sentences, options: WriteOptions): Promise<void> {
  const depth = { most: 1 };
  const lines = columnLines(sentences, basename(path), options, depth);
  if (path === "-" || compressionOf(path) !== undefined) {
    const spool = temporaryBeside(path === "-" ? join(tmpdir(), "lacuna.conll") : path);
    try {
      await writeLines(spool, lines);
      await writeLines(path, padded(spool, depth.most));
    } finally {
      await rm(spool, { force: true });
    }
    return;
  }
  await replaceFile(path, async (temporary) => {
    await writeLines(temporary, lines);
    if (depth.most > 1) await writeLines(temporary, padded(temporary, depth.most));
  });
}

async function* columnLines(
  sentences: Sentences,
  fileName: string,
  { log, scheme = "iob2" }: WriteOptions,
  depth: { most: number },
): AsyncGenerator<string> {
  let openDoc: string | undefined;
  let first = true;
  for await (const sentence of sentences) {
    if (!first) yield "";
    first = false;
    if (sentence.doc !== undefined && sentence.doc !== openDoc && /^[^()\t\r\n]+$/.test(sentence.doc)) {
      openDoc = sentence.doc;
      yield `-DOCSTART- (${openDoc})\tO`;
      yield "";
    }
    if (sentence.text !== undefined) {
      log.assume(`${fileName}: columns hold no running text; text and character offsets are not written`);
    }
    const extras = columnExtras(sentence, fileName, openDoc);
    if (extras !== undefined) yield EXTRAS_PREFIX + JSON.stringify(extras);

    const layers = layerEntities(sentence.entities).map((layer) =>
      encodeTags(sentence.tokens.length, layer, scheme),
    );
    const firstLayer = layers[0] ?? encodeTags(sentence.tokens.length, [], scheme);
    for (const word of sentence.unknown ?? []) if (firstLayer[word] === "O") firstLayer[word] = "-";
    depth.most = Math.max(depth.most, layers.length);
    const deeper = layers.slice(1);
    for (const [word, token] of sentence.tokens.entries()) {
      const tags = [firstLayer[word], ...deeper.map((layer) => layer[word])];
      yield [safeWord(token), ...tags].join("\t");
    }
  }
}

/** What the columns of this sentence do not express, or `undefined` if they express everything. */
function columnExtras(sentence: Sentence, fileName: string, openDoc: string | undefined): object | undefined {
  const wordsFit = sentence.tokens.every((token) => safeWord(token) === token);
  const covered = new Set(sentence.entities.flatMap(({ start, end }) => range(start, end)));
  const unknownFits = !sentence.unknown?.some((word) => covered.has(word));
  const native: NativeField[] = ["entities", "text", "offsets", "textStart", "doc"];
  if (wordsFit) native.push("tokens");
  if (unknownFits) native.push("unknown");
  const all = extrasOf(sentence, native, fileName);
  const { source, completeness, ...rest } = { source: undefined, completeness: undefined, ...all };
  const said = {
    ...rest,
    ...(completeness !== "complete" && { completeness }),
    ...(sentence.doc !== openDoc && { doc: sentence.doc ?? null }),
  };
  if (Object.keys(said).length === 0) return undefined;
  return source === undefined ? said : { ...said, source };
}

/** A word that cannot be mistaken for a column border, a blank line or a directive. */
function safeWord(token: string): string {
  const odd = token === "" || /[\t\r\n\uFEFF]/.test(token) || !isWellFormed(token) || isDirective(token);
  return odd ? "\uFFFD" : token;
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, i) => start + i);
}

async function* padded(spool: string, depth: number): AsyncGenerator<string> {
  for await (const { lines } of readLines(spool, new ReadLog())) {
    for (const line of lines) {
      if (line === "" || line.startsWith(EXTRAS_PREFIX)) yield line;
      else yield line + "\tO".repeat(depth + 1 - line.split("\t").length);
    }
  }
}
