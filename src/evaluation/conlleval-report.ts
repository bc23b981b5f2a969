import { formatPercent } from "./format-percent.ts";
import type { Counts, Rates } from "./rates.ts";

/** What conlleval counts in a file; plain values, safe for JSON. */
export interface ConllevalResult {
  readonly tokens: number;
  readonly correctTags: number;
  readonly accuracy: number;
  readonly overall: Counts & Rates;
  /** In the order of the report. */
  readonly perType: readonly ({ readonly label: string } & Counts & Rates)[];
}

/** The script's report. Perl sees bytes, not characters, when it sets the types 17 wide. */
export function formatConlleval({ tokens, accuracy, overall, perType }: ConllevalResult): string {
  const lines = [
    `processed ${tokens} tokens with ${overall.gold} phrases; ` +
      `found: ${overall.predicted} phrases; correct: ${overall.correct}.\n`,
  ];
  if (tokens > 0) lines.push(`accuracy: ${padded(accuracy)}%; ${ratesText(overall)}\n`);

  for (const type of perType) {
    const text = `${" ".repeat(Math.max(0, 17 - utf8(type.label).length))}${type.label}: ${ratesText(type)}  ${type.predicted}\n`;
    lines.push(text);
    // The script's test for doubles fails on the empty type, which it lists once for gold and once for found.
    if (type.label === "" && type.gold > 0 && type.predicted > 0) lines.push(text);
  }
  return lines.join("");
}

/** The order of Perl's `sort`: by UTF-8 bytes, which is by code point and not by UTF-16 unit. */
export function compareUtf8(a: string, b: string): number {
  const [left, right] = [utf8(a), utf8(b)];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    if (left[i] !== right[i]) return left[i]! - right[i]!;
  }
  return left.length - right.length;
}

function ratesText({ precision, recall, f1 }: Rates): string {
  return `precision: ${padded(precision)}%; recall: ${padded(recall)}%; FB1: ${padded(f1)}`;
}

/** C's `%6.2f`. */
function padded(percent: number): string {
  return formatPercent(percent).padStart(6);
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
