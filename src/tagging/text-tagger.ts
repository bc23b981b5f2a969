import type { DocumentReading } from "../data/index.ts";
import type { EncoderConfig } from "../encoders/index.ts";
import type { DecodeOptions, LabelSet, ModelConfig } from "../models/index.ts";
import { usualCutting, type WordCutting } from "../text/index.ts";
import { checkSentence, checkSentences, checkTexts } from "./check-input.ts";
import type { ModelDescription } from "./model-folder.ts";
import {
  type ScoredEntity,
  SentenceTagger,
  type SentenceTaggerOptions,
  type TaggedSentence,
  type TagOptions,
} from "./sentence-tagger.ts";
import type { SentenceToTag } from "./sentence-to-tag.ts";
import { tagDocuments } from "./tag-documents.ts";
import { cutText, type TaggedText, taggedText } from "./tagged-text.ts";

interface TextTaggerOptions extends SentenceTaggerOptions {
  /** How documents are read; null or nothing for each sentence by itself. */
  readonly documents?: DocumentReading | null;
  /** How raw text is cut into words; nothing for the usual way. */
  readonly cutting?: WordCutting;
}

export interface TagSentencesOptions extends TagOptions {
  /** Told of sentences with words that the encoder could not look at, by positions. */
  readonly onUnseen?: (sentence: number, words: readonly number[]) => void;
}

/** A sentence that came in, and what was found in it. */
export interface StreamedSentence<S> extends TaggedSentence {
  readonly sentence: S;
}

/** Sentences that a stream looks at together at most, however short they are. */
const SENTENCES_AHEAD = 4096;

/**
 * A trained model in use, wherever its files came from: `Tagger` loads one from a folder, `lacuna/browser` from an address.
 * Safe for concurrent calls; holds the model in memory until disposed.
 */
export class TextTagger {
  readonly labels: LabelSet;
  /** What kind of encoder and model it has. */
  readonly parts: { readonly encoder: EncoderConfig; readonly model: ModelConfig };
  /** What trained it; known for a saved model. */
  readonly trainedWith: ModelDescription["trainedWith"] | undefined;
  /** How many words `tagStream` may read ahead of what it yields. */
  readonly wordsAhead: number;
  /** How it reads documents; null for each sentence by itself. */
  readonly documents: DocumentReading | null;
  /** How it cuts raw text into words: as the text was cut that it was trained on. */
  readonly cutting: WordCutting;
  readonly #sentences: SentenceTagger;

  /** A tagger of parts that are there already; it disposes the session with itself. `Tagger.load` is the usual way. */
  constructor(
    { documents = null, cutting = usualCutting, ...parts }: TextTaggerOptions,
    trainedWith?: ModelDescription["trainedWith"],
  ) {
    this.labels = parts.model.labels;
    this.parts = { encoder: parts.encoder.config, model: parts.model.config };
    this.trainedWith = trainedWith;
    this.documents = documents;
    this.cutting = cutting;
    this.#sentences = new SentenceTagger(parts);
    this.wordsAhead = this.#sentences.wordsAhead;
  }

  /**
   * Cuts texts into sentences and words and tags them: one result for each text. A text is a document.
   *
   * A sentence of more words than a batch may have is cut, and an entity across the cut is not found.
   */
  async tag(texts: string | readonly string[], options: TagOptions = {}): Promise<TaggedText[]> {
    const cut = checkTexts(texts).map((text) => cutText(text, this.#sentences.batchWords, this.cutting));
    const tagged = await this.#tag(
      cut.flatMap(({ sentences }, text) => sentences.map((tokens) => ({ tokens, doc: String(text) }))),
      options,
    );
    let first = 0;
    return cut.map((text) => {
      const found = tagged.slice(first, first + text.sentences.length);
      first += found.length;
      return taggedText(text, found);
    });
  }

  /** Tags sentences that are cut into words already, all in one go: the entities of each, in the order given. */
  async tagSentences(
    sentences: readonly SentenceToTag[],
    { onUnseen, ...options }: TagSentencesOptions = {},
  ): Promise<(readonly ScoredEntity[])[]> {
    const tagged = await this.#tag(checkSentences(sentences), options);
    if (onUnseen !== undefined) {
      tagged.forEach(({ unseen }, i) => {
        if (unseen.length > 0) onUnseen(i, unseen);
      });
    }
    return tagged.map(({ entities }) => entities);
  }

  /**
   * Tags sentences as they come, in the order given. Reads only so far ahead that batches are full, so memory stays flat; where
   * it stops reading, a window over a document ends too.
   */
  async *tagStream<S extends SentenceToTag>(
    sentences: AsyncIterable<S> | Iterable<S>,
    options: TagOptions = {},
  ): AsyncGenerator<StreamedSentence<S>> {
    for await (const part of this.#partsOf(sentences)) {
      const tagged = await this.#tag(part, options);
      for (const [i, sentence] of part.entries()) yield { sentence, ...tagged[i]! };
    }
  }

  /** Finishes the calls under way and frees the model; tagging again is an error. */
  dispose(): Promise<void> {
    return this.#sentences.dispose();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }

  #tag(sentences: readonly SentenceToTag[], options: TagOptions): Promise<TaggedSentence[]> {
    const usual = this.parts.model.decode as DecodeOptions | undefined;
    return tagDocuments(this.#sentences, sentences, { ...options, usual, documents: this.documents });
  }

  async *#partsOf<S extends SentenceToTag>(sentences: AsyncIterable<S> | Iterable<S>): AsyncGenerator<S[]> {
    let part: S[] = [];
    let words = 0;
    let position = 0;
    for await (const sentence of sentences) {
      checkSentence(sentence, position++);
      part.push(sentence);
      words += sentence.tokens.length;
      if (words < this.wordsAhead && part.length < SENTENCES_AHEAD) continue;
      yield part;
      part = [];
      words = 0;
    }
    if (part.length > 0) yield part;
  }
}
