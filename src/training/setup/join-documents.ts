import type { DocumentReading, Sentence } from "../../data/index.ts";
import { documentWindows, joinSentences } from "../../data/index.ts";
import type { TrainingData } from "./read-training-data.ts";
/**
 * The sentences of each document as windows, which are then what is learnt from. Windows of dev do not overlap, so that
 * nothing is scored twice.
 */
export function joinDocuments(data: TrainingData, documents: DocumentReading): TrainingData {
  const train = windowsOf(data.train, documents);
  const dev = windowsOf(data.dev, { ...documents, overlap: 0 });
  const isAlone = train.length === data.train.length;
  const notice = isAlone
    ? "no two sentences are of one document: each is read by itself, whatever `documents` says"
    : `${data.train.length.toLocaleString("en")} sentences are read as ${train.length.toLocaleString("en")} windows of at most ${documents.words} words`;
  return { ...data, train, dev, notices: [...data.notices, notice] };
}

function windowsOf(sentences: readonly Sentence[], documents: DocumentReading): Sentence[] {
  return documentWindows(sentences, documents).map(({ first, end }) =>
    end - first === 1 ? sentences[first]! : joinSentences(sentences.slice(first, end)),
  );
}
