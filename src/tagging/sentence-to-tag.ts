import type { InDocument } from "../data/index.ts";
/** A sentence that is cut into words, and the document it is of. Those of one document stand one after another. */
export interface SentenceToTag extends Pick<InDocument, "doc" | "source"> {
  readonly tokens: readonly string[];
}

/** Sentences as a model in use reads them: their labels, if they have any, do not decide where a window over a document ends. */
export function withoutLabels(sentences: readonly SentenceToTag[]): SentenceToTag[] {
  return sentences.map(({ tokens, doc, source }) => ({
    tokens,
    ...(doc !== undefined && { doc }),
    ...(source !== undefined && { source }),
  }));
}
