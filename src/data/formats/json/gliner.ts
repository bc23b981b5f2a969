import type { Draft, Format, ReadOptions } from "../../format.ts";
import type { FilePosition } from "../../read-log.ts";
import type { Entity } from "../../span.ts";
import { addExtras, extrasOf, withExtras } from "../extras.ts";
import { excerpt, isInteger, isListOf, isRecord, isString } from "../json-shape.ts";
import { givenBack, ownFields } from "./own-fields.ts";
import { readJsonRecords, writeJsonRecords } from "./records.ts";

/**
 * GLiNER's training data: `tokenized_text` and `ner`, a list of `[first word, last word, label]`, as a JSON array or
 * one object per line.
 */
export const gliner: Format = {
  name: "gliner",
  title: "GLiNER JSON (tokenized_text, ner with the last word included)",

  read: readJsonRecords(readExample),

  write: writeJsonRecords(
    (sentence, path) => {
      const { tokens, entities } = sentence;
      const ner = entities.map(({ start, end, label }) => [start, end - 1, label]);
      const { before, after } = givenBack(sentence);
      const extras = extrasOf(sentence, ["tokens", "entities", "id", "meta"], path);
      return withExtras({ ...before, tokenized_text: tokens, ner, ...after }, extras);
    },
    { array: true },
  ),
};

const known = new Set(["tokenized_text", "ner"]);

function readExample(value: unknown, at: FilePosition, { log }: ReadOptions): Draft | undefined {
  const tokens = isRecord(value) ? value.tokenized_text : undefined;
  if (!isRecord(value) || !isListOf(tokens, isString)) {
    log.drop(at, 'record without "tokenized_text", a list of strings', excerpt(value));
    return undefined;
  }
  const { scores, ...extras } = ownFields(value, known, at, log);
  const stated: unknown[] = Array.isArray(value.ner) ? value.ner : [];
  if (stated !== value.ner && value.ner != null) {
    log.drop(at, '"ner" that is not a list', excerpt(value.ner));
  }
  const entities = stated.flatMap((item, i): Entity[] => {
    if (!Array.isArray(item) || !isInteger(item[0]) || !isInteger(item[1]) || !isString(item[2])) {
      log.drop(at, "entity that is not [first word, last word, label]", excerpt(item));
      return [];
    }
    const score = scores?.length === stated.length ? (scores[i] ?? undefined) : undefined;
    const entity = { start: item[0], end: item[1] + 1, label: item[2] };
    return [score === undefined ? entity : { ...entity, score }];
  });
  return addExtras({ at, tokens, entities }, extras);
}
