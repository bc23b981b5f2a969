import { basename } from "node:path";
import { alignWords } from "../../text/index.ts";
import type { Completeness } from "../completeness.ts";
import type { Draft } from "../format.ts";
import type { ReadLog } from "../read-log.ts";
import { misplacedOffset, type Offset, type Sentence } from "../sentence.ts";
import { compareEntities, type Entity, entityKey } from "../span.ts";
import { isWellFormed } from "../utf8.ts";
import { isInteger } from "./json-shape.ts";

/** How drafts become sentences. */
interface FinishOptions {
  readonly log: ReadLog;
  /** The caller's word; it overrides what the file says. */
  readonly completeness?: Completeness;
  /** What is taken where nobody says (default: `complete`). */
  readonly assume?: Completeness;
}

/**
 * Turns what a format's reader found into a sound `Sentence`: bad, repeated and blank
 * entities are dropped and logged, entities are in reading order, completeness is the
 * caller's word, else the file's, else what is assumed. Returns `undefined` for a sentence without words.
 */
export function finishDraft(
  draft: Draft,
  { log, completeness, assume = "complete" }: FinishOptions,
): Sentence | undefined {
  const { at, tokens } = draft;
  const drop = (reason: string, detail: string) => log.drop(at, reason, detail);

  if (tokens.length === 0) {
    drop("sentence without words", "nothing to label");
    return undefined;
  }

  const sentence: { -readonly [K in keyof Sentence]: Sentence[K] } = {
    tokens,
    entities: checkEntities(draft.entities, tokens, drop),
    completeness: completeness ?? draft.completeness ?? assume,
    source: draft.source ?? basename(at.file),
  };
  if (draft.text !== undefined) {
    const offsets = draft.offsets ?? alignWords(draft.text, tokens);
    const wrong = whyNotOffsets(draft.text, offsets, tokens.length);
    if (wrong !== undefined) {
      drop("text and words that do not fit each other", wrong);
    } else if (offsets !== undefined) {
      sentence.text = draft.text;
      sentence.offsets = offsets;
      if (draft.textStart !== undefined) sentence.textStart = draft.textStart;
    }
  }
  if (draft.doc !== undefined) sentence.doc = draft.doc;
  if (draft.id !== undefined) sentence.id = draft.id;
  if (draft.meta !== undefined) sentence.meta = draft.meta;
  if (draft.hidden !== undefined) sentence.hidden = checkEntities(draft.hidden, tokens, drop);
  const unknown = checkWords(draft.unknown, "unknown", tokens.length, drop);
  if (unknown !== undefined) sentence.unknown = unknown;
  const outside = checkWords(draft.outside, "outside", tokens.length, drop);
  if (outside !== undefined) sentence.outside = outside;
  return sentence;
}

type Drop = (reason: string, detail: string) => void;

function checkEntities(entities: readonly Entity[], tokens: readonly string[], drop: Drop): Entity[] {
  if (entities.length === 0) return [];
  const kept: Entity[] = [];
  const seen = new Set<string>();
  const isBlank = blankStretches(tokens);
  for (const entity of entities) {
    const { start, end, label } = entity;
    const shown = `${JSON.stringify(label)} at words ${start}–${end} of ${tokens.length}`;
    if (!(isInteger(start) && isInteger(end) && 0 <= start && start < end && end <= tokens.length)) {
      drop("entity outside the sentence", shown);
    } else if (label === "") {
      drop("entity without a label", shown);
    } else if (!isWellFormed(label)) {
      drop("entity whose label is not Unicode: it holds half a surrogate pair", shown);
    } else if (isBlank(start, end)) {
      drop("entity of white space only", shown);
    } else if (seen.has(entityKey(entity))) {
      drop("entity given twice", shown);
    } else {
      seen.add(entityKey(entity));
      kept.push(entity);
    }
  }
  return kept.sort(compareEntities);
}

/** Tells whether words are white space only. Where they are, each is looked at once, however many entities ask. */
function blankStretches(tokens: readonly string[]): (start: number, end: number) => boolean {
  // The first word at or after each that is not blank; made when an entity begins with a blank one.
  let next: Int32Array | undefined;
  return (start, end) => {
    if (tokens[start]!.trim() !== "") return false;
    if (next === undefined) {
      next = new Int32Array(tokens.length + 1).fill(tokens.length);
      for (let i = tokens.length - 1; i >= 0; i--) next[i] = tokens[i]!.trim() === "" ? next[i + 1]! : i;
    }
    return next[start]! >= end;
  };
}

function checkWords(words: readonly number[] | undefined, name: string, length: number, drop: Drop) {
  if (words === undefined) return undefined;
  const kept = words.filter((word) => {
    const fits = isInteger(word) && word >= 0 && word < length;
    if (!fits) drop(`${name} word outside the sentence`, `word ${word} of ${length}`);
    return fits;
  });
  const sorted = [...new Set(kept)].sort((a, b) => a - b);
  return sorted.length > 0 ? sorted : undefined;
}

function whyNotOffsets(
  text: string,
  offsets: readonly Offset[] | undefined,
  words: number,
): string | undefined {
  if (offsets === undefined) return "the words are not those of the text";
  if (offsets.length !== words) return `${offsets.length} offsets for ${words} words`;
  const wrong = misplacedOffset(offsets, text);
  return wrong && `offset ${wrong[0]}–${wrong[1]} in a text of ${text.length} units`;
}
