import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { shownPath } from "../../input-path.ts";
import { readLines } from "../../read-lines.ts";
import type { ReadLog } from "../../read-log.ts";
import { type JsonArrayItem, jsonArrayItems } from "./array-items.ts";

/** One JSON value of a file. `line` counts from 1: the line of a JSONL file, the item of an array. */
export interface JsonValue {
  readonly value: unknown;
  readonly line: number;
}

/**
 * Streams the JSON values of a file that holds one per line or is one array of objects
 * (or of arrays), as tools export both. What is not JSON is dropped and reported; blank lines are
 * nothing. Values come in batches, each to be walked once, which is much faster than one by one.
 */
export async function* jsonValues(
  path: string,
  log: ReadLog,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<Iterable<JsonValue>> {
  const file = shownPath(path);
  if (path !== "-" && (await beginsArray(path))) {
    yield* arrayValues(measured(createReadStream(path, { highWaterMark: 1 << 18 }), onBytes), file, log);
    return;
  }
  const batches = readLines(path, log, onBytes);
  for await (const { first, lines } of batches) {
    if (path === "-" && first === 1 && isArrayStart(lines.join("\n"))) {
      yield* arrayValues(linesAsBytes(lines, batches), file, log);
      return;
    }
    yield lineValues(lines, first, file, log);
  }
}

async function* measured(
  chunks: AsyncIterable<Buffer>,
  onBytes: ((bytes: number) => void) | undefined,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onBytes?.(chunk.length);
    yield chunk;
  }
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
      if (!whole) {
        const detail = bytes.subarray(0, 60).toString();
        log.add({
          kind: "dropped",
          reason: "JSON array that does not end where it should",
          file,
          line,
          detail,
        });
        continue;
      }
      let text: string;
      try {
        text = strict.decode(bytes);
      } catch {
        text = bytes.toString();
        const detail = `${bytes.length} bytes in the item`;
        log.add({
          kind: "repaired",
          reason: "bytes that are not UTF-8 replaced by U+FFFD",
          file,
          line,
          detail,
        });
      }
      const value = parse(text, file, line, "item that is not JSON", log);
      if (value !== undefined) yield { value, line };
    }
  }
  for await (const items of jsonArrayItems(chunks)) yield batch(items);
}

function* lineValues(
  lines: readonly string[],
  first: number,
  file: string,
  log: ReadLog,
): Generator<JsonValue> {
  for (let i = 0; i < lines.length; i++) {
    const text = lines[i]!;
    if (text.trim() === "") continue;
    const value = parse(text, file, first + i, "line that is not JSON", log);
    if (value !== undefined) yield { value, line: first + i };
  }
}

function parse(text: string, file: string, line: number, reason: string, log: ReadLog): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 120) : String(error);
    log.add({ kind: "dropped", reason, file, line, detail });
    return undefined;
  }
}

/** An array of objects or arrays begins with two brackets; one of spaCy's JSONL lines begins with `["`. */
function isArrayStart(text: string): boolean {
  return /^\uFEFF?\s*\[\s*[[{\]]/.test(text);
}

async function beginsArray(path: string): Promise<boolean> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(path, "r");
  } catch {
    // `readLines` says what is wrong with it.
    return false;
  }
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
    return isArrayStart(buffer.subarray(0, bytesRead).toString());
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}

async function* linesAsBytes(
  lines: readonly string[],
  rest: AsyncIterable<{ readonly lines: readonly string[] }>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${lines.join("\n")}\n`);
  for await (const batch of rest) yield Buffer.from(`${batch.lines.join("\n")}\n`);
}
