import type { Sentence } from "../data/index.ts";
import { compareEntities, type Entity, overlaps, type Span } from "../data/index.ts";
import { pairBySpan } from "./pair-by-span.ts";
import type { Scored } from "./score.ts";

/** Where a mistake is, in words a reader can look up. */
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
 * One thing a prediction got wrong. A `miss` has no prediction, a `false alarm` no gold entity; `wrong type` is
 * on the right words, `wrong boundary` shares words and label with the gold entity.
 */
export type Mistake = MistakePlace &
  (
    | { readonly kind: "miss"; readonly gold: Entity }
    | { readonly kind: "false alarm"; readonly predicted: Entity }
    | { readonly kind: "wrong type" | "wrong boundary"; readonly gold: Entity; readonly predicted: Entity }
  );

/** What kinds of mistakes there are. */
export type MistakeKind = Mistake["kind"];

/** How much to show around a mistake. */
interface MistakeOptions {
  /** Words of context on each side; 5 unless told. */
  readonly context?: number;
}

/**
 * Lists what is wrong in one sentence, in reading order. Every gold entity that was not found and every wrong
 * prediction is in exactly one mistake. First come pairs on the same words (wrong type), then pairs with
 * the same label and words in common, those with the most words in common first (wrong boundary); what is left is
 * missed or a false alarm. Predictions on unknown words are no mistakes.
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

/** Lists the mistakes of many sentences, one sentence in memory at a time. */
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
