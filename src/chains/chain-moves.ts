/**
 * Which tag may follow which, as lists: decoding goes only through moves that are possible, which for entity tags are
 * few.
 */
export interface ChainMoves {
  readonly tags: number;
  /** The tags before tag `to` are `from[offsets[to]]` … `from[offsets[to + 1] − 1]`, ascending. */
  readonly offsets: Int32Array;
  readonly from: Int32Array;
  /** `[tags]`: 1 for tags that a sentence may begin or end with. */
  readonly starts: Uint8Array;
  readonly ends: Uint8Array;
}

/** What is possible; everything unless told. */
export interface ChainRules {
  isLegal?(from: number, to: number): boolean;
  mayStart?(tag: number): boolean;
  mayEnd?(tag: number): boolean;
}

export function chainMoves(
  tags: number,
  { isLegal = () => true, mayStart = () => true, mayEnd = () => true }: ChainRules = {},
): ChainMoves {
  const offsets = new Int32Array(tags + 1);
  const from: number[] = [];
  for (let to = 0; to < tags; to++) {
    for (let tag = 0; tag < tags; tag++) if (isLegal(tag, to)) from.push(tag);
    offsets[to + 1] = from.length;
  }
  return {
    tags,
    offsets,
    from: Int32Array.from(from),
    starts: Uint8Array.from({ length: tags }, (_, tag) => Number(mayStart(tag))),
    ends: Uint8Array.from({ length: tags }, (_, tag) => Number(mayEnd(tag))),
  };
}

/** The scores of moves, in double precision: −Infinity for what is impossible. */
export interface WeighedMoves extends ChainMoves {
  /** The score of each move, in the order of `from`. */
  readonly scores: Float64Array;
  /** `[tags]` */
  readonly start: Float64Array;
  /** `[tags]` */
  readonly end: Float64Array;
}

/** The scores that a chain adds to those of its words, row-major, as they come out of a session; 0 unless told. */
export interface MoveScores {
  /** `[from, to]` */
  readonly transitions?: ArrayLike<number> | undefined;
  /** `[tags]` */
  readonly start?: ArrayLike<number> | undefined;
  /** `[tags]` */
  readonly end?: ArrayLike<number> | undefined;
}

export function weighMoves(moves: ChainMoves, { transitions, start, end }: MoveScores = {}): WeighedMoves {
  const { tags, offsets, from, starts, ends } = moves;
  const scores = new Float64Array(from.length);
  if (transitions !== undefined) {
    for (let to = 0; to < tags; to++) {
      for (let at = offsets[to]!; at < offsets[to + 1]!; at++)
        scores[at] = transitions[from[at]! * tags + to]!;
    }
  }
  const edge = (possible: Uint8Array, values: ArrayLike<number> | undefined) =>
    Float64Array.from({ length: tags }, (_, tag) => (possible[tag] === 1 ? (values?.[tag] ?? 0) : -Infinity));
  return { ...moves, scores, start: edge(starts, start), end: edge(ends, end) };
}
