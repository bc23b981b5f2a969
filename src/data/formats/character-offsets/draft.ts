import { splitSentences, tokenize, type WordCutting } from "../../../text/index.ts";
import type { Draft, ReadOptions } from "../../format.ts";
import type { FilePosition, ReadLog } from "../../read-log.ts";
import { misplacedOffset, type Offset } from "../../sentence.ts";
import type { Entity } from "../../span.ts";
import { addExtras, type DraftExtras } from "../extras.ts";
import {
  type CharacterEntity,
  type EdgeTrimmer,
  edgeTrimmer,
  type LocatedEntity,
  locateEntities,
} from "./locate-entities.ts";

/** What a character-offset format says of one sentence. */
interface CharacterSentence {
  readonly text: string;
  readonly entities: readonly CharacterEntity[];
  /** The words, if the file has them: UTF-16 units. */
  readonly offsets?: readonly Offset[];
  readonly extras: DraftExtras;
  readonly at: FilePosition;
}

/**
 * Turns a text with entities at character offsets into words with entities at word
 * offsets. If the file has word offsets, an entity that cuts a word is widened to the whole
 * word; if not, the text is tokenised here, and a word that an entity cuts becomes two, so
 * that nothing is lost. Both are logged.
 */
export function draftFromCharacters(
  sentence: CharacterSentence,
  { log, offsetUnit, cutting }: Pick<ReadOptions, "log" | "offsetUnit" | "cutting">,
): Draft {
  const { at, extras } = sentence;
  const { scores, entities: whole, tokens: words, offsets: written, text: exact } = extras;
  const text = exact ?? sentence.text;
  const repair = (reason: string, detail: string, place: FilePosition = at) =>
    log.repair(place, reason, detail);

  const stated = locateEntities(text, sentence.entities, offsetUnit, at, log);
  const trim = edgeTrimmer(text);
  const given = soundOffsets(text, written, repair) ?? soundOffsets(text, sentence.offsets, repair);
  const found = given ?? wordsIn(text, cutting);
  // Where all entities are noted as a whole, what else is stated was added by somebody later.
  const located = whole === undefined ? stated : addedLater(stated, whole, found, repair);
  // Those noted go by word numbers, so no word may become two.
  const isCut = given === undefined && whole === undefined;
  const offsets = isCut ? cutAtEntities(text, found, located, trim, sentence, repair) : found;
  const tokens =
    words?.length === offsets.length ? words : offsets.map(([start, end]) => text.slice(start, end));
  const useScores = scores?.length === sentence.entities.length ? scores : undefined;

  const entities: Entity[] = whole === undefined ? [] : [...whole];
  for (const entity of located) {
    const span = wordsOf(text, entity, trim, offsets, sentence, log);
    if (span === undefined) continue;
    const score = entity.score ?? useScores?.[entity.index] ?? undefined;
    const { label } = entity;
    const { start, end } = span;
    entities.push(score === undefined ? { start, end, label } : { start, end, label, score });
  }
  return addExtras({ tokens, entities, text, offsets, at }, extras);
}

/** Where the words of a text are. White space between two sentences is none, even where blanks are words. */
function wordsIn(text: string, cutting: WordCutting | undefined): readonly Offset[] {
  if (!cutting?.blanks) return tokenize(text, cutting).offsets;
  return splitSentences(text).flatMap(([start, end]) =>
    tokenize(text.slice(start, end), cutting).offsets.map(([from, to]): Offset => [start + from, start + to]),
  );
}

/** The stated entities that are not among those that Lacuna noted, of which each is stated once at the most. */
function addedLater(
  stated: readonly LocatedEntity[],
  noted: readonly Entity[],
  offsets: readonly Offset[],
  repair: Repair,
): readonly LocatedEntity[] {
  const keyOf = (start: number, end: number, label: string) => `${start} ${end} ${label}`;
  // Counted: around empty words several may have the same characters.
  const left = new Map<string, number>();
  for (const { start, end, label } of noted) {
    const [first, last] = [offsets[start], offsets[end - 1]];
    if (first === undefined || last === undefined) continue;
    const key = keyOf(first[0], last[1], label);
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  const added = stated.filter(({ start, end, label }) => {
    const key = keyOf(start, end, label);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
  for (const { start, end, label } of added) {
    repair("entity added to those that Lacuna wrote", `${JSON.stringify(label)} at ${start}–${end}`);
  }
  return added;
}

type Repair = (reason: string, detail: string, place?: FilePosition) => void;

/** Word offsets, if they ascend and lie in the text; if not, that is logged. */
function soundOffsets(
  text: string,
  offsets: readonly Offset[] | undefined,
  repair: Repair,
): readonly Offset[] | undefined {
  const wrong = offsets && misplacedOffset(offsets, text);
  if (wrong === undefined) return offsets;
  const [start, end] = wrong;
  repair(
    "words that do not fit the text; cut anew",
    `word at ${start}–${end} in a text of ${text.length} units`,
  );
  return undefined;
}

function cutAtEntities(
  text: string,
  offsets: readonly Offset[],
  entities: readonly LocatedEntity[],
  trim: EdgeTrimmer,
  sentence: CharacterSentence,
  repair: Repair,
): readonly Offset[] {
  if (entities.length === 0) return offsets;
  const cuts = new Map<number, LocatedEntity>();
  for (const entity of entities) {
    for (const cut of trim(entity) ?? []) if (!cuts.has(cut)) cuts.set(cut, entity);
  }
  const sorted = [...cuts].sort(([a], [b]) => a - b);
  const result: Offset[] = [];
  let next = 0;
  for (const [start, end] of offsets) {
    let from = start;
    for (; next < sorted.length && sorted[next]![0] < end; next++) {
      const [cut, { label, index }] = sorted[next]!;
      if (cut <= start) continue;
      const detail = `${JSON.stringify(beginning(text, start, end))} by ${JSON.stringify(label)}`;
      repair("word cut in two where an entity begins or ends", detail, sentence.entities[index]?.at);
      result.push([from, cut]);
      from = cut;
    }
    result.push([from, end]);
  }
  return result;
}

/** The words that an entity covers, widened to whole ones. */
function wordsOf(
  text: string,
  entity: LocatedEntity,
  trim: EdgeTrimmer,
  offsets: readonly Offset[],
  sentence: CharacterSentence,
  log: ReadLog,
): { start: number; end: number } | undefined {
  const exact = findWords(offsets, entity.start, entity.end);
  if (exact?.exact) return { start: exact.start, end: exact.end };
  const place = sentence.entities[entity.index]?.at ?? sentence.at;
  const detail = `${JSON.stringify(entity.label)} on ${JSON.stringify(beginning(text, entity.start, entity.end))}`;
  const trimmed = trim(entity);
  if (trimmed === undefined) {
    log.drop(place, "entity of white space only", detail);
    return undefined;
  }
  if (trimmed[0] !== entity.start || trimmed[1] !== entity.end) {
    log.repair(place, "white space at the edge of an entity left out", detail);
  }
  const found = findWords(offsets, trimmed[0], trimmed[1]);
  if (found === undefined) {
    log.drop(place, "entity that touches no word", detail);
    return undefined;
  }
  if (!found.exact) log.repair(place, "entity widened to whole words", detail);
  return { start: found.start, end: found.end };
}

/** So much of a stretch of text as a message shows. */
function beginning(text: string, start: number, end: number): string {
  return text.slice(start, Math.min(end, start + 60));
}

/** The words that share a character with `[from, to)`. */
function findWords(offsets: readonly Offset[], from: number, to: number) {
  const start = lowerBound(offsets.length, (i) => offsets[i]![1] > from);
  const end = lowerBound(offsets.length, (i) => offsets[i]![0] >= to);
  if (start >= end) return undefined;
  return { start, end, exact: offsets[start]![0] === from && offsets[end - 1]![1] === to };
}

/** The first index for which `holds` does, given that it then holds for all after it. */
function lowerBound(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
