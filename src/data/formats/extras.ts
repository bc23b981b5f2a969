import { basename } from "node:path";
import type { Completeness } from "../completeness.ts";
import type { Draft, TextRecord } from "../format.ts";
import type { FilePosition, ReadLog } from "../read-log.ts";
import type { Sentence } from "../sentence.ts";
import type { Entity } from "../span.ts";
import { excerpt, isId, isInteger, isListOf, isOffset, isRecord, isString } from "./json-shape.ts";

/** A field of a record that a format can express itself; `scores` are those of the entities. */
export type NativeField = keyof TextRecord | "scores";

/** The extras of a sentence: fields of a draft, and the scores in the order of the written entities. */
export type DraftExtras = { -readonly [K in keyof Omit<Draft, "at">]?: Draft[K] } & {
  scores?: readonly (number | null)[];
};

/** The name of the field, column or note that holds a sentence's extras. */
export const EXTRAS_KEY = "lacuna";

const BAD_EXTRAS = `bad "${EXTRAS_KEY}" field`;

/**
 * What a format cannot express of a sentence, as one small JSON object written beside
 * it, so that nothing is lost between writer and reader. `native` are the fields that
 * the format expresses itself. `completeness` is always written; `source` only if it is
 * not the file being written, which is the readers' default.
 */
export function extrasOf(
  sentence: TextRecord,
  native: readonly NativeField[],
  fileName: string,
): Readonly<Record<string, unknown>> | undefined {
  const extras: Record<string, unknown> = {};
  let empty = true;
  for (const field of fields) {
    if (native.includes(field)) continue;
    const value = field === "scores" ? scoresOf(sentence, native) : sentence[field];
    if (value === undefined || (field === "source" && value === basename(fileName))) continue;
    extras[field] = value;
    empty = false;
  }
  return empty ? undefined : extras;
}

/** A record with the extras of its sentence, if there are any. */
export function withExtras(record: object, extras: ReturnType<typeof extrasOf>): object {
  return extras === undefined ? record : { ...record, [EXTRAS_KEY]: extras };
}

/** Reads what `extrasOf` wrote. A value of the wrong type is dropped and logged; unknown keys are skipped. */
export function draftFromExtras(value: unknown, at: FilePosition, log: ReadLog): DraftExtras {
  const extras: DraftExtras = {};
  if (value === undefined || value === null) return extras;
  const drop = (detail: string) => log.drop(at, BAD_EXTRAS, detail);
  if (!isRecord(value)) {
    drop("it is no object");
    return extras;
  }
  for (const field of fields) {
    const piece = Object.hasOwn(value, field) ? value[field] : undefined;
    if (piece === undefined || piece === null) continue;
    if (accepts[field](piece)) (extras as Record<string, unknown>)[field] = piece;
    else drop(`"${field}" is ${excerpt(piece)}`);
  }
  return extras;
}

/** Adds the extras to a draft, but for words and entities, which each format combines in its own way; the draft's own text stays. */
export function addExtras(draft: Draft, extras: DraftExtras): Draft {
  // Field by field: object rest and spread cost more than all else in reading a short line.
  const whole: { -readonly [K in keyof Draft]: Draft[K] } = draft;
  if (whole.text === undefined && extras.text !== undefined && extras.offsets !== undefined) {
    whole.text = extras.text;
    whole.offsets = extras.offsets;
  }
  if (extras.completeness !== undefined) whole.completeness = extras.completeness;
  if (extras.doc !== undefined) whole.doc = extras.doc;
  if (extras.id !== undefined) whole.id = extras.id;
  if (extras.meta !== undefined) whole.meta = extras.meta;
  if (extras.textStart !== undefined) whole.textStart = extras.textStart;
  if (extras.sentences !== undefined) whole.sentences = extras.sentences;
  if (extras.source !== undefined) whole.source = extras.source;
  if (extras.hidden !== undefined) whole.hidden = extras.hidden;
  if (extras.unknown !== undefined) whole.unknown = extras.unknown;
  if (extras.outside !== undefined) whole.outside = extras.outside;
  return whole;
}

/** As `draftFromExtras`, from the JSON text that column files, brat notes and Parquet columns hold. */
export function draftFromExtrasText(text: string, at: FilePosition, log: ReadLog): DraftExtras {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    log.drop(at, BAD_EXTRAS, "it is no JSON");
    return {};
  }
  return draftFromExtras(value, at, log);
}

/** The type check of each field. The order is that of the written object. */
const accepts: { readonly [F in NativeField]: (value: unknown) => boolean } = {
  completeness: isCompleteness,
  doc: isString,
  source: isString,
  id: isId,
  meta: () => true,
  textStart: isInteger,
  sentences: (value) => isListOf(value, isInteger),
  tokens: (value) => isListOf(value, isString),
  text: isString,
  offsets: (value) => isListOf(value, isOffset),
  entities: (value) => isListOf(value, isEntity),
  scores: (value) => isListOf(value, isScore),
  hidden: (value) => isListOf(value, isEntity),
  unknown: (value) => isListOf(value, isInteger),
  outside: (value) => isListOf(value, isInteger),
};

const fields = Object.keys(accepts) as readonly NativeField[];

function isCompleteness(value: unknown): value is Completeness {
  if (value === "complete" || value === "partial") return true;
  return isRecord(value) && isListOf(value.complete, isString);
}

function isScore(value: unknown): value is number | null {
  return value === null || typeof value === "number";
}

function isEntity(value: unknown): value is Entity {
  if (!isRecord(value)) return false;
  const { start, end, label, score } = value;
  return (
    isInteger(start) && isInteger(end) && isString(label) && (score === undefined || Number.isFinite(score))
  );
}

function scoresOf(sentence: Sentence, native: readonly NativeField[]): (number | null)[] | undefined {
  // Entities that are written as a whole have their scores with them.
  if (!native.includes("entities")) return undefined;
  if (sentence.entities.every((entity) => entity.score === undefined)) return undefined;
  return sentence.entities.map((entity) => entity.score ?? null);
}
