/**
 * The legal transitions between tags, in blocks: decoding visits only legal transitions, which are few for entity
 * tags, and whole blocks of them without look-ups.
 */
interface ChainTransitions {
  readonly tags: number;
  /** Every tag is a target in one block, together with the tags that may follow the same sources. */
  readonly blocks: readonly TransitionBlock[];
  /** `[tags]`: 1 for tags that a sentence may begin or end with. */
  readonly starts: Uint8Array;
  readonly ends: Uint8Array;
}

/** Each of the targets may follow each of the sources, and nothing else. Both ascending. */
interface TransitionBlock {
  readonly sources: Int32Array;
  readonly targets: Int32Array;
}

/** Which transitions are legal. Default: all. */
interface ChainRules {
  isLegal?(from: number, to: number): boolean;
  mayStart?(tag: number): boolean;
  mayEnd?(tag: number): boolean;
}

export function chainTransitions(
  tags: number,
  { isLegal = () => true, mayStart = () => true, mayEnd = () => true }: ChainRules = {},
): ChainTransitions {
  const all = Array.from({ length: tags }, (_, tag) => tag);
  const blocks = new Map<string, { readonly sources: number[]; readonly targets: number[] }>();
  for (const to of all) {
    const sources = all.filter((from) => isLegal(from, to));
    const key = sources.join();
    const block = blocks.get(key) ?? { sources, targets: [] };
    block.targets.push(to);
    blocks.set(key, block);
  }
  return {
    tags,
    blocks: [...blocks.values()].map(({ sources, targets }) => ({
      sources: Int32Array.from(sources),
      targets: Int32Array.from(targets),
    })),
    starts: Uint8Array.from(all, (tag) => Number(mayStart(tag))),
    ends: Uint8Array.from(all, (tag) => Number(mayEnd(tag))),
  };
}

/** Scores of the transitions, in double precision. */
export interface ScoredTransitions {
  readonly tags: number;
  readonly blocks: readonly ScoredBlock[];
  /** `[tags]`: −Infinity for illegal tags. */
  readonly start: Float64Array;
  /** `[tags]`: −Infinity for illegal tags. */
  readonly end: Float64Array;
  /** The score of one transition: −Infinity if it is illegal. */
  scoreOf(from: number, to: number): number;
}

export interface ScoredBlock extends TransitionBlock {
  /** `[sources, targets]` */
  readonly scores: Float64Array;
  /** `[sources]`: the best score of each row. */
  readonly best: Float64Array;
}

/** The scores of a chain besides those of its words, row-major, as they come out of a session. Default: 0. */
export interface TransitionScores {
  /** `[from, to]` */
  readonly transitions?: ArrayLike<number> | undefined;
  /** `[tags]` */
  readonly start?: ArrayLike<number> | undefined;
  /** `[tags]` */
  readonly end?: ArrayLike<number> | undefined;
}

export function scoreTransitions(
  { tags, blocks, starts, ends }: ChainTransitions,
  { transitions, start, end }: TransitionScores = {},
): ScoredTransitions {
  const all = new Float64Array(tags * tags).fill(-Infinity);
  const edge = (possible: Uint8Array, values: ArrayLike<number> | undefined) =>
    Float64Array.from({ length: tags }, (_, tag) => (possible[tag] === 1 ? (values?.[tag] ?? 0) : -Infinity));
  return {
    tags,
    blocks: blocks.map(({ sources, targets }) => {
      const scores = new Float64Array(sources.length * targets.length);
      const best = new Float64Array(sources.length).fill(-Infinity);
      let at = 0;
      for (const [i, from] of sources.entries()) {
        for (const to of targets) {
          const place = from * tags + to;
          const score = transitions?.[place] ?? 0;
          scores[at++] = score;
          all[place] = score;
          if (score > best[i]!) best[i] = score;
        }
      }
      return { sources, targets, scores, best };
    }),
    start: edge(starts, start),
    end: edge(ends, end),
    scoreOf: (from, to) => all[from * tags + to]!,
  };
}
