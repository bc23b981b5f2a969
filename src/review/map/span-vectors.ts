import type { Span } from "../../data/index.ts";
import { UserError } from "../../errors.ts";
import { SpanScorer } from "../../tagging/index.ts";
/** Spans of some sentences. */
export interface SpanList {
  readonly sentences: readonly { readonly tokens: readonly string[] }[];
  /** `sentence` is a position in `sentences`. */
  readonly spans: readonly (Span & { readonly sentence: number })[];
}

/** The span vectors of a model; undefined for a span that is too wide for it. */
export async function spanVectors(
  model: string,
  { sentences, spans }: SpanList,
  onProgress: (done: number) => void = () => {},
): Promise<(Float32Array | undefined)[]> {
  await using scorer = await SpanScorer.load(model, { threads: 1 });
  if (!scorer.hasVectors) {
    throw new UserError("this model has no span vectors, so there is no map", {
      hint: "models of the methods uniform, weighted, scl-rai and binder have them",
    });
  }
  const wanted = sentences.map(() => [] as number[]);
  spans.forEach(({ sentence, start, end }, i) => {
    if (scorer.widest === null || end - start <= scorer.widest) wanted[sentence]!.push(i);
  });
  const found = new Array<Float32Array | undefined>(spans.length);
  let done = 0;
  const scored = scorer.scoreSentences(sentences, {
    spansOf: (position) => wanted[position]!.map((i) => spans[i]!),
  });
  for await (const { position, vectors } of scored) {
    const own = wanted[position]!;
    const dim = own.length === 0 ? 0 : vectors!.length / own.length;
    own.forEach((span, i) => {
      const vector = vectors!.slice(i * dim, (i + 1) * dim);
      // All zeros: a span that the encoder could not represent.
      if (vector.some((value) => value !== 0)) found[span] = vector;
    });
    if (++done % 64 === 0) onProgress(done / sentences.length);
  }
  return found;
}
