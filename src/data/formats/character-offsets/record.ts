import { type OffsetUnit, tokenize } from "../../../text/index.ts";
import { sentenceStarts } from "../../cut-record.ts";
import type { TextRecord } from "../../format.ts";
import type { Offset } from "../../sentence.ts";
import type { Entity } from "../../span.ts";
import { textOf } from "../../text-of.ts";
import { extrasOf, type NativeField } from "../extras.ts";
import { convertSpans, ifAllDefined } from "./convert-spans.ts";

/** An entity at character offsets, in the unit of the file; `entity` has its word offsets. */
interface CharacterSpan {
  readonly start: number;
  readonly end: number;
  /** The text of the entity. */
  readonly quoted: string;
  readonly entity: Entity;
}

/** A sentence as a character-offset format writes it. */
interface CharacterRecord {
  readonly text: string;
  readonly spans: readonly CharacterSpan[];
  /** The words, in the unit of the file; `undefined` if one of them begins or ends inside a character. */
  readonly words: readonly Offset[] | undefined;
  readonly extras: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Prepares a sentence for a character-offset format: its text (words joined if it has
 * none), its entities in the unit of the file, and, in the extras, what a reader could not
 * reconstruct. `native` are the other fields that the format has; with `tokens` it writes the words.
 *
 * @param isCut whether the reader cuts the text into sentences where nothing else is said
 */
export function characterRecord(
  sentence: TextRecord,
  unit: OffsetUnit,
  native: readonly NativeField[],
  fileName: string,
  isCut = true,
): CharacterRecord {
  const { text, offsets } = textOf(sentence);
  const writesWords = native.includes("tokens");
  const entities = sentence.entities;
  const places = entities.map((entity): Offset => [offsets[entity.start]![0], offsets[entity.end - 1]![1]]);
  const converted = convertSpans(text, writesWords ? [...places, ...offsets] : places, "utf16", unit);

  const spans = entities.flatMap((entity, i): CharacterSpan[] => {
    const [start, end] = converted[i] ?? [0, 0];
    return start < end ? [{ start, end, quoted: text.slice(...places[i]!), entity }] : [];
  });
  const words = writesWords ? ifAllDefined(converted.slice(entities.length)) : undefined;

  const said: NativeField[] = ["text", ...native];
  const exact = offsets.every(([start, end], i) => text.slice(start, end) === sentence.tokens[i]);
  if (exact && !writesWords) said.push("tokens");
  if (!exact && writesWords) said.splice(said.indexOf("tokens"), 1);
  if (words !== undefined || isTokenized(text, offsets)) said.push("offsets");
  // Empty words cannot be told apart by their offsets, so entities go by word numbers.
  if (spans.length === entities.length && offsets.every(([start, end]) => start < end)) said.push("entities");
  const record = { ...sentence, text, offsets, sentences: sentence.sentences ?? [0] };
  const expected = isCut ? sentenceStarts(record, "texts") : [0];
  if (String(record.sentences) === String(expected)) said.push("sentences");
  if (record.sentences.length > 1) {
    // What the reader makes of several sentences by itself.
    if (record.textStart === 0) said.push("textStart");
    if (isCut && record.doc === String(record.id)) said.push("doc");
  }
  return { text, spans, words, extras: extrasOf(record, said, fileName) };
}

/** Whether a reader that tokenises the text gets these words. */
function isTokenized(text: string, offsets: readonly Offset[]): boolean {
  const found = tokenize(text).offsets;
  return (
    found.length === offsets.length &&
    found.every(([start, end], i) => start === offsets[i]?.[0] && end === offsets[i]?.[1])
  );
}
