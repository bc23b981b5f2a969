import type { ReadOptions } from "../../format.ts";
import { shownPath } from "../../input-path.ts";
import { readLines } from "../../read-lines.ts";

/** The lines of one sentence in a column file, with what surrounds them. */
export interface ColumnBlock {
  readonly lines: readonly string[];
  /** The line number (from 1) of each line. */
  readonly numbers: readonly number[];
  /** What a `# lacuna:` line above the sentence says: JSON, not yet parsed. */
  readonly extras: string | undefined;
  readonly doc: string | undefined;
}

/** Begins the line that holds what columns cannot. */
export const EXTRAS_PREFIX = "# lacuna: ";

/** How every blank, `-DOCSTART-`, comment or `# lacuna:` line begins. */
const mayBeSpecial = /^(?:[-<# \t]|DOCSTART|$)/i;
const docStart = /^[-<#]*DOCSTART[->]*(?=\s|$)/i;
const blank = /^[ \t]*$/;
const comment = /^# ?(?:id|text|sent_id|newdoc|newpar|global|lang|metadata)\b/;

/** Splits a column file into sentences at blank lines and `-DOCSTART-` lines in any spelling. */
export async function* readBlocks(
  path: string,
  { log, onBytes }: Pick<ReadOptions, "log" | "onBytes">,
): AsyncGenerator<ColumnBlock> {
  const file = shownPath(path);
  let block = emptyBlock();
  let doc: string | undefined;
  let docs = 0;
  for await (const { first, lines } of readLines(path, log, onBytes)) {
    let number = first - 1;
    for (const line of lines) {
      number++;
      // Nearly all lines begin with a letter or digit and are words for sure.
      if (!mayBeSpecial.test(line)) {
        block.lines.push(line);
        block.numbers.push(number);
        continue;
      }
      const isDocStart = docStart.test(line);
      if (isDocStart || blank.test(line)) {
        if (block.lines.length > 0) {
          yield { ...block, doc };
          block = emptyBlock();
        }
        if (isDocStart) doc = /\(([^()]+)\)/.exec(line)?.[1] ?? `doc-${++docs}`;
      } else if (line.startsWith(EXTRAS_PREFIX) && block.lines.length === 0) {
        block.extras = line.slice(EXTRAS_PREFIX.length);
      } else if (comment.test(line)) {
        log.drop({ file, line: number }, "comment line", line.slice(0, 60));
      } else {
        block.lines.push(line);
        block.numbers.push(number);
      }
    }
  }
  if (block.lines.length > 0) yield { ...block, doc };
}

function emptyBlock(): { lines: string[]; numbers: number[]; extras: string | undefined } {
  return { lines: [], numbers: [], extras: undefined };
}

/** Whether a line that begins with this word would be read as something else than a word. */
export function isDirective(word: string): boolean {
  return docStart.test(word) || word.startsWith(EXTRAS_PREFIX) || comment.test(word) || blank.test(word);
}
