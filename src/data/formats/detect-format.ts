import { extname } from "node:path";
import { UserError } from "../../errors.ts";
import { withoutCompression } from "../bytes/compression.ts";
import { readStart } from "../bytes/read-bytes.ts";
import type { Format, ReadOptions } from "../format.ts";
import { statInput } from "../input-path.ts";
import type { ReadLog } from "../read-log.ts";
import { splitColumns, tagLike } from "./columns/layout.ts";
import { textColumns } from "./csv/csv.ts";
import { delimiterOf } from "./csv/table.ts";
import { detectFolder } from "./detect-folder.ts";
import { isZlib } from "./docbin/is-zlib.ts";
import { tagFields, tokenFields } from "./hugging-face/hugging-face.ts";
import { formats } from "./index.ts";
import { isShortTask } from "./json/label-studio-min.ts";
import { fieldIn } from "./json/text-field.ts";
import { isRecord } from "./json-shape.ts";

/** How many bytes of a file are looked at. */
const SAMPLE = 1 << 16;

/** How a format is named on the command line. `train --from` names a model. */
const FORMAT_OPTION = "--from (in train and audit: --input-format)";

/** What the user said that helps to tell a format. */
type Said = Pick<ReadOptions, "textField">;

/** Detects a file's format from its name and its first lines. */
export async function detectFormat(path: string, log: ReadLog, said: Said = {}): Promise<Format> {
  if (path === "-") return detectStdin(log, said);
  if ((await statInput(path)).isDirectory()) return detectFolder(path);
  const ending = extname(withoutCompression(path)).toLowerCase();
  if (ending === ".ann") return formats.brat;
  if (ending === ".parquet") return formats.parquet;
  if (ending === ".spacy") return formats.docbin;
  const start = await readStart(path, SAMPLE);
  const sample = start.toString();
  if (sample.startsWith("PAR1")) return formats.parquet;
  if (isZlib(start)) return formats.docbin;
  const format = detectFromSample(sample, said);
  if (format !== undefined) return format;
  if (sample.trim() === "") return ending === ".jsonl" ? formats.jsonl : formats.columns;
  if (sample.startsWith("PK\u0003\u0004")) {
    throw new UserError(`"${path}" is a zip archive (as Excel's files are), which is not read`, {
      hint: "save a table as CSV, or unpack the archive",
    });
  }
  if (ending === ".csv" || ending === ".tsv") return formats.csv;
  if (ending === ".txt" || ending === ".md" || ending === "") return formats.text;
  throw new UserError(`cannot tell the format of "${path}"`, {
    hint: `name it with ${FORMAT_OPTION}, one of: ${Object.keys(formats).join(", ")}`,
  });
}

async function detectStdin(log: ReadLog, said: Said): Promise<Format> {
  const found = detectFromSample((await readStart("-", SAMPLE)).toString(), said);
  if (found === undefined) log.assume("stdin: read as text (name another format with --from)");
  return found ?? formats.text;
}

/** Detects the format of a text from how it begins; `undefined` if it could be anything. */
export function detectFromSample(sample: string, said: Said = {}): Format | undefined {
  const start = sample.replace(/^\uFEFF/, "").trimStart();
  if (start.startsWith("{")) {
    // A first line too long or too broken to parse: our own format, whose reader says what is wrong.
    return detectRecord(firstLine(start), said) ?? formats.jsonl;
  }
  if (/^\[\s*["[]/.test(start)) return formats.spacy;
  if (start.startsWith("[")) return detectRecord(firstItem(start), said) ?? formats["label-studio"];
  if (looksLikeColumns(start)) return formats.columns;
  return looksLikeTable(start, said) ? formats.csv : undefined;
}

function detectRecord(
  record: ReadonlyMap<string, unknown> | undefined,
  { textField }: Said,
): Format | undefined {
  if (record === undefined) return undefined;
  if (record.has("tokenized_text")) return formats.gliner;
  const entities = record.get("entities");
  const tagged = tagFields.some((key) => Array.isArray(record.get(key)));
  if (tokenFields.some((key) => record.has(key)) && tagged && entities === undefined)
    return formats["hugging-face"];
  if (record.has("ents")) return formats.spacy;
  if (isRecord(record.get("data")) || isShortTask(Object.fromEntries(record))) return formats["label-studio"];
  const hasText =
    record.has("text") ||
    (textField !== undefined && fieldIn(Object.fromEntries(record), textField) !== undefined);
  if (Array.isArray(record.get("spans")) || (hasText && record.has("answer"))) return formats.prodigy;
  if (record.has("tokens")) return formats.jsonl;
  if (record.has("label") || record.has("labels")) return formats.doccano;
  if (Array.isArray(entities) && entities.some((item) => item?.start_offset !== undefined))
    return formats.doccano;
  return hasText ? formats.spacy : formats.jsonl;
}

function firstLine(text: string): ReadonlyMap<string, unknown> | undefined {
  for (const line of text.split(/\r\n|\n|\r/, 20)) {
    try {
      const value: unknown = JSON.parse(line);
      if (typeof value === "object" && value !== null) return new Map(Object.entries(value));
    } catch {
      // A broken line says nothing; the next may.
    }
  }
  return undefined;
}

/** The first object of a JSON array, if the sample holds it whole. */
function firstItem(array: string): ReadonlyMap<string, unknown> | undefined {
  const end = endOfObject(array, 1);
  if (end === undefined) return undefined;
  try {
    return new Map(Object.entries(JSON.parse(array.slice(1, end))));
  } catch {
    return undefined;
  }
}

/** Where the object ends that is the next to begin: one pass, however deep it goes. */
function endOfObject(json: string, from: number): number | undefined {
  let depth = 0;
  for (const { 0: found, index } of json.slice(from).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gs)) {
    if (found === "{") depth++;
    if (found === "}" && --depth <= 0) return from + index + 1;
  }
  return undefined;
}

/** Columns: nearly every line has the same number of cells, two or more, and the last is a tag. */
function looksLikeColumns(sample: string): boolean {
  const lines = sample.split(/\r\n|\n|\r/).slice(0, -1);
  const filled = (lines.length > 0 ? lines : [sample])
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .slice(0, 500);
  if (filled.length === 0) return false;
  const separator = filled.some((line) => line.includes("\t")) ? "\t" : " ";
  const tagged = filled.filter((line) => {
    const cells = splitColumns(line, separator);
    return cells.length > 1 && tagLike.test(cells.at(-1) ?? "");
  });
  return tagged.length >= 0.8 * filled.length;
}

/** A table: the first line is a header of short names, one of which is that of a column of texts. */
function looksLikeTable(sample: string, { textField }: Said): boolean {
  const header = sample.split(/\r\n|\n|\r/, 1)[0]!;
  const delimiter = delimiterOf(header);
  if (!header.includes(delimiter)) return false;
  const names = header.split(delimiter).map((name) => name.trim().replace(/^"(.*)"$/, "$1"));
  if (names.some((name) => name.length > 60)) return false;
  if (textField !== undefined) return names.includes(textField);
  const plain = names.every((name) => /^[\p{L}\p{N}_#. -]+$/u.test(name));
  return plain && names.some((name) => textColumns.includes(name.toLowerCase()));
}
