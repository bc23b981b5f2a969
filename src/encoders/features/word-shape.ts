import { isSolo } from "../../text/index.ts";

/** Runs of the same kind are cut to this length, so that long words share a shape. */
const LONGEST_RUN = 4;

/**
 * How a word looks: `X` for upper case, `x` for other letters, `d` for digits, `c` for letters of scripts
 * that write no blanks, everything else as it is; runs are cut to four. `Amsterdam-2024` is `Xxxxx-dddd`.
 */
export function wordShape(word: string): string {
  let shape = "";
  let last = "";
  let run = 0;
  for (const character of word) {
    const kind = kindOf(character);
    run = kind === last ? run + 1 : 1;
    last = kind;
    if (run <= LONGEST_RUN) shape += kind;
  }
  return shape;
}

function kindOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) {
    if (code >= 0x61 && code <= 0x7a) return "x";
    if (code >= 0x41 && code <= 0x5a) return "X";
    return code >= 0x30 && code <= 0x39 ? "d" : character;
  }
  if (isSolo(code)) return "c";
  if (/\p{Lu}/u.test(character)) return "X";
  if (/[\p{L}\p{M}]/u.test(character)) return "x";
  return /\p{N}/u.test(character) ? "d" : character;
}
