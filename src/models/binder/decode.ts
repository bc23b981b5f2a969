import { compareEntities } from "../../data/index.ts";
import type { LabelSet } from "../label-set.ts";
import type { DecodeOptions, ScoredEntity } from "../model.ts";
import { overlapFilter } from "../span/overlap-filter.ts";
/** What a bi-encoder says of a batch, as numbers; words of all sentences stand one after another. */
export interface BinderOutputs {
  /** `[maxWidth, rows, types]`: the words from `row` to `row + line`. */
  readonly spans: Float32Array;
  /** `[sentences, types]`, or `[1, types]` where they are the same for all. */
  readonly spanThresholds: Float32Array;
  /** For `joint`, `[rows, types]` and thresholds for first and last words. */
  readonly joint?: Readonly<Record<"starts" | "startThresholds" | "ends" | "endThresholds", Float32Array>>;
  readonly rows: number;
  readonly maxWidth: number;
}

interface Candidate extends ScoredEntity {
  readonly similarity: number;
}

/**
 * Turns similarities into entities: a span is of a type when it is more similar to it than the type's threshold, and
 * in `joint` mode its first and last words are too. Flat mode keeps the most similar first, whatever their types (of
 * equals, the first in the text); a nested one may keep several types for one span. [BINDER, Algorithm 1]
 *
 * The score of an entity is σ(similarity − threshold), which lies between ½ and 1.
 *
 * @param lengths how many words each sentence has
 */
export function decodeBinder(
  outputs: BinderOutputs,
  lengths: readonly number[],
  labels: LabelSet,
  { mode = "flat", crossing = true, threshold = 0 }: DecodeOptions = {},
): ScoredEntity[][] {
  const types = labels.labels.length;
  let first = 0;
  return lengths.map((words, sentence) => {
    const found: Candidate[] = [];
    for (let start = 0; start < words; start++) {
      for (let d = 0; d < outputs.maxWidth && start + d < words; d++) {
        const row = first + start;
        for (const [k, label] of labels.labels.entries()) {
          const similarity = outputs.spans[(d * outputs.rows + row) * types + k]!;
          const margin = similarity - thresholdAt(outputs.spanThresholds, sentence * types + k);
          if (!(margin > 0) || !boundsFit(outputs, { row, last: row + d, sentence, k, types })) continue;
          const score = 1 / (1 + Math.exp(-margin));
          if (score < threshold) continue;
          found.push({ start, end: start + d + 1, label, similarity, score });
        }
      }
    }
    first += words;
    // They were found by start, then by end: a stable sort needs no more for ties.
    found.sort((a, b) => b.similarity - a.similarity);
    return found
      .filter(overlapFilter({ mode, crossing }))
      .map(({ start, end, label, score }): ScoredEntity => ({ start, end, label, score }))
      .sort(compareEntities);
  });
}

function boundsFit(
  { joint }: BinderOutputs,
  { row, last, sentence, k, types }: Readonly<Record<"row" | "last" | "sentence" | "k" | "types", number>>,
): boolean {
  if (joint === undefined) return true;
  const at = sentence * types + k;
  return (
    joint.starts[row * types + k]! > thresholdAt(joint.startThresholds, at) &&
    joint.ends[last * types + k]! > thresholdAt(joint.endThresholds, at)
  );
}

/** The number at a place of `[sentences, types]` in a table that may have only its first row. */
export function thresholdAt(thresholds: Float32Array, at: number): number {
  return thresholds[at % thresholds.length]!;
}
