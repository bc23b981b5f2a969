import { knowledge, type TagCorpus } from "./corpus.ts";

/**
 * What training makes of a word:
 *
 * - `exact`: its target is its tag
 * - `open`: its target is its tag, or any tag of the labels that its sentence is not complete for
 * - `latent`: its tag is a latent variable; every tag is allowed
 * - `ignored`: it is left out of the loss [PU2, Eq. 2]
 */
export const treatment = { exact: 0, open: 1, latent: 2, ignored: 3 } as const;

/** The training targets of one sentence. */
export interface TagTargets {
  /** The tag of each word. */
  readonly tags: Int32Array;
  /** For each word one of `treatment`. */
  readonly treatments: Uint8Array;
  /** `[tags]`, 1 for the tags that `open` words may have beside their own. */
  readonly open: Uint8Array | undefined;
  /** `[words, tags]`: log q, how much each tag of a word that may have several counts; default: 0, all alike. */
  readonly logWeights?: Float32Array | undefined;
}

/** The targets of a sentence that a member of an ensemble does not learn from: every word is latent. */
export function allLatent({ tags, treatments, open }: TagTargets): TagTargets {
  return { tags, treatments: treatments.map(() => treatment.latent), open };
}

/** How each kind of knowledge is to be treated. */
export type Treatments = { readonly [K in keyof typeof knowledge]: keyof typeof treatment };

/** The labels as they are: unlabelled words are `O`, except for labels that the sentence is not complete for. */
export const asLabelled: Treatments = {
  entity: "exact",
  outside: "exact",
  listed: "open",
  unlabelled: "exact",
  unknown: "ignored",
};

/** Targets straight from the labels of a sentence, each word treated by what is known of it. */
export function tagTargets(corpus: TagCorpus, sentence: number, how: Treatments): TagTargets {
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
