import { peek } from "../../bytes/peek.ts";
import { readBytes } from "../../bytes/read-bytes.ts";
import { shownPath } from "../../input-path.ts";
import { linesOf, tooLong } from "../../read-lines.ts";
import type { FilePosition, ReadLog } from "../../read-log.ts";
import { BAD_UTF8 } from "../../utf8.ts";
import { type JsonArrayItem, jsonArrayItems } from "./array-items.ts";

const [QUOTE, BACKSLASH] = [0x22, 0x5c] as const;
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d] as const;

/** One JSON value of a file, and its line, or its item in an array. */
export interface JsonValue {
  readonly value: unknown;
  readonly at: FilePosition;
}

/**
 * Streams the JSON values of a file that holds one per line or is one array of objects
 * (or of arrays), as tools export both. What is not JSON is dropped and logged; blank lines are
 * skipped. Values come in batches, each to be iterated once, which is much faster than one by one.
 */
export async function* jsonValues(
  path: string,
  log: ReadLog,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<Iterable<JsonValue>> {
  const file = shownPath(path);
  const [start, bytes] = await peek(readBytes(path, log, onBytes), showsShape);
  if (isArrayStart(start.toString())) {
    yield* arrayValues(bytes, file, log);
    return;
  }
  for await (const { first, lines } of linesOf(bytes, file, log)) yield lineValues(lines, first, file, log);
}

async function* arrayValues(
  chunks: AsyncIterable<Buffer>,
  file: string,
  log: ReadLog,
): AsyncGenerator<Iterable<JsonValue>> {
  const strict = new TextDecoder("utf-8", { fatal: true });
  let line = 0;
  function* batch(items: readonly JsonArrayItem[]): Generator<JsonValue> {
    for (const { bytes, whole } of items) {
      line++;
      const at = { file, line };
      if (!whole) {
        log.drop(at, "JSON array that does not end where it should", bytes.subarray(0, 60).toString());
        continue;
      }
      let text: string;
      try {
        text = strict.decode(bytes);
      } catch {
        text = bytes.toString();
        log.repair(at, BAD_UTF8, `${bytes.length} bytes in the item`);
      }
      const value = parse(text, at, "item that is not JSON", log);
      if (value !== undefined) yield { value, at };
    }
  }
  const refuse = (item: number) => {
    throw tooLong(`${file}:${item}: the item`);
  };
  for await (const items of jsonArrayItems(chunks, refuse)) yield batch(items);
}

function* lineValues(
  lines: readonly string[],
  first: number,
  file: string,
  log: ReadLog,
): Generator<JsonValue> {
  let line = first - 1;
  for (const text of lines) {
    line++;
    if (text.trim() === "") continue;
    const at = { file, line };
    const value = parse(text, at, "line that is not JSON", log);
    if (value !== undefined) yield { value, at };
  }
}

/** How deep a value may go: what walks through it later, writing it included, calls itself as often. */
const DEEPEST = 500;

function parse(text: string, at: FilePosition, reason: string, log: ReadLog): unknown {
  if (text.length > 2 * DEEPEST && depthOf(text) > DEEPEST) {
    log.drop(at, `JSON nested more than ${DEEPEST} levels deep`, text.slice(0, 60));
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 120) : String(error);
    log.drop(at, reason, detail);
    return undefined;
  }
}

/** How deep the brackets of a JSON text go, in one pass. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i + 1);
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) deepest = Math.max(deepest, ++depth);
    else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth--;
  }
  return deepest;
}

/** Where the quote is that ends a string. */
function endOfString(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/** An array of objects or arrays begins with two brackets; one of spaCy's JSONL lines begins with `["`. */
function isArrayStart(text: string): boolean {
  return /^\uFEFF?\s*\[\s*[[{\]]/.test(text);
}

/** Whether this much of a file shows if it is an array; no file has more white space than this at its front. */
function showsShape(start: Buffer): boolean {
  return start.length >= 4096 || !/^\uFEFF?\s*(?:\[\s*)?$/.test(start.toString());
}
