import { basename } from "node:path";
import { type Completeness, parseCompleteness } from "../../completeness.ts";
import type { Draft, Format, ReadOptions } from "../../format.ts";
import type { FilePosition } from "../../read-log.ts";
import type { Sentence } from "../../sentence.ts";
import type { Entity } from "../../span.ts";
import { textOf } from "../../text-of.ts";
import { excerpt, isId, isInteger, isListOf, isOffset, isRecord, isString } from "../json-shape.ts";
import { listUnused } from "./own-fields.ts";
import { readJsonRecords, writeJsonRecords } from "./records.ts";

/** Our own format: one `{"tokens", "entities"}` object per line, with every other field of a sentence. */
export const jsonl: Format = {
  name: "jsonl",
  title: 'JSON lines with "tokens" and "entities" (start, end exclusive, in words)',

  read: readJsonRecords(readRecord),

  write: writeJsonRecords((sentence, path, { entityTexts = false }) =>
    recordOf(sentence, basename(path), entityTexts ? placed(sentence) : plain),
  ),
};

/** One line of our JSONL. `source` is left out if it is the name of the file written. */
function recordOf(sentence: Sentence, fileName: string, shown: (entity: Entity) => Entity): object {
  const { tokens, entities, completeness, source, doc, hidden, unknown, outside, text, offsets } = sentence;
  const { id, meta, textStart } = sentence;
  return {
    ...(id !== undefined && { id }),
    tokens,
    entities: entities.map(shown),
    completeness,
    ...(source !== fileName && { source }),
    ...(doc !== undefined && { doc }),
    ...(hidden !== undefined && { hidden: hidden.map(plain) }),
    ...(unknown !== undefined && { unknown }),
    ...(outside !== undefined && { outside }),
    ...(text !== undefined && { text, offsets }),
    ...(textStart !== undefined && { textStart }),
    ...(meta !== undefined && { meta }),
  };
}

/** An entity without fields that a tool may have added. */
function plain({ start, end, label, score }: Entity): Entity {
  return score === undefined ? { start, end, label } : { start, end, label, score };
}

/** Adds to an entity its text and where that is: `from` and `to` in the sentence's text, `docFrom` and `docTo` in the document. */
function placed(sentence: Sentence): (entity: Entity) => Entity {
  const { text, offsets } = textOf(sentence);
  const { textStart } = sentence;
  return (entity) => {
    const [from, to] = [offsets[entity.start]![0], offsets[entity.end - 1]![1]];
    return {
      ...plain(entity),
      text: text.slice(from, to),
      ...(sentence.text !== undefined && { from, to }),
      ...(textStart !== undefined && { docFrom: textStart + from, docTo: textStart + to }),
    };
  };
}

const known = new Set(
  "tokens entities completeness source doc hidden unknown outside text offsets textStart".split(" "),
);

function readRecord(value: unknown, at: FilePosition, { log }: ReadOptions): Draft | undefined {
  const drop: Drop = (reason, what) => {
    log.drop(at, reason, excerpt(what, 60));
    return undefined;
  };
  if (!isRecord(value)) return drop("line that is not a JSON object", value);
  const { tokens } = value;
  if (!isListOf(tokens, isString)) return drop('line without "tokens", a list of strings', value);

  const draft: { -readonly [K in keyof Draft]: Draft[K] } = { at, tokens, entities: [] };
  draft.entities = readEntities(value.entities, "entities", drop);
  if (value.hidden !== undefined) draft.hidden = readEntities(value.hidden, "hidden", drop);
  const completeness = readCompleteness(value.completeness, drop);
  if (completeness !== undefined) draft.completeness = completeness;
  if (isId(value.id)) draft.id = value.id;
  else if (value.id !== undefined && value.id !== null) drop('"id" that is no string or number', value.id);
  if (value.meta !== undefined && value.meta !== null) draft.meta = value.meta;
  if (isInteger(value.textStart)) draft.textStart = value.textStart;
  else if (value.textStart !== undefined) drop('"textStart" that is not a whole number', value.textStart);
  for (const key of ["doc", "source", "text"] as const) {
    const field = value[key];
    if (field === undefined || field === null) continue;
    if (typeof field === "string") draft[key] = field;
    else if (key === "doc" && typeof field === "number") draft.doc = String(field);
    else drop(`"${key}" that is not a string`, field);
  }
  for (const key of ["unknown", "outside"] as const) {
    const field = value[key];
    if (field === undefined) continue;
    if (isListOf(field, isInteger)) draft[key] = field;
    else drop(`"${key}" that is not a list of word numbers`, field);
  }
  if (value.offsets !== undefined) {
    if (isListOf(value.offsets, isOffset)) draft.offsets = value.offsets;
    else drop('"offsets" that is not a list of pairs', value.offsets);
  }
  listUnused(value, known, at, log);
  return draft;
}

type Drop = (reason: string, what: unknown) => undefined;

function readEntities(value: unknown, key: string, drop: Drop): Entity[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    drop(`"${key}" that is not a list`, value);
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
      drop("entity without start, end and label", item);
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
      // Logged below, with the line.
    }
  }
  return drop('"completeness" that is not understood', value);
}
