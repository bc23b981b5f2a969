import type { Draft, Format, ReadOptions } from "../../format.ts";
import type { FilePosition } from "../../read-log.ts";
import { usualUnit } from "../character-offsets/convert-spans.ts";
import { draftFromCharacters } from "../character-offsets/draft.ts";
import { characterRecord } from "../character-offsets/record.ts";
import { withExtras } from "../extras.ts";
import { isRecord, isString } from "../json-shape.ts";
import { givenBack, ownFields } from "./own-fields.ts";
import { readJsonRecords, writeJsonRecords } from "./records.ts";
import { spanList, tokenOffsets } from "./spans.ts";
import { fieldIn, knownFields, textIn } from "./text-field.ts";

/**
 * The JSON that spaCy's users keep training data in: `{"text", "entities": [[start, end,
 * label]]}`, `["text", {"entities": …}]`, and what `Doc.to_json` gives (`ents`, `spans` by
 * name, `tokens`). Offsets count code points.
 */
export const spacy: Format = {
  name: "spacy",
  title: "spaCy JSONL (text and entities as [start, end, label])",
  holds: "texts",

  read: readJsonRecords(readExample),

  write: writeJsonRecords((sentence, path, { offsetUnit = usualUnit }) => {
    const { text, spans, extras } = characterRecord(sentence, offsetUnit, ["id", "meta"], path);
    const entities = spans.map(({ start, end, entity }) => [start, end, entity.label]);
    const { before, after } = givenBack(sentence);
    return withExtras({ ...before, text, entities, ...after }, extras);
  }),
};

const known = new Set("text entities ents spans tokens sents".split(" "));

function readExample(value: unknown, at: FilePosition, options: ReadOptions): Draft | undefined {
  const { log, offsetUnit, labelField } = options;
  const [first, second]: unknown[] = Array.isArray(value) ? value : [];
  const pair = isRecord(second) ? second : undefined;
  const record = pair ?? (isRecord(value) ? value : undefined);
  const text = pair !== undefined && isString(first) ? first : textIn(value, ["text"], at, options);
  if (record === undefined || text === undefined) return undefined;
  const named = labelField === undefined ? undefined : fieldIn(record, labelField);
  const offsets = tokenOffsets(text, record.tokens, offsetUnit ?? usualUnit);
  // Spans may be kept in groups by name, as in Doc.spans; all of them count.
  const spans = isRecord(record.spans) ? Object.values(record.spans).flat() : record.spans;
  return draftFromCharacters(
    {
      text,
      entities: [named ?? record.entities ?? record.ents, spans].flatMap((stated) =>
        spanList(stated, at, log),
      ),
      extras: ownFields(record, knownFields(known, options), at, log),
      at,
      ...(offsets !== undefined && { offsets }),
    },
    options,
  );
}
