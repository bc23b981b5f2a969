import { shownType, UserError } from "../errors.ts";
import type { SentenceToTag } from "./sentence-to-tag.ts";

/** The texts that were given to `tag`, if they are texts. */
export function checkTexts(texts: unknown): readonly string[] {
  if (typeof texts === "string") return [texts];
  const hint = 'e.g. tag("Ada met Bob.") or tag(["Ada met Bob.", "They left."])';
  if (!Array.isArray(texts)) {
    throw new UserError(`tag() takes a text or a list of texts, not ${shownType(texts)}`, { hint });
  }
  const wrong = texts.findIndex((text) => typeof text !== "string");
  if (wrong < 0) return texts;
  const found = texts[wrong];
  throw new UserError(`tag() takes texts, but item ${wrong} of the list is ${shownType(found)}`, {
    hint: isWords(found)
      ? 'sentences that are cut into words go to tagSentences([{ tokens: ["Ada"] }])'
      : hint,
  });
}

/** The sentences that were given to `tagSentences`, if they are sentences. */
export function checkSentences(sentences: unknown): readonly SentenceToTag[] {
  if (!Array.isArray(sentences)) {
    throw new UserError(`tagSentences() takes a list of sentences, not ${shownType(sentences)}`, {
      hint: HOW,
    });
  }
  for (const [i, sentence] of sentences.entries()) checkSentence(sentence, i);
  return sentences;
}

/** Refuses what is no sentence, by its position. */
export function checkSentence(sentence: unknown, position: number): void {
  if (typeof sentence === "object" && sentence !== null && "tokens" in sentence && isWords(sentence.tokens)) {
    return;
  }
  const found =
    typeof sentence === "object" && sentence !== null && !Array.isArray(sentence)
      ? `its tokens are ${"tokens" in sentence ? tokensText(sentence.tokens) : "missing"}`
      : `it is ${shownType(sentence)}`;
  throw new UserError(`sentence ${position} is not { tokens: [words] }: ${found}`, {
    hint: isWords(sentence) ? `${HOW}; here: { tokens: ${JSON.stringify(sentence)} }` : HOW,
  });
}

const HOW = 'e.g. tagSentences([{ tokens: ["Ada", "met", "Bob", "."] }]); tag() takes plain text';

function tokensText(tokens: unknown): string {
  if (!Array.isArray(tokens)) return shownType(tokens);
  const wrong = tokens.findIndex((token) => typeof token !== "string");
  return `a list with ${shownType(tokens[wrong])} at ${wrong}`;
}

function isWords(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((word) => typeof word === "string");
}
