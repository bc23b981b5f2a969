import type { DocumentReading } from "../data/index.ts";
import { compareEntities, documentWindows, entityKey, splitSpans } from "../data/index.ts";
import type { DecodeOptions } from "../models/index.ts";
import { overlapFilter } from "../models/index.ts";
import type { ScoredEntity, SentenceTagger, TaggedSentence, TagOptions } from "./sentence-tagger.ts";
import { type SentenceToTag, withoutLabels } from "./sentence-to-tag.ts";

interface TagDocumentsOptions extends TagOptions {
  /** How documents are read; null for each sentence by itself. */
  readonly documents: DocumentReading | null;
  /** How the model decodes where a call does not say otherwise. */
  readonly usual?: DecodeOptions | undefined;
}

/**
 * Tags the sentences of documents, so many together as the model was trained to read. Of a sentence that is in two windows,
 * what has the highest score is kept. An entity across two sentences is none.
 */
export async function tagDocuments(
  tagger: Pick<SentenceTagger, "tag">,
  sentences: readonly SentenceToTag[],
  { documents, usual, ...options }: TagDocumentsOptions,
): Promise<TaggedSentence[]> {
  if (documents === null) {
    return tagger.tag(
      sentences.map(({ tokens }) => tokens),
      options,
    );
  }
  const windows = documentWindows(withoutLabels(sentences), documents);
  const joined = windows.map(({ first, end }) => sentences.slice(first, end).flatMap(({ tokens }) => tokens));
  const found = await tagger.tag(joined, options);
  const readings: TaggedSentence[][] = sentences.map(() => []);
  windows.forEach(({ first, end }, i) => {
    const parts = sentences.slice(first, end);
    const { entities, unseen } = found[i]!;
    const own = splitSpans(entities, parts);
    const missed = splitSpans(
      unseen.map((word) => ({ start: word, end: word + 1 })),
      parts,
    );
    parts.forEach((_, at) => {
      readings[first + at]!.push({ entities: own[at]!, unseen: missed[at]!.map(({ start }) => start) });
    });
  });
  const decode = { ...usual, ...options.decode };
  return readings.map((own) => (own.length === 1 ? own[0]! : best(own, decode)));
}

/** One reading of a sentence made from several. */
function best(readings: readonly TaggedSentence[], decode: DecodeOptions): TaggedSentence {
  const byKey = new Map<string, ScoredEntity>();
  const all = readings.flatMap(({ entities }) => entities).toSorted((a, b) => b.score - a.score);
  for (const entity of all) if (!byKey.has(entityKey(entity))) byKey.set(entityKey(entity), entity);
  return {
    entities: [...byKey.values()].filter(overlapFilter(decode)).sort(compareEntities),
    unseen: readings[0]!.unseen,
  };
}
