/** The scores of one sentence, row-major, as they come out of a session. */
export interface ChainScores {
  /** `[words, tags]` */
  readonly emissions: ArrayLike<number>;
  /** `[from, to]` */
  readonly transitions: ArrayLike<number>;
  /** `[tags]` */
  readonly start?: ArrayLike<number> | undefined;
  /** `[tags]` */
  readonly end?: ArrayLike<number> | undefined;
  /** `[words, tags]`: only tags with a value other than 0 may be used. */
  readonly allowed?: ArrayLike<number> | undefined;
  readonly words: number;
  readonly tags: number;
}

/** The best tag sequence and its score; the smaller tag where two are equally good. */
export function viterbi(scores: ChainScores): { readonly path: number[]; readonly score: number } {
  const { emissions, transitions, start, end, allowed, words, tags } = scores;
  if (words === 0) return { path: [], score: 0 };
  const own = (word: number, tag: number): number =>
    allowed !== undefined && allowed[word * tags + tag] === 0 ? -Infinity : emissions[word * tags + tag]!;
  const cameFrom = new Int32Array(words * tags);
  let best = Float64Array.from({ length: tags }, (_, tag) => own(0, tag) + (start?.[tag] ?? 0));
  for (let word = 1; word < words; word++) {
    const next = new Float64Array(tags);
    for (let to = 0; to < tags; to++) {
      let from = 0;
      let value = -Infinity;
      for (let tag = 0; tag < tags; tag++) {
        const candidate = best[tag]! + transitions[tag * tags + to]!;
        if (candidate > value) [from, value] = [tag, candidate];
      }
      cameFrom[word * tags + to] = from;
      next[to] = value + own(word, to);
    }
    best = next;
  }
  let tag = 0;
  const total = best.map((value, last) => value + (end?.[last] ?? 0));
  total.forEach((value, last) => {
    if (value > total[tag]!) tag = last;
  });
  const score = total[tag]!;
  const path = [tag];
  for (let word = words - 1; word > 0; word--) {
    tag = cameFrom[word * tags + tag]!;
    path.push(tag);
  }
  return { path: path.reverse(), score };
}
