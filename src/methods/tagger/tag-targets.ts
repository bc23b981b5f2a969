import { knowledge, type TagCorpus } from "./corpus.ts";

/**
 * What training makes of a word:
 *
 * - `exact`: it has its tag
 * - `open`: it has its tag or one of the labels that its sentence is not complete for
 * - `any`: it has some tag
 * - `silent`: it is left out of the loss [PU2, Eq. 2]
 */
export const treatment = { exact: 0, open: 1, any: 2, silent: 3 } as const;

/** What one sentence teaches. */
export interface TaughtWords {
  /** The tag of each word. */
  readonly tags: Int32Array;
  /** For each word one of `treatment`. */
  readonly treatments: Uint8Array;
  /** `[tags]`, 1 for the tags that `open` words may have beside their own. */
  readonly open: Uint8Array | undefined;
}

/** What is taught by a sentence that one of several learners is not to learn from: any tags would do. */
export function saysNothing({ tags, treatments, open }: TaughtWords): TaughtWords {
  return { tags, treatments: treatments.map(() => treatment.any), open };
}

/** How each kind of knowledge is to be treated. */
export type Treatments = { readonly [K in keyof typeof knowledge]: keyof typeof treatment };

/** The labels as they are: what is not labelled is `O`, but for labels that a sentence is not complete for. */
export const asLabelled: Treatments = {
  entity: "exact",
  outside: "exact",
  listed: "open",
  unlabelled: "exact",
  unknown: "silent",
};

/** The words of a sentence as its labels are, each treated by what is known of it. */
export function taughtWords(corpus: TagCorpus, sentence: number, how: Treatments): TaughtWords {
  const table = Uint8Array.from(Object.keys(knowledge), (kind) => treatment[how[kind as keyof Treatments]]);
  return {
    tags: corpus.tags(sentence),
    treatments: corpus.known(sentence).map((kind) => table[kind]!),
    open: corpus.unlisted(sentence),
  };
}

/** Whether a treatment may ever occur. */
export function mayOccur(
  corpus: TagCorpus,
  how: Treatments,
  wanted: readonly (keyof typeof treatment)[],
): boolean {
  return Object.entries(how).some(
    ([kind, treated]) => wanted.includes(treated) && corpus.has(kind as keyof Treatments),
  );
}
