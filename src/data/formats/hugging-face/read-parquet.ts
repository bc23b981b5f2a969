import { UserError } from "../../../errors.ts";
import { refuseCompressed } from "../../bytes/compression.ts";
import type { Draft, ReadOptions } from "../../format.ts";
import { checkInputFile } from "../../input-path.ts";
import { BAD_UTF8 } from "../../utf8.ts";
import { draftFromExtrasText } from "../extras.ts";
import { type ParquetHead, type ParquetSlice, parquetRows } from "./parquet-rows.ts";
import { parquetThread } from "./parquet-thread.ts";
import { tagNamesBeside, tagNamesIn } from "./tag-names.ts";
import { draftsFromTags, type TaggedRow } from "./tagged-rows.ts";

/** Sources cannot be run as a thread; the built package always is. */
const isBuilt = import.meta.url.endsWith(".js");

/** Reads the sentences of a file. */
export async function* readParquet(path: string, options: ReadOptions): AsyncGenerator<Draft> {
  if (path === "-") throw new UserError("a Parquet file cannot be read from standard input");
  refuseCompressed(path, "Parquet");
  await checkInputFile(path);
  let head: ParquetHead | undefined;
  const parts = isBuilt ? parquetThread(path) : parquetRows(path);
  const names = async () => namesIn(head!) ?? (await tagNamesBeside(path, head!.tagColumn));
  yield* draftsFromTags(
    rows(path, parts, options, (found) => {
      head = found;
    }),
    names,
    options,
  );
}

async function* rows(
  path: string,
  parts: AsyncIterable<ParquetHead | ParquetSlice>,
  { log }: ReadOptions,
  onHead: (head: ParquetHead) => void,
): AsyncGenerator<readonly TaggedRow[]> {
  for await (const part of parts) {
    if (part.kind === "head") {
      onHead(part);
      continue;
    }
    const line = part.first + 1;
    if (part.bad > 0) {
      const detail = `${part.bad} strings in rows from ${line} on`;
      log.repair({ file: path, line }, BAD_UTF8, detail);
    }
    yield part.rows.map(({ tokens, tags, extras }, i) => {
      const at = { file: path, line: line + i };
      return {
        tokens,
        tags,
        extras: typeof extras === "string" ? draftFromExtrasText(extras, at, log) : {},
        at,
      };
    });
  }
}

/** The tag names in the metadata that Hugging Face writes under the key "huggingface". */
function namesIn({ note, tagColumn }: ParquetHead): readonly string[] | undefined {
  if (note === undefined) return undefined;
  try {
    return tagNamesIn(JSON.parse(note), tagColumn);
  } catch {
    return undefined;
  }
}
