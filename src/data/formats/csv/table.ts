import { pipeline, Readable } from "node:stream";
import type { CsvError } from "csv-parse";
import { peek } from "../../bytes/peek.ts";
import { readBytes } from "../../bytes/read-bytes.ts";
import type { ReadOptions } from "../../format.ts";
import { shownPath } from "../../input-path.ts";
import type { FilePosition, ReadLog } from "../../read-log.ts";
import { BAD_UTF8, decodeLossy, decodeUtf8 } from "../../utf8.ts";

/** A row of a table, and the line on which it begins. */
interface TableRow {
  readonly cells: readonly string[];
  readonly at: FilePosition;
}

const delimiters = [",", "\t", ";", "|"] as const;

/** A row that is longer is no row: a quote was left open somewhere. */
const MAX_ROW = 1 << 26;

/**
 * Streams the rows of a CSV or TSV file, the header first. The delimiter is the one that the header has most of. Cells
 * may be quoted and then hold anything; a quote inside a cell that is not quoted is an ordinary character.
 */
export async function* tableRows(
  path: string,
  { log, onBytes }: Pick<ReadOptions, "log" | "onBytes">,
): AsyncGenerator<TableRow> {
  const file = shownPath(path);
  const [start, bytes] = await peek(
    readBytes(path, log, onBytes),
    (found) => found.length >= 1 << 16 || /[\r\n]/.test(found.toString("latin1")),
  );
  // Here, because every command would wait for it.
  const { parse } = await import("csv-parse");
  let skipped: CsvError | undefined;
  const parser = parse({
    delimiter: delimiterOf(start.toString()),
    record_delimiter: ["\r\n", "\n", "\r"],
    encoding: null,
    info: true,
    max_record_size: MAX_ROW,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // An error would take along the rows before it that wait to be read.
    skip_records_with_error: true,
    on_skip: (error) => {
      skipped = error;
      return undefined;
    },
  });
  const rows = pipeline(Readable.from(withoutMark(bytes), { objectMode: false }), parser, () => {
    // Errors reach the reader below.
  }) as AsyncIterable<{ readonly record: readonly Buffer[]; readonly info: Info }>;
  let line = 1;
  let empty = 0;
  for await (const { record, info } of rows) {
    line += info.empty_lines - empty;
    empty = info.empty_lines;
    const at = { file, line };
    const cells = record.map((cell) => textOf(cell, at, log));
    line++;
    for (const cell of cells) line += cell.match(/\r\n|\n|\r/g)?.length ?? 0;
    yield { cells, at };
  }
  if (skipped === undefined) return;
  const detail = `a quote is opened here and not closed ${skipped.code === "CSV_MAX_RECORD_SIZE" ? "for 64 MiB" : "up to the end"}`;
  log.drop({ file, line }, "the rest of the file, which is inside an open quote", detail);
}

/** What the parser counts; its own count of lines takes CRLF in a cell for two. */
interface Info {
  readonly empty_lines: number;
}

/** The delimiter that a header has most of, outside quotes; a comma for a single column. */
export function delimiterOf(start: string): string {
  const header = start.replace(/"[^"]*"/g, "").split(/[\r\n]/, 1)[0]!;
  let [best, most]: [string, number] = [",", 0];
  for (const delimiter of delimiters) {
    const count = header.split(delimiter).length - 1;
    if (count > most) [best, most] = [delimiter, count];
  }
  return best;
}

/** Before a quote, a byte-order mark would make an ordinary character of it. */
async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const [start, whole] = await peek(chunks, (found) => found.length >= 3);
  let skip = start.subarray(0, 3).equals(Buffer.from("\uFEFF")) ? 3 : 0;
  for await (const chunk of whole) {
    yield chunk.subarray(skip);
    skip = 0;
  }
}

function textOf(cell: Buffer, at: FilePosition, log: ReadLog): string {
  const text = decodeUtf8(cell);
  if (text === undefined) log.repair(at, BAD_UTF8, `${cell.length} bytes in a cell`);
  return text ?? decodeLossy(cell);
}
