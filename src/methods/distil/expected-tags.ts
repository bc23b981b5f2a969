import type { ScoredEntity, TagSet } from "../../models/index.ts";
import { OUTSIDE } from "../../models/index.ts";

/** How often tags are expected in a batch, as `softCrfLoss` reads it. */
interface ExpectedTagCounts {
  /** `[words, tags]` */
  readonly tags: Float32Array;
  /** `[from, to]` */
  readonly pairs: Float32Array;
  /** `[tags]` */
  readonly first: Float32Array;
  readonly last: Float32Array;
}

/** A sentence, and the spans it is thought to have. */
interface SoftSentence {
  readonly words: number;
  /** No word is covered by more than 1 in all. */
  readonly spans: readonly ScoredEntity[];
}

/**
 * The marginals of tags and of neighbouring tags that follow from those of spans. Within a span they are exact. Where one
 * thing ends and the next begins, the two are taken as independent of each other.
 */
export function expectedTags(sentences: readonly SoftSentence[], tagSet: TagSet): ExpectedTagCounts {
  const { count } = tagSet;
  const words = sentences.reduce((sum, own) => sum + own.words, 0);
  const tags = new Float32Array(words * count);
  const pairs = new Float64Array(count * count);
  const [first, last] = [new Float32Array(count), new Float32Array(count)];
  let row = 0;
  for (const sentence of sentences) {
    if (sentence.words === 0) continue;
    const rows = tags.subarray(row * count, (row + sentence.words) * count);
    addSentence(sentence, tagSet, rows, pairs);
    for (let tag = 0; tag < count; tag++) {
      first[tag]! += rows[tag]!;
      last[tag]! += rows[(sentence.words - 1) * count + tag]!;
    }
    row += sentence.words;
  }
  return { tags, pairs: Float32Array.from(pairs), first, last };
}

/** One word's worth of tags, those of probability 0 left out. */
type Tags = Map<number, number>;

function addSentence(
  { words, spans }: SoftSentence,
  tagSet: TagSet,
  rows: Float32Array,
  pairs: Float64Array,
): void {
  const { count } = tagSet;
  const outside = new Float64Array(words).fill(1);
  // What ends at a word, what begins at it, and how likely a span goes on after it.
  const [ends, begins] = [0, 1].map(() => Array.from({ length: words }, (): Tags => new Map()));
  const inner = new Float64Array(words);
  for (const { start, end, label, score } of spans) {
    const path = tagSet.encode(end - start, [{ start: 0, end: end - start, label }]);
    path.forEach((tag, at) => {
      rows[(start + at) * count + tag]! += score;
      outside[start + at]! -= score;
      if (at + 1 === path.length) return;
      pairs[tag * count + path[at + 1]!]! += score;
      inner[start + at]! += score;
    });
    increase(begins![start]!, path[0]!, score);
    increase(ends![end - 1]!, path.at(-1)!, score);
  }
  for (let word = 0; word < words; word++) {
    // Rounding may take it a little below 0.
    const none = Math.max(0, outside[word]!);
    rows[word * count + OUTSIDE]! += none;
    increase(ends![word]!, OUTSIDE, none);
    increase(begins![word]!, OUTSIDE, none);
  }
  for (let word = 0; word + 1 < words; word++) {
    const boundary = 1 - inner[word]!;
    if (boundary <= 0) continue;
    for (const [from, left] of ends![word]!) {
      for (const [to, right] of begins![word + 1]!) pairs[from * count + to]! += (left * right) / boundary;
    }
  }
}

function increase(tags: Tags, tag: number, by: number): void {
  if (by > 0) tags.set(tag, (tags.get(tag) ?? 0) + by);
}
