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
import { refuseCompressed } from "../../bytes/compression.ts";
import type { Format, ReadOptions } from "../../format.ts";
import { checkInputFile } from "../../input-path.ts";
import { BAD_UTF8, decodeLossy, decodeUtf8 } from "../../utf8.ts";
import { draftFromExtrasText, EXTRAS_KEY } from "../extras.ts";
import { tagFields, tokenFields } from "./hugging-face.ts";
import { tagNamesBeside, tagNamesIn } from "./tag-names.ts";
import { draftsFromTags, type TaggedRow } from "./tagged-rows.ts";
import { writeParquet } from "./write-parquet.ts";

/**
 * Parquet as on the Hugging Face hub: list columns `tokens` and `ner_tags`. Read and
 * written one row group at a time. The names of numeric tags are in the file's metadata.
 */
export const parquet: Format = {
  name: "parquet",
  title: "Parquet (tokens and ner_tags), as on the Hugging Face hub",

  async *read(path, options) {
    const { file, metadata } = await openParquet(path);
    const present = parquetSchema(metadata).children.map((child) => child.element.name);
    const tokenColumn = tokenFields.find((name) => present.includes(name));
    const tagColumn = tagFields.find((name) => present.includes(name));
    if (tokenColumn === undefined || tagColumn === undefined) {
      throw new UserError(`"${path}" has no columns "tokens" and "ner_tags"`, {
        hint: `its columns are: ${present.join(", ")}`,
      });
    }
    const columns = [tokenColumn, tagColumn, ...(present.includes(EXTRAS_KEY) ? [EXTRAS_KEY] : [])];
    const names = async () => namesIn(metadata, tagColumn) ?? (await tagNamesBeside(path, tagColumn));
    yield* draftsFromTags(rows(path, file, metadata, columns, options), names, options);
  },

  write: writeParquet,
};

async function* rows(
  path: string,
  file: AsyncBuffer,
  metadata: FileMetaData,
  columns: readonly string[],
  { log }: ReadOptions,
): AsyncGenerator<readonly TaggedRow[]> {
  const [tokenColumn, tagColumn] = columns;
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
    const options = {
      file,
      metadata,
      columns: [...columns],
      rowStart,
      rowEnd,
      compressors,
      parsers: { stringFromBytes },
    };
    const found = await parquetReadObjects(options).catch((cause: unknown) => refuse(path, cause));
    if (bad > 0) {
      const detail = `${bad} strings in rows ${rowStart + 1}–${rowEnd}`;
      log.repair({ file: path, line: rowStart + 1 }, BAD_UTF8, detail);
      bad = 0;
    }
    const first = rowStart + 1;
    yield found.map((row, i) => {
      const at = { file: path, line: first + i };
      const extras: unknown = row[EXTRAS_KEY];
      return {
        tokens: row[tokenColumn!],
        tags: listOf(row[tagColumn!]),
        extras: typeof extras === "string" ? draftFromExtrasText(extras, at, log) : {},
        at,
      };
    });
    rowStart = rowEnd;
  }
}

async function openParquet(path: string): Promise<{ file: AsyncBuffer; metadata: FileMetaData }> {
  if (path === "-") throw new UserError("a Parquet file cannot be read from standard input");
  refuseCompressed(path, "Parquet");
  await checkInputFile(path);
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file).catch((cause: unknown) => refuse(path, cause));
  return { file, metadata };
}

function refuse(path: string, cause: unknown): never {
  const why = cause instanceof Error ? cause.message : String(cause);
  throw new UserError(`"${path}" is not a sound Parquet file: ${why}`, { cause });
}

/** Tags of one-byte or four-byte integers may come as typed arrays. */
function listOf(value: unknown): unknown {
  return ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<number | bigint>) : value;
}

/** The tag names in the metadata that Hugging Face writes under the key "huggingface". */
function namesIn(metadata: FileMetaData, column: string): readonly string[] | undefined {
  const note = metadata.key_value_metadata?.find(({ key }) => key === "huggingface")?.value;
  if (note === undefined) return undefined;
  try {
    return tagNamesIn(JSON.parse(note), column);
  } catch {
    return undefined;
  }
}
