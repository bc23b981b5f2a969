import { convertOffsets, type OffsetUnit } from "../../../text/index.ts";
import type { Offset } from "../../sentence.ts";

/** What the offsets of all character-offset formats count by default. */
export const usualUnit: OffsetUnit = "codepoint";

/** Spans of a text in another unit; `undefined` for one that is not in the text or cuts a character. */
export function convertSpans(
  text: string,
  spans: readonly Offset[],
  from: OffsetUnit,
  to: OffsetUnit,
): (Offset | undefined)[] {
  const stated: number[] = [];
  for (const [start, end] of spans) stated.push(start, end);
  const converted = convertOffsets(text, stated, from, to);
  return spans.map((_, i) => {
    const [start, end] = [converted[2 * i], converted[2 * i + 1]];
    return start === undefined || end === undefined ? undefined : [start, end];
  });
}

/** The list, if none of its items is missing. */
export function ifAllDefined<T>(items: readonly (T | undefined)[]): readonly T[] | undefined {
  return items.every((item) => item !== undefined) ? items : undefined;
}
