import type { Node, Tensors } from "../../graph/index.ts";
import { dimAt, indexTensor, input } from "../../graph/index.ts";
import { OUTSIDE, PADDED, paddedShape, padRows } from "../../models/index.ts";
import { type TagTargets, treatment } from "./tag-targets.ts";
/** Which inputs a training graph has for the tags of its words. */
export interface TagInputsOptions {
  readonly tags: number;
  /** Whether sentences are laid out one below another, or all words stand in one row. */
  readonly padded: boolean;
  /** Whether words may be left out. */
  readonly hasIgnored: boolean;
  /** Whether words may have several tags. */
  readonly hasLatent: boolean;
  /** Whether the tags that a word may have are weighted; only where some may have several. */
  readonly hasWeights?: boolean;
}

export type TagInputs = {
  /** 1 for words that are left out. */
  readonly ignored?: Node;
} & (
  | {
      /** int64, one for each word; only where no word may have several. */
      readonly gold: Node;
      readonly allowed?: undefined;
      readonly logWeights?: undefined;
    }
  | {
      /** bool, one row of `tags` for each word; only where some may have several. */
      readonly allowed: Node;
      readonly gold?: undefined;
      /** One row of log-weights for each word. */
      readonly logWeights?: Node;
    }
);

/** The tags of a batch in a graph: `["batch", "longest"]`, or `["words"]` where sentences are not laid out. */
export function tagInputs({
  tags,
  padded,
  hasIgnored,
  hasLatent,
  hasWeights = false,
}: TagInputsOptions): TagInputs {
  const shape = padded ? PADDED : (["words"] as const);
  return {
    ...(hasLatent
      ? {
          allowed: input("tags.allowed", [...shape, tags], "bool"),
          ...(hasWeights && { logWeights: input("tags.logWeights", [...shape, tags]) }),
        }
      : { gold: input("tags.gold", shape, "int64") }),
    ...(hasIgnored && { ignored: input("tags.ignored", shape) }),
  };
}

/** Numbers for `tagInputs`. */
export function feedTags(batch: readonly TagTargets[], options: TagInputsOptions): Tensors {
  const lengths = batch.map(({ tags }) => tags.length);
  const words = lengths.reduce((sum, own) => sum + own, 0);
  const shape = options.padded ? paddedShape(lengths) : [words];
  const rows = (of: (targets: TagTargets) => ArrayLike<number>, fill: number): Int32Array => {
    if (options.padded) return padRows(batch.map(of), fill);
    const all = new Int32Array(words);
    let first = 0;
    for (const targets of batch) {
      all.set(of(targets), first);
      first += targets.tags.length;
    }
    return all;
  };
  const ignored = (): Float32Array =>
    Float32Array.from(
      rows(({ treatments }) => treatments, treatment.exact),
      (treated) => (treated === treatment.ignored ? 1 : 0),
    );
  return {
    ...(options.hasLatent
      ? {
          "tags.allowed": {
            data: allowedTags(batch, options, shape),
            shape: [...shape, options.tags],
          },
          ...(options.hasWeights && {
            "tags.logWeights": {
              data: logWeights(batch, options, shape),
              shape: [...shape, options.tags],
            },
          }),
        }
      : {
          "tags.gold": indexTensor(
            rows(({ tags }) => tags, OUTSIDE),
            shape,
          ),
        }),
    ...(options.hasIgnored && { "tags.ignored": { data: ignored(), shape } }),
  };
}

/** The tags that each word of a sentence may have: `[words, tags]`. */
export function allowedOf(targets: TagTargets, tags: number): Uint8Array {
  return allowedTags([targets], { padded: false, tags }, [targets.tags.length]);
}

/** One row of weights for each word; 0 on padding. */
function logWeights(
  batch: readonly TagTargets[],
  { padded, tags: count }: TagInputsOptions,
  shape: readonly number[],
): Float32Array {
  const all = new Float32Array(shape.reduce((product, size) => product * size, count));
  let first = 0;
  for (const { tags, logWeights: own } of batch) {
    if (own !== undefined) all.set(own, first * count);
    first += padded ? dimAt(shape, 1) : tags.length;
  }
  return all;
}

/** One row of flags for each word; on padding all are set. */
function allowedTags(
  batch: readonly TagTargets[],
  { padded, tags: count }: Pick<TagInputsOptions, "padded" | "tags">,
  shape: readonly number[],
): Uint8Array {
  const allowed = new Uint8Array(shape.reduce((product, size) => product * size, count));
  if (padded) allowed.fill(1);
  let first = 0;
  for (const { tags, treatments, open } of batch) {
    for (let word = 0; word < tags.length; word++) {
      const row = allowed.subarray((first + word) * count, (first + word + 1) * count);
      const treated = treatments[word];
      if (treated === treatment.latent || isFree(treatments, word)) row.fill(1);
      else if (treated === treatment.open && open !== undefined) row.set(open);
      else row.fill(0);
      row[tags[word]!] = 1;
    }
    first += padded ? dimAt(shape, 1) : tags.length;
  }
  return allowed;
}

/** Whether an ignored word's tag is of no consequence to its neighbour: allowing all tags then adds the same constant to both sums. */
function isFree(treatments: Uint8Array, word: number): boolean {
  return treatments[word] === treatment.ignored && treatments[word + 1] === treatment.ignored;
}
