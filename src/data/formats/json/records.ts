import { withoutCompression } from "../../bytes/compression.ts";
import type { Draft, Format, ReadOptions, WriteOptions } from "../../format.ts";
import { shownPath } from "../../input-path.ts";
import type { FilePosition } from "../../read-log.ts";
import type { Sentence } from "../../sentence.ts";
import { writeLines } from "../../write-lines.ts";
import { Usage } from "../usage.ts";
import { jsonValues } from "./values.ts";

/** Understands one JSON value of a file, or logs why not and gives `undefined`. */
type ReadRecord = (value: unknown, at: FilePosition, options: ReadOptions) => Draft | undefined;

/** The `read` of a format with one sentence per JSON value. If none of a file's values can be used, that is an error. */
export function readJsonRecords(readRecord: ReadRecord): Format["read"] {
  return async function* (path, options) {
    const usage = new Usage(shownPath(path), options.log);
    for await (const values of jsonValues(path, options.log, options.onBytes)) {
      for (const { value, at } of values) {
        const draft = readRecord(value, at, options);
        if (draft === undefined) {
          usage.unused(value, at);
        } else {
          usage.used();
          yield draft;
        }
      }
    }
    usage.check();
  };
}

/** The `write` of a format with one sentence per line of JSON; with `array`, all in one array unless the file is `.jsonl`. */
export function writeJsonRecords(
  recordOf: (sentence: Sentence, path: string, options: WriteOptions) => object,
  { array = false }: { readonly array?: boolean } = {},
): NonNullable<Format["write"]> {
  return async (path, sentences, options) => {
    const asArray = array && !withoutCompression(path).endsWith(".jsonl");
    async function* lines() {
      if (asArray) yield "[";
      let pending: string | undefined;
      for await (const sentence of sentences) {
        if (pending !== undefined) yield asArray ? `${pending},` : pending;
        pending = JSON.stringify(recordOf(sentence, path, options));
      }
      if (pending !== undefined) yield pending;
      if (asArray) yield "]";
    }
    await writeLines(path, lines());
  };
}
