import type { Offset } from "../data/index.ts";
import { splitSentences, tokenize, type WordCutting } from "../text/index.ts";
import type { ScoredEntity, TaggedSentence } from "./sentence-tagger.ts";
/** A text with what a model found in it. */
export interface TaggedText {
  readonly text: string;
  readonly tokens: readonly string[];
  /** Where each word stands in `text`: UTF-16 units, end exclusive. */
  readonly offsets: readonly Offset[];
  /** In reading order. */
  readonly entities: readonly TextEntity[];
  /** Words that the encoder could not look at, as positions in `tokens`. */
  readonly unseen: readonly number[];
}

/** An entity of a text: words `start` … `end` − 1, which are `text.slice(from, to)`. */
export interface TextEntity extends ScoredEntity {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A text as sentences of words. */
interface CutText {
  readonly text: string;
  readonly tokens: readonly string[];
  readonly offsets: readonly Offset[];
  /** The words of each sentence. */
  readonly sentences: readonly (readonly string[])[];
}

/**
 * Cuts a text into sentences and words. A sentence of more than `maxWords` words is cut there too, so that a long text
 * without a full stop (a log file, a table) cannot exhaust the memory.
 */
export function cutText(text: string, maxWords = Infinity, cutting?: WordCutting): CutText {
  const tokens: string[] = [];
  const offsets: Offset[] = [];
  const sentences: string[][] = [];
  for (const [start, end] of splitSentences(text)) {
    const words = tokenize(text.slice(start, end), cutting);
    for (const token of words.tokens) tokens.push(token);
    for (const [from, to] of words.offsets) offsets.push([start + from, start + to]);
    for (let at = 0; at < words.tokens.length; at += maxWords) {
      sentences.push(words.tokens.length <= maxWords ? words.tokens : words.tokens.slice(at, at + maxWords));
    }
  }
  return { text, tokens, offsets, sentences };
}

/** Puts what was found in the sentences of a text back into the text; `tagged` has one for each of `cut.sentences`. */
export function taggedText(
  { text, tokens, offsets, sentences }: CutText,
  tagged: readonly TaggedSentence[],
): TaggedText {
  const entities: TextEntity[] = [];
  const unseen: number[] = [];
  let first = 0;
  tagged.forEach((found, sentence) => {
    for (const entity of found.entities) {
      const [start, end] = [first + entity.start, first + entity.end];
      const [from, to] = [offsets[start]![0], offsets[end - 1]![1]];
      const { label, score } = entity;
      entities.push({ start, end, label, score, from, to, text: text.slice(from, to) });
    }
    for (const word of found.unseen) unseen.push(first + word);
    first += sentences[sentence]!.length;
  });
  return { text, tokens, offsets, entities, unseen };
}
