import type { Unit } from "./match-options.ts";

/** From this fraction of single characters among its non-blank tokens on, a corpus counts as split by character. */
const SHARE = 0.95;

/** Detects from the tokens of some sentences whether a corpus has one token per character. */
export function detectUnit(sample: Iterable<readonly string[]>): Unit {
  let single = 0;
  let all = 0;
  for (const tokens of sample) {
    for (const token of tokens) {
      if (/^\s*$/.test(token)) continue;
      all++;
      if (/^.\p{M}*$/su.test(token)) single++;
    }
  }
  return all > 0 && single >= SHARE * all ? "characters" : "words";
}
