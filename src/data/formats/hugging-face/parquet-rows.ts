import {
  type AsyncBuffer,
  asyncBufferFromFile,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { UserError } from "../../../errors.ts";
import { decodeLossy, decodeUtf8 } from "../../utf8.ts";
import { EXTRAS_KEY } from "../extras.ts";
import { tagFields, tokenFields } from "./hugging-face.ts";

/** What a Parquet file says of itself, before its rows. */
export interface ParquetHead {
  readonly kind: "head";
  readonly tagColumn: string;
  /** What Hugging Face notes in the file, as JSON. */
  readonly note: string | undefined;
}

/** Some rows in order. */
export interface ParquetSlice {
  readonly kind: "rows";
  /** The number of the first, from 0. */
  readonly first: number;
  readonly rows: readonly { readonly tokens: unknown; readonly tags: unknown; readonly extras: unknown }[];
  /** Strings in them that were not UTF-8. */
  readonly bad: number;
}

/** Rows that are handed on at a time. */
const SLICE = 1000;

/** Values that a byte of a file can hold at most: text that says something has far fewer, and a file that claims more is damaged. */
const VALUES_PER_BYTE = 200;

/** Values that a group of rows may have however small it is. */
const VALUES_ALWAYS = 100_000;

/** Reads the columns of words and tags, one group of rows at a time. */
export async function* parquetRows(path: string): AsyncGenerator<ParquetHead | ParquetSlice> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file).catch((cause: unknown) => refuse(path, cause));
  const present = parquetSchema(metadata).children.map((child) => child.element.name);
  const tokenColumn = tokenFields.find((name) => present.includes(name));
  const tagColumn = tagFields.find((name) => present.includes(name));
  if (tokenColumn === undefined || tagColumn === undefined) {
    throw new UserError(`"${path}" has no columns "tokens" and "ner_tags"`, {
      hint: `its columns are: ${present.join(", ")}`,
    });
  }
  checkSizes(path, file, metadata);
  const note = metadata.key_value_metadata?.find(({ key }) => key === "huggingface")?.value;
  yield { kind: "head", tagColumn, note };

  let bad = 0;
  // The reader's own decoder passes over bad bytes and byte-order marks in silence.
  const stringFromBytes = (bytes: Uint8Array | undefined): string | undefined => {
    if (bytes === undefined) return undefined;
    const text = decodeUtf8(bytes);
    if (text === undefined) bad++;
    return text ?? decodeLossy(bytes);
  };
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const found = await parquetReadObjects({
      file,
      metadata,
      columns: [tokenColumn, tagColumn, ...(present.includes(EXTRAS_KEY) ? [EXTRAS_KEY] : [])],
      rowStart,
      rowEnd,
      compressors,
      parsers: { stringFromBytes },
    }).catch((cause: unknown) => refuse(path, cause));
    for (let at = 0; at < found.length; at += SLICE) {
      const rows = found.slice(at, at + SLICE).map((row) => ({
        tokens: row[tokenColumn],
        tags: listOf(row[tagColumn]),
        extras: row[EXTRAS_KEY],
      }));
      yield { kind: "rows", first: rowStart + at, rows, bad };
      bad = 0;
    }
    rowStart = rowEnd;
  }
}

/** Refuses numbers that a sound file of this size cannot have, before memory is taken for them. */
function checkSizes(path: string, { byteLength }: AsyncBuffer, { row_groups: groups }: FileMetaData): void {
  for (const { num_rows: rows, columns } of groups) {
    for (const { meta_data: column } of columns) {
      if (column === undefined) continue;
      const values = Math.max(Number(column.num_values), Number(rows));
      const bytes = Number(column.total_compressed_size);
      const isIn = bytes >= 0 && bytes <= byteLength;
      if (isIn && values >= 0 && values <= Math.max(VALUES_ALWAYS, VALUES_PER_BYTE * bytes)) continue;
      refuse(
        path,
        new Error(
          `its column "${column.path_in_schema.join(".")}" claims ${values} values in ${bytes} bytes`,
        ),
      );
    }
  }
}

function refuse(path: string, cause: unknown): never {
  const why = cause instanceof Error ? cause.message : String(cause);
  throw new UserError(`"${path}" is not a sound Parquet file: ${why}`, { cause });
}

/** Tags of one-byte or four-byte integers may come as typed arrays. */
function listOf(value: unknown): unknown {
  return ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<number | bigint>) : value;
}
