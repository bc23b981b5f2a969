import type { RunRecursions } from "./chain-recursions.ts";
import type { ScoredTransitions } from "./chain-transitions.ts";

/**
 * Forward and backward in log space, every sum relative to its largest term: slow, and correct for any scores.
 *
 *     αₜ[j] = log Σᵢ exp(αₜ₋₁[i] + transitions[i, j]) + emissionₜ[j]
 *     βₜ[i] = log Σⱼ exp(transitions[i, j] + emissionₜ₊₁[j] + βₜ₊₁[j])
 */
export function logRecursions({ tags, start, end, scoreOf }: ScoredTransitions): RunRecursions {
  const scores = Float64Array.from({ length: tags * tags }, (_, at) =>
    scoreOf(Math.floor(at / tags), at % tags),
  );
  const terms = new Float64Array(tags);

  return (emissions, words) => {
    const [alpha, beta] = [new Float64Array(words * tags), new Float64Array(words * tags)];
    for (let tag = 0; tag < tags; tag++) alpha[tag] = start[tag]! + emissions[tag]!;
    for (let word = 1; word < words; word++) {
      const [before, here] = [(word - 1) * tags, word * tags];
      for (let to = 0; to < tags; to++) {
        for (let from = 0; from < tags; from++)
          terms[from] = alpha[before + from]! + scores[from * tags + to]!;
        alpha[here + to] = logSum(terms) + emissions[here + to]!;
      }
    }
    const last = (words - 1) * tags;
    beta.set(end, last);
    for (let word = words - 2; word >= 0; word--) {
      const [here, after] = [word * tags, (word + 1) * tags];
      for (let from = 0; from < tags; from++) {
        for (let to = 0; to < tags; to++) {
          terms[to] = scores[from * tags + to]! + emissions[after + to]! + beta[after + to]!;
        }
        beta[here + from] = logSum(terms);
      }
    }
    for (let tag = 0; tag < tags; tag++) terms[tag] = alpha[last + tag]! + end[tag]!;
    return {
      logPartition: logSum(terms),
      alpha: (word, tag) => alpha[word * tags + tag]!,
      beta: (word, tag) => beta[word * tags + tag]!,
    };
  };
}

/** `log Σ exp(x)`; −Infinity where nothing is possible. */
export function logSum(values: Float64Array): number {
  let top = -Infinity;
  for (const value of values) if (value > top) top = value;
  if (top === -Infinity) return top;
  let sum = 0;
  for (const value of values) sum += Math.exp(value - top);
  return top + Math.log(sum);
}
