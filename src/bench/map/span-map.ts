import { overlaps, type Sentence, type Span } from "../../data/index.ts";
import { Random } from "../../random.ts";
import type { SpanScorer } from "../../tagging/index.ts";
import { tsne } from "./t-sne.ts";
/** How a model sees some spans, in the plane: what it takes for alike lies together. */
export interface SpanMap {
  readonly points: readonly SpanPoint[];
}

interface SpanPoint {
  readonly x: number;
  readonly y: number;
  /** The gold label, or null for a span that is no entity. */
  readonly label: string | null;
  readonly text: string;
}

/** How many entities and how many other spans are shown, at most. */
const [ENTITIES, OTHERS] = [200, 60];
/** Other spans are no wider than this: most entities are not. */
const WIDEST = 3;

interface Chosen extends Span {
  readonly sentence: number;
  readonly label: string | null;
}

/**
 * Maps entities of test sentences, and spans that are none, by t-SNE of their vectors, which are scaled to length 1;
 * undefined for a model that has no vectors. The same sentences give the same choice, so that maps of different models
 * show the same spans. [SCL-RAI, Fig. 4]
 */
export async function spanMap(
  scorer: Pick<SpanScorer, "hasVectors" | "scoreSentences" | "widest">,
  sentences: readonly Sentence[],
): Promise<SpanMap | undefined> {
  if (!scorer.hasVectors) return undefined;
  const random = new Random(1).fork("span map");
  const chosen = chooseSpans(sentences, random).filter(
    ({ start, end }) => scorer.widest === null || end - start <= scorer.widest,
  );
  const used = [...new Set(chosen.map(({ sentence }) => sentence))].sort((a, b) => a - b);
  const spans = used.map((sentence) => chosen.filter((one) => one.sentence === sentence));
  const rows: { readonly span: Chosen; readonly vector: Float32Array }[] = [];
  const scored = scorer.scoreSentences(
    used.map((sentence) => sentences[sentence]!),
    { spansOf: (position) => spans[position]! },
  );
  for await (const { position, vectors } of scored) {
    const own = spans[position]!;
    const dim = (vectors?.length ?? 0) / own.length;
    own.forEach((span, i) => {
      const vector = unit(vectors!.subarray(i * dim, (i + 1) * dim));
      if (vector !== undefined) rows.push({ span, vector });
    });
  }
  // Sentences are scored in batches of like length: back to the order of the text.
  rows.sort(
    (a, b) => a.span.sentence - b.span.sentence || a.span.start - b.span.start || a.span.end - b.span.end,
  );
  const dim = rows[0]?.vector.length ?? 0;
  const vectors = new Float64Array(rows.length * dim);
  rows.forEach(({ vector }, i) => {
    vectors.set(vector, i * dim);
  });
  const places = tsne(vectors, rows.length, random);
  return {
    points: rows.map(({ span }, i) => ({
      x: round(places[2 * i]!),
      y: round(places[2 * i + 1]!),
      label: span.label,
      text: sentences[span.sentence]!.tokens.slice(span.start, span.end).join(" "),
    })),
  };
}

function chooseSpans(sentences: readonly Sentence[], random: Random): Chosen[] {
  const entities = sentences.flatMap(({ entities: own }, sentence) =>
    own.map(({ start, end, label }): Chosen => ({ sentence, start, end, label })),
  );
  const shown = random.shuffled(entities).slice(0, ENTITIES);
  const others: Chosen[] = [];
  for (const sentence of random.shuffled(shown.map((one) => one.sentence))) {
    if (others.length === OTHERS) break;
    const { tokens, entities: own } = sentences[sentence]!;
    const start = random.below(tokens.length);
    const span = { start, end: Math.min(tokens.length, start + 1 + random.below(WIDEST)) };
    const isNew = !others.some(
      (one) => one.sentence === sentence && one.start === start && one.end === span.end,
    );
    if (isNew && !own.some((entity) => overlaps(entity, span)))
      others.push({ sentence, ...span, label: null });
  }
  return [...shown, ...others];
}

/** A vector scaled to length 1; undefined for one of zeros, which stands for a span the model cannot see. */
function unit(vector: Float32Array): Float32Array | undefined {
  const length = Math.hypot(...vector);
  return length > 0 ? vector.map((value) => value / length) : undefined;
}

const round = (value: number) => Math.round(value * 100) / 100;
