import type { OffsetUnit } from "../../../text/index.ts";
import type { FilePosition, ReadLog } from "../../read-log.ts";
import { misplacedOffset, type Offset } from "../../sentence.ts";
import { convertSpans, ifAllDefined } from "../character-offsets/convert-spans.ts";
import type { CharacterEntity } from "../character-offsets/locate-entities.ts";
import { excerpt, isRecord } from "../json-shape.ts";

/**
 * Reads a list of labelled character spans in any of the shapes in use: `[start, end,
 * label]`, `{start, end, label}`, doccano's `{start_offset, end_offset, label}` and Label Studio's `labels`. What is
 * no list, and items that are none of these, are dropped and logged.
 */
export function spanList(value: unknown, at: FilePosition, log: ReadLog): CharacterEntity[] {
  const drop = (what: unknown) => log.drop(at, "entity that is no span with a label", excerpt(what));
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    drop(value);
    return [];
  }
  const spans: CharacterEntity[] = [];
  for (const item of value as unknown[]) {
    if (Array.isArray(item) && item.length >= 3) {
      spans.push({ start: item[0], end: item[1], label: item[2] });
    } else if (isRecord(item)) {
      for (const label of Array.isArray(item.labels) ? item.labels : [item.label]) {
        spans.push({
          start: item.start ?? item.start_offset,
          end: item.end ?? item.end_offset,
          label,
          score: item.score,
          quoted: item.text,
        });
      }
    } else {
      drop(item);
    }
  }
  return spans;
}

/** Where `tokens` (`{start, end}` each) are in the text, in UTF-16 units; `undefined` if one is not. */
export function tokenOffsets(text: string, tokens: unknown, unit: OffsetUnit): readonly Offset[] | undefined {
  if (!Array.isArray(tokens) || !tokens.every(isRecord)) return undefined;
  const stated = tokens.map(({ start, end }): Offset => [Number(start), Number(end)]);
  const offsets = ifAllDefined(convertSpans(text, stated, unit, "utf16"));
  return offsets && misplacedOffset(offsets, text) === undefined ? offsets : undefined;
}
