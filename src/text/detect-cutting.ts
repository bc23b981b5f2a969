import { classOf, DIGIT, isSpace, LETTER, MARK } from "./character-class.ts";
import { usualCutting, type WordCutting } from "./word-cutting.ts";

/** A sentence whose words somebody cut; with its text it is known which of them touch. */
interface CutSentence {
  readonly tokens: readonly string[];
  readonly offsets?: readonly (readonly [start: number, end: number])[];
}

/** Sentences that are looked at: more show nothing new. */
const SAMPLE = 10_000;

/** Fewer cases than this say nothing. */
const ENOUGH = 3;

/** Marks with rules of their own: points and commas end sentences and clauses far more often than they join. */
const ruled = new Set(".,'’@_");

/**
 * Finds out how the words of a corpus were cut, so that raw text can be cut in the same way.
 *
 * - Single letters and digits one after another, and hardly any longer word: by characters.
 * - Numbers and clitics in pieces (`0 | . | 5`, `Down | ' | s`), and hardly any word with a mark in it: by runs.
 * - Otherwise by words. A mark stays inside a word where the corpus has it there more often than alone between two.
 *
 * Where a corpus shows nothing, the usual cutting stands.
 */
export function detectCutting(sentences: Iterable<CutSentence>): WordCutting {
  const seen = { pairs: 0, long: 0, blanks: 0, pieces: 0, marked: 0 };
  const inside = new Counter();
  const insideNumbers = new Counter();
  let looked = 0;
  for (const { tokens, offsets } of sentences) {
    if (++looked > SAMPLE) break;
    const touches = (at: number) => offsets === undefined || offsets[at - 1]![1] === offsets[at]![0];
    tokens.forEach((token, i) => {
      if (isBlank(token)) seen.blanks++;
      const kinds = kindsOf(token);
      const letters = kinds.filter((kind) => kind !== OTHER).length;
      if (letters > 1) seen.long++;
      if (letters > 0 && letters < kinds.length) seen.marked++;
      countInside(token, kinds, inside, insideNumbers);
      if (i === 0 || !touches(i)) return;
      const before = kindsOf(tokens[i - 1]!);
      if (kinds.length === 1 && letters === 1 && before.length === 1 && before[0] !== OTHER) seen.pairs++;
      const after = tokens[i + 1];
      if (after === undefined || kinds.length !== 1 || letters > 0 || !touches(i + 1)) return;
      const [left, right] = [before.at(-1)!, kindsOf(after)[0]!];
      if (left === OTHER || right === OTHER) return;
      const inNumber = left === NUMBER && right === NUMBER;
      (inNumber ? insideNumbers : inside).add(token, -1);
      if ((token === "." && inNumber) || (isApostrophe(token) && /^(?:s|t|ll|re|ve|d|m)$/i.test(after)))
        seen.pieces++;
    });
  }
  if (seen.pairs >= ENOUGH && seen.long * 20 <= seen.pairs) {
    return { ...usualCutting, by: "characters", blanks: seen.blanks >= ENOUGH };
  }
  if (seen.pieces >= ENOUGH && seen.marked * 20 <= seen.pieces) return { ...usualCutting, by: "runs" };
  const { joinedInNumbers } = usualCutting;
  return {
    ...usualCutting,
    joined: inside.marks(),
    joinedInNumbers: joinedInNumbers + insideNumbers.marks(),
  };
}

/** For each mark, how much more often it is inside a word than alone between two. */
class Counter {
  readonly #counts = new Map<string, number>();

  add(mark: string, by: number): void {
    if (!ruled.has(mark)) this.#counts.set(mark, (this.#counts.get(mark) ?? 0) + by);
  }

  marks(): string {
    return [...this.#counts]
      .flatMap(([mark, count]) => (count >= ENOUGH ? [mark] : []))
      .sort()
      .join("");
  }
}

function countInside(token: string, kinds: readonly number[], inside: Counter, numbers: Counter): void {
  if (kinds.length < 3 || !kinds.includes(OTHER)) return;
  const characters = [...token];
  // Marks and accents make kinds and characters differ in number: such words are few, and others show the same.
  if (characters.length !== kinds.length) return;
  for (let at = 1; at < kinds.length - 1; at++) {
    const [left, right] = [kinds[at - 1], kinds[at + 1]];
    // A joint is one UTF-16 unit.
    if (kinds[at] !== OTHER || left === OTHER || right === OTHER || characters[at]!.length > 1) continue;
    (left === NUMBER && right === NUMBER ? numbers : inside).add(characters[at]!, 1);
  }
}

const OTHER = 0;
const NUMBER = 1;
const WORD = 2;

/** What each character of a word is, but for the marks on it: a digit, a letter of a script with blanks, or anything else. */
function kindsOf(token: string): number[] {
  const kinds: number[] = [];
  for (const character of token) {
    const kind = classOf(character.codePointAt(0)!);
    if (kind === DIGIT) kinds.push(NUMBER);
    else if (kind === LETTER) kinds.push(WORD);
    else if (kind !== MARK || kinds.length === 0) kinds.push(OTHER);
  }
  return kinds;
}

function isBlank(token: string): boolean {
  for (const character of token) if (!isSpace(character.codePointAt(0)!)) return false;
  return token !== "";
}

function isApostrophe(token: string): boolean {
  return token === "'" || token === "’";
}
