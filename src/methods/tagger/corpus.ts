import type { Sentence } from "../../data/index.ts";
import { isCompleteFor } from "../../data/index.ts";
import { entryAt, zip } from "../../entries.ts";
import type { LabelSet } from "../../models/index.ts";
import { flatEntities, OUTSIDE, type TagSet } from "../../models/index.ts";
/**
 * What the labels say about a word:
 *
 * - `entity`: its tag
 * - `outside`: that it lies in no entity, because the sentence is complete or somebody said so
 * - `listed`: that it lies in no entity of the labels that the sentence is complete for
 * - `unlabelled`: nothing, but that nobody marked it: it may be part of an entity that was missed
 * - `unknown`: nothing at all
 */
export const knowledge = { entity: 0, outside: 1, listed: 2, unlabelled: 3, unknown: 4 } as const;

/** What training a tagger needs to know of its sentences over and over, worked out once for each. */
export interface TagCorpus {
  readonly tagSet: TagSet;
  readonly sentences: readonly Sentence[];
  /** The tag of each word, `O` for all that is not labelled. */
  tags(sentence: number): Int32Array;
  /** For each word one of `knowledge`. */
  known(sentence: number): Uint8Array;
  /** `[tags]`, 1 for tags of labels that the sentence is not complete for; undefined where there are none such. */
  unlisted(sentence: number): Uint8Array | undefined;
  /** Whether `known` ever has words of this kind. */
  has(kind: keyof typeof knowledge): boolean;
  /** How many words the longest labelled entity has; 1 where nothing is labelled. */
  readonly longest: number;
  /** How many labelled entities share words with longer ones, so that tags cannot say them. */
  readonly lost: number;
  readonly entities: number;
}

/** Looks at sentences as a tagger does. */
export function tagCorpus(sentences: readonly Sentence[], labels: LabelSet, tagSet: TagSet): TagCorpus {
  const flat = sentences.map(({ entities }) => flatEntities(entities));
  const tags = zip(sentences, flat).map(([{ tokens }, { kept }]) => tagSet.encode(tokens.length, kept));
  const known = zip(sentences, tags).map(([sentence, own]) => knownOf(sentence, own));
  const kinds = new Set(known.flatMap((own) => [...new Set(own)]));
  const masks = new Map<string, Uint8Array>();
  const longest = flat.reduce(
    (most, { kept }) => kept.reduce((own, { start, end }) => Math.max(own, end - start), most),
    1,
  );

  return {
    tagSet,
    sentences,
    tags: (sentence) => entryAt(tags, sentence),
    known: (sentence) => entryAt(known, sentence),
    has: (kind) => kinds.has(knowledge[kind]),
    longest,
    lost: flat.reduce((sum, { lost }) => sum + lost, 0),
    entities: sentences.reduce((sum, { entities }) => sum + entities.length, 0),

    unlisted(sentence) {
      const { completeness } = entryAt(sentences, sentence);
      if (typeof completeness !== "object") return undefined;
      const key = JSON.stringify(completeness.complete);
      let mask = masks.get(key);
      if (mask === undefined) {
        mask = new Uint8Array(tagSet.count);
        for (const label of labels.labels) {
          if (isCompleteFor(completeness, label)) continue;
          for (const tag of tagSet.tagsOf(label)) mask[tag] = 1;
        }
        masks.set(key, mask);
      }
      return mask;
    },
  };
}

/** Whether some word is known to lie in no entity, so that `O` can be learnt without guessing. */
export function hasOutside(sentences: readonly Sentence[]): boolean {
  return sentences.some(({ tokens, completeness, entities, unknown = [], outside = [] }) => {
    const known = new Uint8Array(tokens.length).fill(completeness === "complete" ? 1 : 0);
    for (const word of outside) known[word] = 1;
    for (const word of unknown) known[word] = 0;
    for (const { start, end } of entities) known.fill(0, start, end);
    return known.includes(1);
  });
}

function knownOf(
  { completeness, entities, unknown = [], outside = [] }: Sentence,
  tags: Int32Array,
): Uint8Array {
  const rest =
    completeness === "complete"
      ? knowledge.outside
      : completeness === "partial"
        ? knowledge.unlabelled
        : knowledge.listed;
  const known = new Uint8Array(tags.length).fill(rest);
  for (const word of outside) known[word] = knowledge.outside;
  for (const word of unknown) known[word] = knowledge.unknown;
  // A word of an entity that could not be said in tags is no proof of `O`.
  for (const { start, end } of entities) known.fill(knowledge.unknown, start, end);
  for (let word = 0; word < tags.length; word++) if (tags[word] !== OUTSIDE) known[word] = knowledge.entity;
  return known;
}
