import type { TagRequest } from "./tag-api.ts";

/** What a request costs, as near as can be told without looking into it: UTF-16 units of all texts or words. */
export function requestLength({ texts = [], tokens = [] }: Pick<TagRequest, "texts" | "tokens">): number {
  let length = 0;
  for (const text of texts) length += text.length;
  for (const words of tokens) length += wordsLength(words);
  return length;
}

/**
 * Cuts a request into at most so many requests of about equal length, none much shorter than `worth` UTF-16 units. Their
 * results, one after another, are the results of the whole.
 */
export function splitRequest(request: TagRequest, parts: number, worth: number): TagRequest[] {
  const length = requestLength(request);
  const count = Math.max(1, Math.min(parts, Math.floor(length / worth)));
  if (count === 1) return [request];
  const { texts, tokens, ...rest } = request;
  return texts !== undefined
    ? cut(texts, (text) => text.length, length, count).map((own) => ({ ...rest, texts: own }))
    : cut(tokens!, wordsLength, length, count).map((own) => ({ ...rest, tokens: own }));
}

/** Neighbours together until they reach a share; the last part takes what is left. */
function cut<T>(all: readonly T[], lengthOf: (one: T) => number, length: number, count: number): T[][] {
  const parts: T[][] = [[]];
  let taken = 0;
  for (const one of all) {
    if (parts.length < count && taken >= (length / count) * parts.length) parts.push([]);
    parts.at(-1)!.push(one);
    taken += lengthOf(one);
  }
  return parts;
}

function wordsLength(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length + 1, 0);
}
