import { UserError } from "../../errors.ts";
import type { PieceTokenizer } from "../transformer/piece-tokenizer.ts";

/**
 * The characters that a recurrent encoder knows: line `i` is the character of row `i`, and the last row stands for all
 * others. A word is its characters.
 */
export function characterVocabulary(bytes: Uint8Array, file: string): PieceTokenizer {
  const lines = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).split("\n");
  if (lines.at(-1) === "") lines.pop();
  if (lines.length === 0) throw new UserError(`"${file}" is empty: it must have one character per line`);
  const rows = new Map<string, number>();
  lines.forEach((line, row) => {
    const character = line.endsWith("\r") && line.length > 1 ? line.slice(0, -1) : line;
    if (character !== "" && !rows.has(character)) rows.set(character, row);
  });
  const unknown = lines.length - 1;
  return {
    before: [],
    after: [],
    vocabulary: lines.length,
    pieces: (word) => Array.from(word, (character) => rows.get(character) ?? unknown),
  };
}
