import { extname } from "node:path";
import { UserError } from "../errors.ts";
import { withoutCompression } from "./bytes/compression.ts";
import type { Format, WriteOptions } from "./format.ts";
import { formatNamed, formats } from "./formats/index.ts";
import { joinRecords } from "./join-records.ts";
import { ReadLog } from "./read-log.ts";
import type { Sentence } from "./sentence.ts";

/** `WriteOptions`, and the name of the format. */
export type WriteCorpusOptions = Partial<WriteOptions> & { readonly format?: string };

/**
 * Writes sentences to a file, whole or not at all (default format: by the file's ending). Formats of annotation tools get
 * consecutive sentences of one text as that text.
 */
export async function writeCorpus(
  path: string,
  sentences: AsyncIterable<Sentence> | Iterable<Sentence>,
  { format, log = new ReadLog(), ...options }: WriteCorpusOptions = {},
): Promise<void> {
  const found = format === undefined ? formatOfPath(path) : formatNamed(format);
  if (found.write === undefined) {
    throw new UserError(`cannot write "${path}" as ${found.name}: it holds no labels`, {
      hint: "name another format with --to",
    });
  }
  const records = found.holds === undefined ? sentences : joinRecords(sentences);
  await found.write(path, records, { ...options, log });
}

const endings = new Map<string, Format>([
  [".jsonl", formats.jsonl],
  [".json", formats["label-studio"]],
  [".parquet", formats.parquet],
  [".spacy", formats.docbin],
  [".ann", formats.brat],
  ...[".conll", ".iob", ".iob2", ".bio", ".bmes", ".tsv", ".txt", ".col", ".ner"].map(
    (ending): [string, Format] => [ending, formats.columns],
  ),
]);

/** The format that a file name implies; our JSONL for standard output. */
function formatOfPath(path: string): Format {
  if (path.endsWith("/")) return formats.brat;
  const ending = extname(withoutCompression(path)).toLowerCase();
  if (path === "-") return formats.jsonl;
  const found = endings.get(ending);
  if (found !== undefined) return found;
  throw new UserError(`cannot tell a format from the name "${path}"`, {
    hint: `name it with --to, one of: ${Object.keys(formats).join(", ")}`,
  });
}
