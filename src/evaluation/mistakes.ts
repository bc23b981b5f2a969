import { compareEntities, type Entity, overlaps, type Sentence, type Span } from "../data/index.ts";
import { pairBySpan } from "./pair-by-span.ts";
import type { Scored } from "./score.ts";

/** Where a mistake is, and its context. */
interface MistakePlace {
  /** The sentence's number in the file, from 0. */
  readonly sentence: number;
  readonly source: string;
  readonly doc?: string;
  /** The words of the gold entity, or of the prediction where there is no gold one. */
  readonly surface: string;
  /** Some words before and after them. */
  readonly before: string;
  readonly after: string;
}

/**
 * One error. A `miss` has no prediction, a `false alarm` no gold entity; `wrong type` has the right
 * words, `wrong boundary` shares words and label with the gold entity.
 */
export type Mistake = MistakePlace &
  (
    | { readonly kind: "miss"; readonly gold: Entity }
    | { readonly kind: "false alarm"; readonly predicted: Entity }
    | { readonly kind: "wrong type" | "wrong boundary"; readonly gold: Entity; readonly predicted: Entity }
  );

/** The kinds of mistakes. */
export type MistakeKind = Mistake["kind"];

/** How much to show around a mistake. */
interface MistakeOptions {
  /** Words of context on each side (default: 5). */
  readonly context?: number;
}

/**
 * The mistakes of one sentence, in reading order. Every gold entity that was not found and every wrong
 * prediction is in exactly one of them. Pairs on the same words are matched first (wrong type), then pairs with
 * the same label that overlap, the largest overlap first (wrong boundary); the rest are misses and false
 * alarms. Predictions on unknown words are no mistakes.
 */
export function sentenceMistakes(
  gold: Sentence,
  predicted: readonly Entity[],
  sentence: number,
  { context = 5 }: MistakeOptions = {},
): Mistake[] {
  const pairs = pairBySpan(gold, predicted);
  const place = (span: Span): MistakePlace => ({
    sentence,
    source: gold.source,
    ...(gold.doc === undefined ? {} : { doc: gold.doc }),
    surface: wordsOf(gold, span),
    before: wordsOf(gold, { start: Math.max(0, span.start - context), end: span.start }),
    after: wordsOf(gold, { start: span.end, end: Math.min(gold.tokens.length, span.end + context) }),
  });

  const shifted = pairByOverlap(pairs.missed, pairs.spurious);
  const paired = new Set(shifted.flatMap((pair) => [pair.gold, pair.predicted]));
  const mistakes: Mistake[] = [
    ...pairs.retyped.map((pair) => ({ kind: "wrong type" as const, ...pair, ...place(pair.gold) })),
    ...shifted.map((pair) => ({ kind: "wrong boundary" as const, ...pair, ...place(pair.gold) })),
    ...pairs.missed
      .filter((entity) => !paired.has(entity))
      .map((entity) => ({ kind: "miss" as const, gold: entity, ...place(entity) })),
    ...pairs.spurious
      .filter((entity) => !paired.has(entity))
      .map((entity) => ({ kind: "false alarm" as const, predicted: entity, ...place(entity) })),
  ];
  return mistakes.sort((a, b) => compareEntities(subject(a), subject(b)));
}

/** The mistakes of many sentences, one sentence in memory at a time. */
export function* findMistakes(pairs: Iterable<Scored>, options: MistakeOptions = {}): Generator<Mistake> {
  let sentence = 0;
  for (const [gold, predicted] of pairs) yield* sentenceMistakes(gold, predicted, sentence++, options);
}

function subject(mistake: Mistake): Entity {
  return mistake.kind === "false alarm" ? mistake.predicted : mistake.gold;
}

function pairByOverlap(gold: readonly Entity[], predicted: readonly Entity[]) {
  const common = (a: Span, b: Span) => Math.min(a.end, b.end) - Math.max(a.start, b.start);
  const candidates = gold
    .flatMap((entity) =>
      predicted
        .filter((other) => other.label === entity.label && overlaps(entity, other))
        .map((other) => ({ gold: entity, predicted: other })),
    )
    .sort(
      (a, b) =>
        common(b.gold, b.predicted) - common(a.gold, a.predicted) ||
        compareEntities(a.gold, b.gold) ||
        compareEntities(a.predicted, b.predicted),
    );
  const used = new Set<Entity>();
  return candidates.filter((pair) => {
    if (used.has(pair.gold) || used.has(pair.predicted)) return false;
    used.add(pair.gold).add(pair.predicted);
    return true;
  });
}

/** The words as written in the running text where there is one, else joined by blanks. */
function wordsOf({ tokens, text, offsets }: Sentence, { start, end }: Span): string {
  if (end <= start) return "";
  const [from, to] = [offsets?.[start]?.[0], offsets?.[end - 1]?.[1]];
  if (text !== undefined && from !== undefined && to !== undefined) return text.slice(from, to);
  return tokens.slice(start, end).join(" ");
}
