/**
 * Which tag may follow which, as blocks: decoding goes only through moves that are possible, which for entity tags are
 * few, and through whole blocks of them without looking anything up.
 */
interface ChainMoves {
  readonly tags: number;
  /** Every tag is a target in one block: that of the tags which may follow the same ones. */
  readonly blocks: readonly MoveBlock[];
  /** `[tags]`: 1 for tags that a sentence may begin or end with. */
  readonly starts: Uint8Array;
  readonly ends: Uint8Array;
}

/** Each of the targets may follow each of the sources, and nothing else. Both ascending. */
interface MoveBlock {
  readonly sources: Int32Array;
  readonly targets: Int32Array;
}

/** What is possible. Default: everything. */
interface ChainRules {
  isLegal?(from: number, to: number): boolean;
  mayStart?(tag: number): boolean;
  mayEnd?(tag: number): boolean;
}

export function chainMoves(
  tags: number,
  { isLegal = () => true, mayStart = () => true, mayEnd = () => true }: ChainRules = {},
): ChainMoves {
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

/** The scores of moves, in double precision. */
export interface WeighedMoves {
  readonly tags: number;
  readonly blocks: readonly WeighedBlock[];
  /** `[tags]`: −Infinity for what is impossible. */
  readonly start: Float64Array;
  /** `[tags]`: −Infinity for what is impossible. */
  readonly end: Float64Array;
  /** The score of one move: −Infinity if it is impossible. */
  scoreOf(from: number, to: number): number;
}

export interface WeighedBlock extends MoveBlock {
  /** `[sources, targets]` */
  readonly scores: Float64Array;
  /** `[sources]`: the best score of each row. */
  readonly best: Float64Array;
}

/** The scores that a chain adds to those of its words, row-major, as they come out of a session. Default: 0. */
export interface MoveScores {
  /** `[from, to]` */
  readonly transitions?: ArrayLike<number> | undefined;
  /** `[tags]` */
  readonly start?: ArrayLike<number> | undefined;
  /** `[tags]` */
  readonly end?: ArrayLike<number> | undefined;
}

export function weighMoves(
  { tags, blocks, starts, ends }: ChainMoves,
  { transitions, start, end }: MoveScores = {},
): WeighedMoves {
  const all = new Float64Array(tags * tags).fill(-Infinity);
  const edge = (possible: Uint8Array, values: ArrayLike<number> | undefined) =>
    Float64Array.from({ length: tags }, (_, tag) => (possible[tag] === 1 ? (values?.[tag] ?? 0) : -Infinity));
  return {
    tags,
    blocks: blocks.map(({ sources, targets }) => {
      const scores = new Float64Array(sources.length * targets.length);
      const best = new Float64Array(sources.length).fill(-Infinity);
      let at = 0;
      for (let i = 0; i < sources.length; i++) {
        for (const to of targets) {
          const move = sources[i]! * tags + to;
          const score = transitions?.[move] ?? 0;
          scores[at++] = score;
          all[move] = score;
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
