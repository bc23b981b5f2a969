import type { OffsetUnit } from "../../../text/index.ts";
import { convertOffsets, tokenize } from "../../../text/index.ts";
import type { Offset, Sentence } from "../../sentence.ts";
import type { Entity } from "../../span.ts";
import { textOf } from "../../text-of.ts";
import { extrasOf, type NativeField } from "../extras.ts";
/** An entity to be written at character offsets, in the unit of the file; `entity` has the words. */
export interface CharacterSpan {
  readonly start: number;
  readonly end: number;
  /** The text of the entity. */
  readonly quoted: string;
  readonly entity: Entity;
}

/** A sentence as a character-offset format writes it. */
export interface CharacterRecord {
  readonly text: string;
  readonly spans: readonly CharacterSpan[];
  /** Where the words stand, in the unit of the file; `undefined` if one of them begins or ends inside a character. */
  readonly words: readonly Offset[] | undefined;
  readonly extras: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Prepares a sentence for a character-offset format: its text (made up if it has
 * none), its entities in the unit of the file, and, in the extras, what the reader could not find
 * out again by itself. `native` are the fields that the format has besides; `tokens` among
 * them says that it writes the words.
 */
export function characterRecord(
  sentence: Sentence,
  unit: OffsetUnit,
  native: readonly NativeField[],
  fileName: string,
): CharacterRecord {
  const { text, offsets } = textOf(sentence);
  const writesWords = native.includes("tokens");
  const entities = sentence.entities;
  const wanted = entities.flatMap((entity) => [offsets[entity.start]![0], offsets[entity.end - 1]![1]]);
  if (writesWords) for (const [start, end] of offsets) wanted.push(start, end);
  const converted = convertOffsets(text, wanted, "utf16", unit);

  const spans: CharacterSpan[] = [];
  entities.forEach((entity, i) => {
    const [start, end] = [converted[2 * i], converted[2 * i + 1]];
    if (start === undefined || end === undefined || start >= end) return;
    const quoted = text.slice(wanted[2 * i], wanted[2 * i + 1]);
    spans.push({ start, end, quoted, entity });
  });
  const words = writesWords ? pairs(converted, 2 * entities.length) : undefined;

  const said: NativeField[] = ["text", ...native];
  const exact = offsets.every(([start, end], i) => text.slice(start, end) === sentence.tokens[i]);
  if (exact && !writesWords) said.push("tokens");
  if (!exact && writesWords) said.splice(said.indexOf("tokens"), 1);
  if (words !== undefined || isTokenized(text, offsets)) said.push("offsets");
  // Words without characters cannot be told from their offsets, so entities go by word numbers.
  if (spans.length === entities.length && offsets.every(([start, end]) => start < end)) said.push("entities");
  return { text, spans, words, extras: extrasOf({ ...sentence, text, offsets }, said, fileName) };
}

function pairs(numbers: readonly (number | undefined)[], from: number): Offset[] | undefined {
  const result: Offset[] = [];
  for (let i = from; i < numbers.length; i += 2) {
    const [start, end] = [numbers[i], numbers[i + 1]];
    if (start === undefined || end === undefined) return undefined;
    result.push([start, end]);
  }
  return result;
}

/** Whether a reader that cuts the text into words gets these. */
function isTokenized(text: string, offsets: readonly Offset[]): boolean {
  const found = tokenize(text).offsets;
  return (
    found.length === offsets.length &&
    found.every(([start, end], i) => start === offsets[i]![0] && end === offsets[i]![1])
  );
}
