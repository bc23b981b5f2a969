import type { TextRecord } from "../../format.ts";
import type { Offset } from "../../sentence.ts";
import { compareEntities, type Entity, entityKey } from "../../span.ts";
import { layerEntities } from "../../tag-scheme.ts";
import { isWellFormed } from "../../utf8.ts";

/** What spaCy says of a word and entities: nothing, inside one, outside all, at the beginning of one. */
export const iob = { missing: 0, inside: 1, outside: 2, begin: 3 } as const;

/** One word (or white space) of a spaCy `Doc`. */
export interface DocToken {
  readonly text: string;
  /** Whether a blank follows. */
  space: boolean;
  iob: number;
  /** The label of the entity; empty outside. */
  type: string;
  /** Whether a sentence begins here. */
  starts: boolean;
}

/** What a `.spacy` file says of one document, in the words of spaCy. */
export interface Doc {
  readonly tokens: readonly DocToken[];
  /** Whether blanks between the words are made up: there is no running text. */
  readonly unknownSpaces: boolean;
  /** Entities that may nest and overlap, in tokens. */
  readonly spans: readonly Entity[];
}

/** A document, or a stretch of one without text, as a record: white space is text, not a word. */
interface DecodedDoc {
  readonly tokens: readonly string[];
  readonly entities: readonly Entity[];
  readonly unknown: readonly number[];
  readonly text?: string;
  readonly offsets?: readonly Offset[];
  /** Where sentences begin in the text, if that is said. */
  readonly sentences?: readonly number[];
  /** What had to be repaired or dropped, with details. */
  readonly mistakes: readonly (readonly [reason: string, detail: string])[];
}

/** Reads the tokens `[from, to)` of a document. */
export function decodeDoc(doc: Doc, from = 0, to = doc.tokens.length): DecodedDoc {
  const tokens: string[] = [];
  const offsets: Offset[] = [];
  const unknown: number[] = [];
  const sentences: number[] = [];
  const mistakes: [string, string][] = [];
  // Which word each token is, and the first word at or after it.
  const wordAt: number[] = [];
  let text = "";
  for (let i = from; i < to; i++) {
    const token = doc.tokens[i]!;
    wordAt.push(tokens.length);
    if (token.starts) sentences.push(text.length);
    if (token.text.trim() !== "") {
      if (token.iob === iob.missing) unknown.push(tokens.length);
      offsets.push([text.length, text.length + token.text.length]);
      tokens.push(token.text);
    } else if (doc.unknownSpaces) {
      mistakes.push(["white space among the words left out", JSON.stringify(token.text)]);
    }
    text += token.space ? `${token.text} ` : token.text;
  }
  wordAt.push(tokens.length);

  const stated = [...entitiesOf(doc, mistakes), ...doc.spans];
  const seen = new Set<string>();
  const entities: Entity[] = [];
  for (const entity of stated) {
    if (entity.start < from || entity.end > to || seen.has(entityKey(entity))) continue;
    seen.add(entityKey(entity));
    const [start, last] = [wordAt[entity.start - from]!, wordAt[entity.end - from]!];
    if (start < last) entities.push({ start, end: last, label: entity.label });
    else
      mistakes.push([
        "entity of white space only",
        `${JSON.stringify(entity.label)} at token ${entity.start}`,
      ]);
  }
  entities.sort(compareEntities);
  return {
    tokens,
    entities,
    unknown,
    mistakes,
    ...(!doc.unknownSpaces && { text, offsets, ...(sentences.length > 0 && { sentences }) }),
  };
}

/** The entities that the tokens mark, as `Doc.ents` reads them. */
function entitiesOf(doc: Doc, mistakes: [string, string][]): Entity[] {
  const entities: Entity[] = [];
  let open: { start: number; label: string } | undefined;
  const close = (end: number) => {
    if (open !== undefined) entities.push({ ...open, end });
    open = undefined;
  };
  for (const [i, { iob: mark, type }] of doc.tokens.entries()) {
    if (mark === iob.inside && open !== undefined) continue;
    close(i);
    // A beginning without a label is spaCy's way of forbidding entities there.
    if ((mark === iob.begin || mark === iob.inside) && type !== "") open = { start: i, label: type };
    if (mark === iob.inside) {
      mistakes.push(["tag that breaks the scheme", `token ${i} continues nothing, read as a beginning`]);
    }
  }
  close(doc.tokens.length);
  return entities;
}

/**
 * A sentence as a document. What its text has between words becomes tokens, as in spaCy. Words about which nothing is
 * known are `missing`: those marked so, and in a sentence that is not complete all but entities and `outside`.
 */
export function encodeDoc(sentence: Omit<TextRecord, "source">): Doc {
  const { tokens: words, text, offsets, entities } = sentence;
  const pieces: { text: string; space: boolean; word?: number }[] = [];
  const unknownSpaces = text === undefined || offsets === undefined;
  if (unknownSpaces) {
    for (const [word, token] of words.entries()) pieces.push({ text: utf8(token), space: true, word });
  } else {
    const plain = utf8(text, "");
    let at = 0;
    const fill = (to: number) => {
      let gap = plain.slice(at, to);
      const last = pieces[pieces.length - 1];
      if (gap.startsWith(" ") && last !== undefined) {
        last.space = true;
        gap = gap.slice(1);
      }
      if (gap !== "") pieces.push({ text: gap, space: false });
      at = to;
    };
    for (const [word, [start, end]] of offsets.entries()) {
      fill(start);
      if (start < end) pieces.push({ text: plain.slice(start, end), space: false, word });
      at = end;
    }
    fill(plain.length);
    if (pieces.length === 0) pieces.push({ text: "\uFFFD", space: false });
  }

  // The tokens of each word: from its own to the next word's.
  const tokenOf = words.map(() => -1);
  for (const [i, { word }] of pieces.entries()) if (word !== undefined) tokenOf[word] = i;
  const unknown = new Set(sentence.unknown);
  const outside = new Set(sentence.outside);
  const complete = sentence.completeness === "complete";
  const tokens = pieces.map(({ text, space, word }): DocToken => {
    const known = word === undefined || outside.has(word) || (complete && !unknown.has(word));
    return { text, space, iob: known ? iob.outside : iob.missing, type: "", starts: false };
  });
  const begins = new Set(sentence.sentences ?? [0]);
  let place = 0;
  for (const token of tokens) {
    token.starts = begins.has(place);
    place += token.text.length + (token.space ? 1 : 0);
  }
  const spans = entities.flatMap(({ start, end, label }): Entity[] => {
    const own = tokenOf.slice(start, end).filter((token) => token >= 0);
    if (own.length === 0) return [];
    return [{ start: own[0]!, end: own[own.length - 1]! + 1, label: utf8(label) }];
  });
  const layers = layerEntities(spans);
  for (const { start, end, label } of layers[0] ?? []) {
    for (let i = start; i < end; i++) {
      tokens[i]!.iob = i === start ? iob.begin : iob.inside;
      tokens[i]!.type = label;
    }
  }
  return { tokens, unknownSpaces, spans };
}

/** What UTF-8 can spell of a text. */
function utf8(text: string, empty = "\uFFFD"): string {
  if (text === "") return empty;
  return isWellFormed(text) ? text : text.replace(/\p{Cs}/gu, "\uFFFD");
}

/** Whether some entities of a document overlap, so that its tokens cannot mark them all. */
export function isNested({ tokens, spans }: Doc): boolean {
  return spans.length > tokens.filter((token) => token.iob === iob.begin).length;
}
