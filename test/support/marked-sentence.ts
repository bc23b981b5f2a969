import type { Completeness, Entity, Sentence } from "../../src/data/index.ts";

/** `[PER Ann Lee] left` → a sentence whose first two words are labelled. */
export function markedSentence(marked: string, completeness: Completeness): Sentence {
  const tokens: string[] = [];
  const entities: Entity[] = [];
  for (const [, label, name, word] of marked.matchAll(/\[(\S+) ([^\]]+)\]|(\S+)/g)) {
    const words = (name ?? word!).split(" ");
    if (label !== undefined)
      entities.push({ start: tokens.length, end: tokens.length + words.length, label });
    tokens.push(...words);
  }
  return { tokens, entities, completeness, source: "t" };
}
