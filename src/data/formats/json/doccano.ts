import type { Draft, Format, ReadOptions } from "../../format.ts";
import type { FilePosition } from "../../read-log.ts";
import { usualUnit } from "../character-offsets/convert-spans.ts";
import { draftFromCharacters } from "../character-offsets/draft.ts";
import { characterRecord } from "../character-offsets/record.ts";
import { draftFromExtras, EXTRAS_KEY, withExtras } from "../extras.ts";
import { excerpt, isRecord } from "../json-shape.ts";
import { readJsonRecords, writeJsonRecords } from "./records.ts";
import { spanList } from "./spans.ts";
import { fieldIn, textIn } from "./text-field.ts";

/**
 * doccano's JSONL in the shapes of its versions: `label` or `labels` as `[start, end,
 * label]`, or `entities` with `start_offset` and `end_offset`. Offsets count code points.
 */
export const doccano: Format = {
  name: "doccano",
  title: "doccano JSONL (text, label or entities)",

  read: readJsonRecords(readExample),

  write: writeJsonRecords((sentence, path, { offsetUnit = usualUnit }) => {
    const { text, spans, extras } = characterRecord(sentence, offsetUnit, [], path);
    const label = spans.map(({ start, end, entity }) => [start, end, entity.label]);
    return withExtras({ text, label }, extras);
  }),
};

function readExample(value: unknown, at: FilePosition, options: ReadOptions): Draft | undefined {
  const { log, offsetUnit, labelField } = options;
  // Early versions called the text "data".
  const text = textIn(value, ["text", "data"], at, options);
  if (!isRecord(value) || text === undefined) return undefined;
  if (Array.isArray(value.relations)) {
    for (const relation of value.relations) log.drop(at, "relation between entities", excerpt(relation));
  }
  const named = labelField === undefined ? undefined : fieldIn(value, labelField);
  const stated = named ?? value.entities ?? value.label ?? value.labels ?? value.annotations;
  return draftFromCharacters(
    {
      text,
      entities: spanList(stated, at, log),
      unit: offsetUnit,
      extras: draftFromExtras(value[EXTRAS_KEY], at, log),
      at,
    },
    log,
  );
}
