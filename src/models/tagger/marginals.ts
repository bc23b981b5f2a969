import type { ChainMarginals } from "../../chains/index.ts";
import type { LabelSet } from "../label-set.ts";
import type { ScoredEntity } from "../model.ts";
import type { TagSet } from "./tag-set.ts";

/** Entities of more words than this are not looked for: a chain knows no longest one. */
const WIDEST = 64;

/**
 * Every span of a sentence that a chain of tags takes for a label with at least a probability, none chosen over another.
 *
 * A span is no likelier than any of its tags is at its word, so growing a span ends where the inner tag has become too
 * unlikely, and only ends that are likely by themselves are looked at.
 *
 * @param marginals of this sentence
 */
export function tagMarginals(
  marginals: Pick<ChainMarginals, "tag" | "segment">,
  words: number,
  { tags, labels, floor }: { readonly tags: TagSet; readonly labels: LabelSet; readonly floor: number },
): ScoredEntity[] {
  // In IOBES the tags of an entity say where it begins and ends; in the others those of its neighbours do.
  const isContinued = tags.scheme === "iobes" ? undefined : tags.isContinued;
  const path = new Int32Array(words);
  const found: ScoredEntity[] = [];
  for (const label of labels.labels) {
    const [begin, inside, last = inside, single = begin] = tags.tagsOf(label);
    const isLikely = (word: number, tag: number) => marginals.tag(word, tag) >= floor;
    const add = (start: number, end: number) => {
      const score = marginals.segment(path, start, end, isContinued);
      if (score >= floor) found.push({ start, end, label, score });
    };
    for (let start = 0; start < words; start++) {
      if (isLikely(start, single)) {
        path[start] = single;
        add(start, start + 1);
      }
      if (!isLikely(start, begin)) continue;
      path[start] = begin;
      for (let word = start + 1; word < Math.min(words, start + WIDEST); word++) {
        if (isLikely(word, last)) {
          path[word] = last;
          add(start, word + 1);
        }
        if (!isLikely(word, inside)) break;
        path[word] = inside;
      }
    }
  }
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}
