import { extname } from "node:path";
import { UserError } from "../../errors.ts";
import { readStart } from "../bytes/read-bytes.ts";
import type { Format } from "../format.ts";
import { statInput } from "../input-path.ts";
import type { ReadLog } from "../read-log.ts";
import { splitColumns, tagLike } from "./columns/layout.ts";
import { tagFields, tokenFields } from "./hugging-face/hugging-face.ts";
import { formats } from "./index.ts";

/** How many bytes of a file are looked at. */
const SAMPLE = 1 << 16;

/** Detects a file's format from its name and its first lines. */
export async function detectFormat(path: string, log: ReadLog): Promise<Format> {
  if (path === "-") {
    log.assume("stdin: read as jsonl (name another format with --from)");
    return formats.jsonl;
  }
  const found = await statInput(path);
  if (found.isDirectory()) return formats.brat;
  const ending = extname(path).toLowerCase();
  if (ending === ".ann") return formats.brat;
  if (ending === ".parquet") return formats.parquet;
  const sample = (await readStart(path, SAMPLE)).toString();
  if (sample.startsWith("PAR1")) return formats.parquet;
  const format = detectFromSample(sample);
  if (format !== undefined) return format;
  if (sample.trim() === "") return ending === ".jsonl" ? formats.jsonl : formats.columns;
  if (ending === ".txt" || ending === ".md" || ending === "") return formats.text;
  throw new UserError(`cannot tell the format of "${path}"`, {
    hint: `name it with --from, one of: ${Object.keys(formats).join(", ")}`,
  });
}

/** Detects the format of a text from how it begins; `undefined` if it could be anything. */
export function detectFromSample(sample: string): Format | undefined {
  const start = sample.replace(/^\uFEFF/, "").trimStart();
  if (start.startsWith("{")) {
    // A first line too long or too broken to parse: our own format, whose reader says what is wrong.
    return detectRecord(firstLine(start)) ?? formats.jsonl;
  }
  if (/^\[\s*["[]/.test(start)) return formats.spacy;
  if (start.startsWith("[")) return detectRecord(firstItem(start)) ?? formats["label-studio"];
  return looksLikeColumns(start) ? formats.columns : undefined;
}

function detectRecord(record: ReadonlyMap<string, unknown> | undefined): Format | undefined {
  if (record === undefined) return undefined;
  const entities = record.get("entities");
  const tagged = tagFields.some((key) => Array.isArray(record.get(key)));
  if (tokenFields.some((key) => record.has(key)) && tagged && entities === undefined)
    return formats["hugging-face"];
  if (record.has("ents")) return formats.spacy;
  if (record.has("data")) return formats["label-studio"];
  if (Array.isArray(record.get("spans")) || (record.has("text") && record.has("answer")))
    return formats.prodigy;
  if (record.has("tokens")) return formats.jsonl;
  if (record.has("label") || record.has("labels")) return formats.doccano;
  if (Array.isArray(entities) && entities.some((item) => item?.start_offset !== undefined))
    return formats.doccano;
  return record.has("text") ? formats.spacy : formats.jsonl;
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
  for (let end = array.indexOf("}"); end >= 0; end = array.indexOf("}", end + 1)) {
    try {
      return new Map(Object.entries(JSON.parse(array.slice(1, end + 1))));
    } catch {
      // That brace closed something inside it.
    }
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
