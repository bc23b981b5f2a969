import type { Draft, Format, ReadOptions, WriteOptions } from "../../format.ts";
import type { FilePosition } from "../../read-log.ts";
import type { Sentence } from "../../sentence.ts";
import { writeLines } from "../../write-lines.ts";
import { jsonValues } from "./values.ts";

/** Understands one JSON value of a file, or logs why not and gives `undefined`. */
type ReadRecord = (value: unknown, at: FilePosition, options: ReadOptions) => Draft | undefined;

/** The `read` of a format with one sentence per JSON value. */
export function readJsonRecords(readRecord: ReadRecord): Format["read"] {
  return async function* (path, options) {
    for await (const values of jsonValues(path, options.log, options.onBytes)) {
      for (const { value, at } of values) {
        const draft = readRecord(value, at, options);
        if (draft !== undefined) yield draft;
      }
    }
  };
}

/** The `write` of a format with one sentence per line of JSON. */
export function writeJsonRecords(
  recordOf: (sentence: Sentence, path: string, options: WriteOptions) => object,
): NonNullable<Format["write"]> {
  return async (path, sentences, options) => {
    async function* lines() {
      for await (const sentence of sentences) yield JSON.stringify(recordOf(sentence, path, options));
    }
    await writeLines(path, lines());
  };
}
