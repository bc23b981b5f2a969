import type { Draft, Format, ReadOptions } from "../../format.ts";
import type { FilePosition } from "../../read-log.ts";
import { usualUnit } from "../character-offsets/convert-spans.ts";
import { draftFromCharacters } from "../character-offsets/draft.ts";
import { characterRecord } from "../character-offsets/record.ts";
import { withExtras } from "../extras.ts";
import { excerpt, isRecord } from "../json-shape.ts";
import { givenBack, ownFields } from "./own-fields.ts";
import { readJsonRecords, writeJsonRecords } from "./records.ts";
import { spanList } from "./spans.ts";
import { fieldIn, knownFields, textIn } from "./text-field.ts";

/**
 * doccano's JSONL in the shapes of its versions: `label` or `labels` as `[start, end,
 * label]`, or `entities` with `start_offset` and `end_offset`. Offsets count code points.
 */
export const doccano: Format = {
  name: "doccano",
  title: "doccano JSONL (text, label or entities)",
  holds: "texts",

  read: readJsonRecords(readExample),

  write: writeJsonRecords((sentence, path, { offsetUnit = usualUnit }) => {
    const { text, spans, extras } = characterRecord(sentence, offsetUnit, ["id", "meta"], path);
    const label = spans.map(({ start, end, entity }) => [start, end, entity.label]);
    const { before, after } = givenBack(sentence);
    return withExtras({ ...before, text, label, ...after }, extras);
  }),
};

const known = new Set("text data label labels entities annotations relations Comments".split(" "));

function readExample(value: unknown, at: FilePosition, options: ReadOptions): Draft | undefined {
  const { log, labelField } = options;
  // Early versions called the text "data".
  const text = textIn(value, ["text", "data"], at, options);
  if (!isRecord(value) || text === undefined) return undefined;
  if (Array.isArray(value.relations)) {
    for (const relation of value.relations) log.drop(at, "relation between entities", excerpt(relation));
  }
  const named = labelField === undefined ? undefined : fieldIn(value, labelField);
  const stated = named ?? value.entities ?? value.label ?? value.labels ?? value.annotations;
  const extras = ownFields(value, knownFields(known, options), at, log);
  return draftFromCharacters({ text, entities: spanList(stated, at, log), extras, at }, options);
}
