import type { Draft, Format, ReadOptions } from "../../format.ts";
import type { FilePosition } from "../../read-log.ts";
import { usualUnit } from "../character-offsets/convert-spans.ts";
import { draftFromCharacters } from "../character-offsets/draft.ts";
import { characterRecord } from "../character-offsets/record.ts";
import { withExtras } from "../extras.ts";
import { excerpt, isRecord } from "../json-shape.ts";
import { givenBack, ownFields } from "./own-fields.ts";
import { readJsonRecords, writeJsonRecords } from "./records.ts";
import { spanList, tokenOffsets } from "./spans.ts";

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
  const { log, offsetUnit } = options;
  const pair = Array.isArray(value) && isRecord(value[1]) ? value[1] : undefined;
  const record = pair ?? (isRecord(value) ? value : undefined);
  const text: unknown = Array.isArray(value) ? value[0] : record?.text;
  if (record === undefined || typeof text !== "string") {
    log.drop(at, 'line without "text"', excerpt(value));
    return undefined;
  }
  const offsets = tokenOffsets(text, record.tokens, offsetUnit ?? usualUnit);
  // Spans may be kept in groups by name, as in Doc.spans; all of them count.
  const spans = isRecord(record.spans) ? Object.values(record.spans).flat() : record.spans;
  return draftFromCharacters(
    {
      text,
      entities: [record.entities ?? record.ents, spans].flatMap((stated) => spanList(stated, at, log)),
      extras: ownFields(record, known, at, log),
      at,
      ...(offsets !== undefined && { offsets }),
    },
    options,
  );
}
