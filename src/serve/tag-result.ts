import type { Span } from "../data/index.ts";
import type { TaggedSentence, TaggedText } from "../tagging/index.ts";
import type { OffsetUnit } from "../text/index.ts";
import { convertOffsets } from "../text/index.ts";
import type { TagResult } from "./tag-api.ts";
/** What was found in a text, with offsets in the unit asked for. */
export function textResult({ text, offsets, entities, unseen }: TaggedText, unit: OffsetUnit): TagResult {
  const missed = runs(unseen).map(({ start, end }) => ({
    start: offsets[start]![0],
    end: offsets[end - 1]![1],
  }));
  const ends = [
    ...entities.flatMap(({ from, to }) => [from, to]),
    ...missed.flatMap(({ start, end }) => [start, end]),
  ];
  // Words never begin or end within a code point, so every offset has a counterpart.
  const converted = unit === "utf16" ? ends : (convertOffsets(text, ends, "utf16", unit) as number[]);
  const first = 2 * entities.length;
  return {
    entities: entities.map(({ label, score, text: own }, i) => ({
      start: converted[2 * i]!,
      end: converted[2 * i + 1]!,
      label,
      score: rounded(score),
      text: own,
    })),
    ...(missed.length > 0 && {
      unseen: missed.map((_, i) => ({
        start: converted[first + 2 * i]!,
        end: converted[first + 2 * i + 1]!,
      })),
    }),
  };
}

/** What was found in a sentence of words, by positions of words. */
export function wordsResult(words: readonly string[], { entities, unseen }: TaggedSentence): TagResult {
  return {
    entities: entities.map(({ start, end, label, score }) => ({
      start,
      end,
      label,
      score: rounded(score),
      text: words.slice(start, end).join(" "),
    })),
    ...(unseen.length > 0 && { unseen: runs(unseen) }),
  };
}

/** Positions as stretches of neighbours. */
function runs(positions: readonly number[]): Span[] {
  const found: { start: number; end: number }[] = [];
  for (const position of positions) {
    const last = found.at(-1);
    if (last?.end === position) last.end++;
    else found.push({ start: position, end: position + 1 });
  }
  return found;
}

/** Scores are computed in 32 bits: further digits would be noise. */
function rounded(score: number): number {
  return Number(score.toPrecision(6));
}
