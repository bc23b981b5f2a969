import type { Entity } from "../../../../src/review/api.ts";

interface CutText {
  readonly sentence: {
    readonly tokens: readonly string[];
    readonly text: string;
    readonly offsets: readonly (readonly [number, number])[];
  };
  /** The entities, in words. */
  readonly entities: readonly Entity[];
}

/** Splits a text at white space and at the boundaries of entities, so that entities given in characters can be drawn by words. */
export function wordsOf(text: string, entities: readonly Entity[]): CutText {
  const cuts = new Set<number>();
  for (const { start, end } of entities) cuts.add(start).add(end);
  const offsets: (readonly [number, number])[] = [];
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    let from = index;
    for (let at = index + 1; at <= index + word.length; at++) {
      if (at < index + word.length && !cuts.has(at)) continue;
      offsets.push([from, at]);
      from = at;
    }
  }
  const inWords = entities.flatMap((entity) => {
    const start = offsets.findIndex(([from]) => from >= entity.start);
    const end = offsets.findLastIndex(([, to]) => to <= entity.end) + 1;
    return start >= 0 && end > start ? [{ ...entity, start, end }] : [];
  });
  return {
    sentence: { text, offsets, tokens: offsets.map(([from, to]) => text.slice(from, to)) },
    entities: inWords,
  };
}
