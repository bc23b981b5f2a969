/** What a character offset counts: JavaScript's UTF-16 units, Unicode code points (Python), or UTF-8 bytes. */
export type OffsetUnit = "utf16" | "codepoint" | "byte";

export const offsetUnits: readonly OffsetUnit[] = ["utf16", "codepoint", "byte"];

/**
 * Converts offsets into `text` from one unit to another, exactly. An offset that is not
 * a whole number, lies past the end or falls inside a code point has no counterpart and
 * gives `undefined`; nothing is rounded. An unpaired surrogate counts as one code point
 * and three bytes (U+FFFD, which UTF-8 writes in its place, has three).
 *
 * The text is walked once, however many offsets there are; they need not be sorted.
 */
export function convertOffsets(
  text: string,
  offsets: readonly number[],
  from: OffsetUnit,
  to: OffsetUnit,
): (number | undefined)[] {
  const converted = new Array<number | undefined>(offsets.length).fill(undefined);
  if (offsets.length === 0) return converted;
  let highest = 0;
  let ascending = true;
  for (let i = 0; i < offsets.length; i++) {
    const offset = offsets[i]!;
    if (offset < highest) ascending = false;
    else highest = offset;
  }
  const order = ascending ? undefined : sortedOrder(offsets);

  let next = 0;
  let utf16 = 0;
  let codepoint = 0;
  let byte = 0;
  while (next < offsets.length) {
    const here = from === "utf16" ? utf16 : from === "codepoint" ? codepoint : byte;
    const there = to === "utf16" ? utf16 : to === "codepoint" ? codepoint : byte;
    for (; next < offsets.length; next++) {
      const index = order === undefined ? next : order[next]!;
      const offset = offsets[index]!;
      // Negative, fractional and NaN offsets fail both comparisons and are passed over.
      if (offset > here) break;
      if (offset === here) converted[index] = there;
    }
    if (utf16 >= text.length) break;
    const unit = text.charCodeAt(utf16);
    codepoint++;
    if (unit < 0x80) {
      utf16++;
      byte++;
    } else if (unit < 0x800) {
      utf16++;
      byte += 2;
    } else if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(utf16 + 1))) {
      utf16 += 2;
      byte += 4;
    } else {
      utf16++;
      byte += 3;
    }
  }
  return converted;
}

/** One offset; see `convertOffsets`. */
export function convertOffset(
  text: string,
  offset: number,
  from: OffsetUnit,
  to: OffsetUnit,
): number | undefined {
  return convertOffsets(text, [offset], from, to)[0];
}

function sortedOrder(offsets: readonly number[]): number[] {
  // NaN would make the comparison meaningless; it stands at the front, where it is passed over.
  const rank = (i: number) => (Number.isNaN(offsets[i]!) ? Number.NEGATIVE_INFINITY : offsets[i]!);
  return offsets
    .map((_, i) => i)
    .sort((a, b) => {
      const [x, y] = [rank(a), rank(b)];
      return x < y ? -1 : x > y ? 1 : 0;
    });
}

function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isLowSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}
