import { entriesAt, entryAt, zip } from "../../entries.ts";
import { knowledge, type TagCorpus } from "../tagger/corpus.ts";
import { hiddenWords } from "../tagger/o-value-metrics.ts";

/** The words that are ranked by O-value, numbered one after another: the unlabelled ones of partial sentences. [PU2, Eq. 1] */
interface RankedWords {
  readonly count: number;
  /** The sentences that have any. */
  readonly sentences: readonly number[];
  /** The number of each word of a sentence, −1 for those that are not ranked. */
  places(sentence: number): Int32Array;
  /** One value for each, from those of all words of `sentences`. */
  collect(values: readonly Float32Array[]): Float32Array;
  /** The values of the words of labelled entities in the same sentences. */
  labelled(values: readonly Float32Array[]): Float32Array;
  /** For each, 1 where it is part of an entity whose label was masked; undefined where nothing was. */
  readonly hidden: Uint8Array | undefined;
}

/** Numbers the words that may be removed. Complete sentences, and words known to be outside, are not among them. */
export function rankedWords(corpus: TagCorpus): RankedWords {
  let count = 0;
  const places = corpus.sentences.map((_, sentence) =>
    Int32Array.from(corpus.known(sentence), (kind) => (kind === knowledge.unlabelled ? count++ : -1)),
  );
  const sentences = places.flatMap((own, sentence) => (own.some((place) => place >= 0) ? [sentence] : []));
  const hidden = new Uint8Array(count);
  for (const sentence of sentences) {
    const flags = hiddenWords(entryAt(corpus.sentences, sentence));
    for (const [place, flag] of zip(entryAt(places, sentence), flags)) {
      if (place >= 0) hidden[place] = flag;
    }
  }
  return {
    count,
    sentences,
    places: (sentence) => entryAt(places, sentence),
    hidden: hidden.includes(1) ? hidden : undefined,

    collect(values) {
      const collected = new Float32Array(count);
      for (const [own, found] of zip(entriesAt(places, sentences), values)) {
        for (const [place, value] of zip(own, found)) if (place >= 0) collected[place] = value;
      }
      return collected;
    },

    labelled(values) {
      const found = zip(sentences, values).flatMap(([sentence, own]) =>
        [...zip(corpus.known(sentence), own)].flatMap(([kind, value]) =>
          kind === knowledge.entity ? [value] : [],
        ),
      );
      return Float32Array.from(found);
    },
  };
}
