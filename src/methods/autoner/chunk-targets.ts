import { isCompleteFor, type Sentence } from "../../data/index.ts";
import { flatEntities, type LabelSet, NON_ENTITY } from "../../models/index.ts";
import { knownPhrases, phrasesIn } from "./phrases.ts";

/** What the labels of a sentence say about its chunks. */
interface ChunkTargets {
  /** `[words]`: 1 for a break before the word, 0 for a tie. */
  readonly breaks: Float32Array;
  /** `[words]`: 1 where that is known. There is always a break before the first word, which teaches nothing. */
  readonly known: Float32Array;
  /** The chunks whose type is known, by first and last word (inclusive). */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** For each the classes that it may have. */
  readonly allowed: readonly (readonly number[])[];
}

/**
 * Reads labels as chunks: a tie between words of one entity, a break elsewhere, except beside and inside phrases of which
 * nobody knows the type here: names that are labelled in other sentences, phrases that were given, and words marked
 * unknown. These have no type either. [AUTONER, unknown phrases]
 *
 * @param spare whether such phrases are looked for; else every unlabelled word is "no entity"
 */
export function chunkTargets(
  sentences: readonly Sentence[],
  labels: LabelSet,
  { phrases: given, spare }: { readonly phrases: readonly string[]; readonly spare: boolean },
  maxWidth: number,
): ChunkTargets[] {
  const phrases = spare ? knownPhrases(sentences, given) : new Set<string>();
  return sentences.map((sentence) => {
    const words = sentence.tokens.length;
    const { kept } = flatEntities(sentence.entities);
    const isUnknown = new Uint8Array(words);
    for (const word of sentence.unknown ?? []) isUnknown[word] = 1;
    // Entities that could not be kept say that something is there.
    for (const { start, end } of sentence.entities) isUnknown.fill(1, start, end);
    if (sentence.completeness !== "complete") {
      for (const { start, end } of phrasesIn(sentence, phrases)) isUnknown.fill(1, start, end);
    }
    for (const { start, end } of kept) isUnknown.fill(0, start, end);
    const breaks = new Float32Array(words).fill(1);
    const known = new Float32Array(words).fill(1);
    known.fill(0, 0, Math.min(1, words));
    for (const { start, end } of kept) breaks.fill(0, start + 1, end);
    for (let word = 1; word < words; word++) {
      // Between two words of which one is known to begin or end something, there is a break.
      if (isUnknown[word] === 1 && isUnknown[word - 1] === 1) known[word] = 0;
      else if (isUnknown[word] !== isUnknown[word - 1]) known[word] = isInEntity(kept, word) ? 1 : 0;
    }
    const chunks = kept
      .filter(({ start, end }) => end - start <= maxWidth)
      .map(({ start, end, label }) => ({ start, end: end - 1, allowed: [labels.classOf(label)!] }));
    const none = noneClasses(sentence, labels);
    for (let word = 0; word < words; word++) {
      const isFree = isUnknown[word] === 0 && !kept.some(({ start, end }) => start <= word && word < end);
      if (isFree) chunks.push({ start: word, end: word, allowed: none });
    }
    return {
      breaks,
      known,
      starts: chunks.map(({ start }) => start),
      ends: chunks.map(({ end }) => end),
      allowed: chunks.map(({ allowed }) => allowed),
    };
  });
}

/** Whether the words on one side of a gap are a labelled entity, which ends or begins there. */
function isInEntity(kept: readonly { readonly start: number; readonly end: number }[], word: number) {
  return kept.some(({ start, end }) => start === word || end === word);
}

/** What an unlabelled chunk may be: nothing, or one of the labels that the sentence is not complete for. */
function noneClasses({ completeness }: Sentence, labels: LabelSet): number[] {
  if (typeof completeness !== "object") return [NON_ENTITY];
  const open = labels.labels.filter((label) => !isCompleteFor(completeness, label));
  return [NON_ENTITY, ...open.map((label) => labels.classOf(label)!)];
}
