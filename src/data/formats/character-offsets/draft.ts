import { tokenize } from "../../../text/index.ts";
import type { Draft } from "../../format.ts";
import type { ReadLog } from "../../read-log.ts";
import type { Offset } from "../../sentence.ts";
import type { Entity } from "../../span.ts";
import { addExtras, type DraftExtras } from "../extras.ts";
import {
  type CharacterEntity,
  type LocatedEntity,
  locateEntities,
  type OffsetCustom,
  withoutEdgeSpace,
} from "./locate-entities.ts";
/** What a character-offset format says of one sentence. */
export interface CharacterSentence {
  readonly text: string;
  readonly entities: readonly CharacterEntity[];
  /** The words, where the format brings them: UTF-16 units. */
  readonly offsets?: readonly Offset[];
  readonly custom: OffsetCustom;
  readonly extras: DraftExtras;
  readonly at: Draft["at"];
}

/**
 * Turns a text with entities at character offsets into words with entities at word
 * offsets. Where the file brings its words, an entity that cuts one is widened to the whole of
 * it; otherwise the text is cut into words here, and a word that an entity cuts becomes two, so
 * that nothing is lost. Both are reported.
 */
export function draftFromCharacters(sentence: CharacterSentence, log: ReadLog): Draft {
  const { at, custom, extras } = sentence;
  const { scores, entities: whole, tokens: words, offsets: written, text: exact } = extras;
  const text = exact ?? sentence.text;
  const repair = (reason: string, detail: string, place: Draft["at"] = at) =>
    log.add({ kind: "repaired", reason, ...place, detail });

  const located = whole === undefined ? locateEntities(text, sentence.entities, custom, at, log) : [];
  const given = soundOffsets(text, written, repair) ?? soundOffsets(text, sentence.offsets, repair);
  const offsets = given ?? cutAtEntities(text, tokenize(text).offsets, located, sentence, repair);
  const tokens =
    words?.length === offsets.length ? words : offsets.map(([start, end]) => text.slice(start, end));
  const useScores = scores?.length === sentence.entities.length ? scores : undefined;

  const entities: Entity[] = whole === undefined ? [] : [...whole];
  for (const entity of located) {
    const span = wordsOf(text, entity, offsets, sentence, log);
    if (span === undefined) continue;
    const score = entity.score ?? useScores?.[entity.index] ?? undefined;
    const { label } = entity;
    const { start, end } = span;
    entities.push(score === undefined ? { start, end, label } : { start, end, label, score });
  }
  return addExtras({ tokens, entities, text, offsets, at }, extras);
}

type Repair = (reason: string, detail: string, place?: Draft["at"]) => void;

/** Word offsets that ascend and lie inside the text; others are set aside and reported. */
function soundOffsets(
  text: string,
  offsets: readonly Offset[] | undefined,
  repair: Repair,
): readonly Offset[] | undefined {
  if (offsets === undefined) return undefined;
  let previous = 0;
  for (const [start, end] of offsets) {
    if (!(start >= previous && end >= start && end <= text.length)) {
      repair(
        "words that do not fit the text; cut anew",
        `word at ${start}–${end} in a text of ${text.length} units`,
      );
      return undefined;
    }
    previous = end;
  }
  return offsets;
}

function cutAtEntities(
  text: string,
  offsets: readonly Offset[],
  entities: readonly LocatedEntity[],
  sentence: CharacterSentence,
  repair: Repair,
): readonly Offset[] {
  if (entities.length === 0) return offsets;
  const cuts = new Map<number, LocatedEntity>();
  for (const entity of entities) {
    for (const cut of withoutEdgeSpace(text, entity) ?? []) if (!cuts.has(cut)) cuts.set(cut, entity);
  }
  const places = [...cuts.keys()].sort((a, b) => a - b);
  const result: Offset[] = [];
  let next = 0;
  for (const [start, end] of offsets) {
    let from = start;
    while (next < places.length && places[next]! <= start) next++;
    for (; next < places.length && places[next]! < end; next++) {
      const cut = places[next]!;
      const { label, index } = cuts.get(cut)!;
      const detail = `${JSON.stringify(text.slice(start, end))} by ${JSON.stringify(label)}`;
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
  offsets: readonly Offset[],
  sentence: CharacterSentence,
  log: ReadLog,
): { start: number; end: number } | undefined {
  const exact = findWords(offsets, entity.start, entity.end);
  if (exact?.exact) return { start: exact.start, end: exact.end };
  const place = sentence.entities[entity.index]?.at ?? sentence.at;
  const detail = `${JSON.stringify(entity.label)} on ${JSON.stringify(text.slice(entity.start, entity.end).slice(0, 60))}`;
  const trimmed = withoutEdgeSpace(text, entity);
  if (trimmed === undefined) {
    log.add({ kind: "dropped", reason: "entity of white space only", ...place, detail });
    return undefined;
  }
  if (trimmed[0] !== entity.start || trimmed[1] !== entity.end) {
    log.add({
      kind: "repaired",
      reason: "white space at the edge of an entity left out",
      ...place,
      detail,
    });
  }
  const found = findWords(offsets, trimmed[0], trimmed[1]);
  if (found === undefined) {
    log.add({ kind: "dropped", reason: "entity that touches no word", ...place, detail });
    return undefined;
  }
  if (!found.exact) log.add({ kind: "repaired", reason: "entity widened to whole words", ...place, detail });
  return { start: found.start, end: found.end };
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
