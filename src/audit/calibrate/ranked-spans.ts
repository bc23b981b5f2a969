/** A span that a model which has not seen its sentence takes for a label, and whether the annotators did too. */
export interface ScoredSpan {
  readonly label: string;
  /** The model's probability for the label. */
  readonly score: number;
  readonly isLabelled: boolean;
}

/** The spans of one type from the highest score down, as plain numbers: they are counted hundreds of times. */
export interface RankedSpans {
  readonly label: string;
  readonly scores: Float64Array;
  /** 1 where a span is labelled. */
  readonly labelled: Uint8Array;
  /** The position of each span's sentence. */
  readonly sentences: Int32Array;
}

/** Sorts spans for `labelFrequencyOf`, type by type. */
export function rankSpans(
  spans: readonly (ScoredSpan & { readonly sentence?: number })[],
): readonly RankedSpans[] {
  const byLabel = new Map<string, (ScoredSpan & { readonly sentence?: number })[]>();
  for (const span of spans) {
    const own = byLabel.get(span.label);
    if (own === undefined) byLabel.set(span.label, [span]);
    else own.push(span);
  }
  return [...byLabel].map(([label, own]) => {
    own.sort((a, b) => b.score - a.score);
    return {
      label,
      scores: Float64Array.from(own, ({ score }) => score),
      labelled: Uint8Array.from(own, ({ isLabelled }) => Number(isLabelled)),
      sentences: Int32Array.from(own, ({ sentence = 0 }) => sentence),
    };
  });
}
