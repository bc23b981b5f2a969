import { basename } from "node:path";
import { type Completeness, parseCompleteness } from "../completeness.ts";
import type { Draft, Format } from "../format.ts";
import { isInteger, isListOf, isOffset, isRecord, isString } from "../json-shape.ts";
import type { Report } from "../report.ts";
import type { Sentence } from "../sentence.ts";
import type { Entity } from "../span.ts";
import { writeLines } from "../write-file.ts";
import { jsonFile, jsonValues } from "./json-values.ts";

/** Our own format: one `{"tokens", "entities"}` object per line, and all that a sentence can hold beside. */
export const jsonl: Format = {
  name: "jsonl",
  title: 'JSON lines with "tokens" and "entities" (start, end exclusive, in words)',

  async *read(path, { report, onBytes }) {
    const file = jsonFile(path);
    for await (const values of jsonValues(path, report, onBytes)) {
      for (const { value, line } of values) {
        const draft = readRecord(value, { file, line }, report);
        if (draft !== undefined) yield draft;
      }
    }
  },

  async write(path, sentences) {
    async function* records() {
      for await (const sentence of sentences) yield writeRecord(sentence, basename(path));
    }
    await writeLines(path, records());
  },
};

/** One line of our JSONL. `source` is left out where it is the name of the file written. */
export function writeRecord(sentence: Sentence, fileName: string): string {
  const { tokens, entities, completeness, source, doc, hidden, unknown, outside, text, offsets } = sentence;
  const record = {
    tokens,
    entities: entities.map(plain),
    completeness,
    ...(source !== fileName && { source }),
    ...(doc !== undefined && { doc }),
    ...(hidden !== undefined && { hidden: hidden.map(plain) }),
    ...(unknown !== undefined && { unknown }),
    ...(outside !== undefined && { outside }),
    ...(text !== undefined && { text, offsets }),
  };
  return JSON.stringify(record);
}

/** An entity without what a tool may have hung on it. */
function plain({ start, end, label, score }: Entity): Entity {
  return score === undefined ? { start, end, label } : { start, end, label, score };
}

type At = Draft["at"];

const known = new Set(
  "tokens entities completeness source doc hidden unknown outside text offsets".split(" "),
);

function readRecord(value: unknown, at: At, report: Report): Draft | undefined {
  const drop = (reason: string, detail: string) => {
    report.add({ kind: "dropped", reason, ...at, detail });
    return undefined;
  };
  if (!isRecord(value)) return drop("line that is not a JSON object", shorten(value));
  const { tokens } = value;
  if (!isListOf(tokens, isString)) return drop('line without "tokens", a list of strings', shorten(value));

  const draft: { -readonly [K in keyof Draft]: Draft[K] } = { at, tokens, entities: [] };
  draft.entities = readEntities(value.entities, "entities", drop);
  if (value.hidden !== undefined) draft.hidden = readEntities(value.hidden, "hidden", drop);
  const completeness = readCompleteness(value.completeness, drop);
  if (completeness !== undefined) draft.completeness = completeness;
  for (const key of ["doc", "source", "text"] as const) {
    const field = value[key];
    if (field === undefined || field === null) continue;
    if (typeof field === "string") draft[key] = field;
    else if (key === "doc" && typeof field === "number") draft.doc = String(field);
    else drop(`"${key}" that is not a string`, shorten(field));
  }
  for (const key of ["unknown", "outside"] as const) {
    const field = value[key];
    if (field === undefined) continue;
    if (isListOf(field, isInteger)) draft[key] = field;
    else drop(`"${key}" that is not a list of word numbers`, shorten(field));
  }
  if (value.offsets !== undefined) {
    if (isListOf(value.offsets, isOffset)) draft.offsets = value.offsets;
    else drop('"offsets" that is not a list of pairs', shorten(value.offsets));
  }
  for (const key of Object.keys(value)) {
    if (!known.has(key))
      report.assume(`${basename(at.file)}: the field ${JSON.stringify(key)} is not used and not kept`);
  }
  return draft;
}

type Drop = (reason: string, detail: string) => undefined;

function readEntities(value: unknown, key: string, drop: Drop): Entity[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    drop(`"${key}" that is not a list`, shorten(value));
    return [];
  }
  const entities: Entity[] = [];
  for (const item of value) {
    if (
      isRecord(item) &&
      typeof item.start === "number" &&
      typeof item.end === "number" &&
      isString(item.label)
    ) {
      const { start, end, label } = item as unknown as Entity;
      entities.push(
        typeof item.score === "number" ? { start, end, label, score: item.score } : { start, end, label },
      );
    } else {
      drop("entity without start, end and label", shorten(item));
    }
  }
  return entities;
}

function readCompleteness(value: unknown, drop: Drop): Completeness | undefined {
  if (value === undefined || value === null) return undefined;
  if (isRecord(value) && isListOf(value.complete, isString)) return { complete: value.complete };
  if (isString(value)) {
    try {
      return parseCompleteness(value);
    } catch {
      // Reported below, with the place.
    }
  }
  return drop('"completeness" that is not understood', shorten(value));
}

function shorten(value: unknown): string {
  return JSON.stringify(value).slice(0, 60);
}
