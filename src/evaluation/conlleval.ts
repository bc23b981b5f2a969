import type { LineBatch } from "../data/index.ts";
import { UserError } from "../errors.ts";
import { type Counts, formatPercent, type Rates, rates } from "./rates.ts";

/** The script's options that change what is counted. */
export interface ConllevalOptions {
  /** `-d`: the column delimiter (default: one blank). Perl takes a pattern, so a RegExp works too. */
  readonly delimiter?: string | RegExp;
  /** `-r`: tags have no B- or I-, and each word is a chunk of its own. */
  readonly raw?: boolean;
  /** `-o`: the tag that means outside in raw columns (default: `O`). */
  readonly outside?: string;
  /** The file's name, for messages. */
  readonly file?: string;
}

/** What conlleval counts in a file; plain values, safe for JSON. */
interface ConllevalResult {
  readonly tokens: number;
  readonly correctTags: number;
  readonly accuracy: number;
  readonly overall: Counts & Rates;
  /** In the order of the report. */
  readonly perType: readonly ({ readonly label: string } & Counts & Rates)[];
}

/** Counts chunks line by line. */
interface Conlleval {
  add(line: string): void;
  result(): ConllevalResult;
}

interface Tally {
  correct: number;
  predicted: number;
  gold: number;
}

const boundary = "-X-";

/**
 * Counts what the classic conlleval script (Tjong Kim Sang, version 2004-01-26) counts, quirks included, so
 * that our scores are comparable with published ones. Each line holds a word's columns, the last two
 * gold and predicted; an empty line or a first column `-X-` separates sentences. As in the script,
 * `-DOCSTART-` lines are ordinary words, and two columns suffice.
 */
export function createConlleval(options: ConllevalOptions = {}): Conlleval {
  const { delimiter = " ", raw = false, outside = "O", file = "input" } = options;
  if (delimiter === "") throw new UserError("the conlleval delimiter is empty");
  const types = new Map<string, Tally>();
  let columns = 0;
  let line = 0;
  let tokens = 0;
  let correctTags = 0;
  let inCorrect = false;
  let lastGold: ChunkTag = outsideTag;
  let lastPredicted: ChunkTag = outsideTag;

  function tallyOf(type: string): Tally {
    let tally = types.get(type);
    if (tally === undefined) {
      tally = { correct: 0, predicted: 0, gold: 0 };
      types.set(type, tally);
    }
    return tally;
  }

  function tagOf(column: string): ChunkTag {
    if (!raw) return parseChunkTag(column);
    return column === outside || column === "O" ? outsideTag : parseChunkTag(`B-${column}`);
  }

  function advance(gold: ChunkTag, predicted: ChunkTag): void {
    if (inCorrect) {
      const goldEnds = endsChunk(lastGold, gold);
      const predictedEnds = endsChunk(lastPredicted, predicted);
      if (goldEnds && predictedEnds && lastGold.type === lastPredicted.type) {
        inCorrect = false;
        tallyOf(lastGold.type).correct++;
      } else if (goldEnds !== predictedEnds || gold.type !== predicted.type) {
        inCorrect = false;
      }
    }
    const goldStarts = startsChunk(lastGold, gold);
    const predictedStarts = startsChunk(lastPredicted, predicted);
    if (goldStarts && predictedStarts && gold.type === predicted.type) inCorrect = true;
    if (goldStarts) tallyOf(gold.type).gold++;
    if (predictedStarts) tallyOf(predicted.type).predicted++;
    lastGold = gold;
    lastPredicted = predicted;
  }

  return {
    add(text) {
      line++;
      const fields = text.split(delimiter);
      // Perl's split drops empty fields at the end, so a line of blanks counts as empty.
      while (fields.at(-1) === "") fields.pop();
      if (fields.length === 0) return advance(outsideTag, outsideTag);
      if (columns === 0) columns = fields.length;
      if (fields.length !== columns) {
        throw new UserError(
          `unexpected number of features: ${fields.length} where earlier lines have ${columns}, at ${file}:${line}`,
          { hint: "give every line the same number of columns" },
        );
      }
      if (fields[0] === boundary) return advance(outsideTag, outsideTag);
      const [goldColumn, predictedColumn] = fields.slice(-2);
      if (goldColumn === undefined || predictedColumn === undefined) {
        throw new UserError(`unexpected number of features in line "${text}", at ${file}:${line}`, {
          hint: "the last two columns must be the gold and the predicted tag, parted by the delimiter",
        });
      }
      const gold = tagOf(goldColumn);
      const predicted = tagOf(predictedColumn);
      advance(gold, predicted);
      tokens++;
      if (gold.prefix === predicted.prefix && gold.type === predicted.type) correctTags++;
    },

    result() {
      const perType = [...types].map(([label, tally]) => ({
        label,
        ...tally,
        // The script counts a chunk that is right up to the end of the file.
        correct: tally.correct + (inCorrect && label === lastGold.type ? 1 : 0),
      }));
      const sum = (key: keyof Tally) => perType.reduce((total, type) => total + type[key], 0);
      const overall = { correct: sum("correct"), predicted: sum("predicted"), gold: sum("gold") };
      return {
        tokens,
        correctTags,
        accuracy: tokens > 0 ? (100 * correctTags) / tokens : 0,
        overall: { ...overall, ...rates(overall) },
        perType: perType
          .map((type) => ({ ...type, ...rates(type) }))
          .sort((a, b) => compareUtf8(a.label, b.label)),
      };
    },
  };
}

/** What the classic conlleval script prints for these lines, byte for byte. */
export function conlleval(lines: Iterable<string>, options: ConllevalOptions = {}): string {
  const counter = createConlleval(options);
  for (const line of lines) counter.add(line);
  return formatConlleval(counter.result());
}

/** The same for a file that is still being read. */
export async function conllevalLines(
  batches: AsyncIterable<LineBatch>,
  options: ConllevalOptions = {},
): Promise<string> {
  const counter = createConlleval(options);
  for await (const { lines } of batches) for (const line of lines) counter.add(line);
  return formatConlleval(counter.result());
}

/** The script's report. Perl counts bytes, not characters, when it pads the types to 17. */
function formatConlleval({ tokens, accuracy, overall, perType }: ConllevalResult): string {
  const lines = [
    `processed ${tokens} tokens with ${overall.gold} phrases; ` +
      `found: ${overall.predicted} phrases; correct: ${overall.correct}.\n`,
  ];
  if (tokens > 0) lines.push(`accuracy: ${padded(accuracy)}%; ${ratesText(overall)}\n`);

  for (const type of perType) {
    const text = `${" ".repeat(Math.max(0, 17 - utf8(type.label).length))}${type.label}: ${ratesText(type)}  ${type.predicted}\n`;
    lines.push(text);
    // The script's check for duplicates fails on the empty type, which it lists once for gold and once for found.
    if (type.label === "" && type.gold > 0 && type.predicted > 0) lines.push(text);
  }
  return lines.join("");
}

/** The order of Perl's `sort`: by UTF-8 bytes, which is by code point and not by UTF-16 unit. */
function compareUtf8(a: string, b: string): number {
  const [left, right] = [utf8(a), utf8(b)];
  for (const [i, byte] of left.entries()) {
    const other = right[i];
    if (byte !== other) return other === undefined ? 1 : byte - other;
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

/** A chunk tag in its parts: `B-PER` is prefix `B`, type `PER`; `O` has no type. */
interface ChunkTag {
  readonly prefix: string;
  readonly type: string;
}

/** The tag before the first word. */
const outsideTag: ChunkTag = { prefix: "O", type: "" };

// Pairs of adjacent prefixes, the earlier first. No S, and no E before B: the script knows neither.
const endsBetween = new Set(["B B", "B O", "I B", "I O", "E E", "E I", "E O"]);
const startsBetween = new Set(["B B", "I B", "O B", "O I", "E E", "E I", "O E"]);

/**
 * Splits a tag at its first hyphen, so types may contain hyphens. A type `0` counts as no type: it is
 * false in Perl, and the script drops it.
 */
function parseChunkTag(tag: string): ChunkTag {
  const hyphen = tag.indexOf("-");
  if (hyphen < 0) return { prefix: tag, type: "" };
  const type = tag.slice(hyphen + 1);
  return { prefix: tag.slice(0, hyphen), type: type === "0" ? "" : type };
}

/** Whether conlleval ends a chunk between two adjacent words. `[` and `]` are chunks of one word. */
function endsChunk(previous: ChunkTag, current: ChunkTag): boolean {
  const before = previous.prefix;
  return (
    endsBetween.has(`${before} ${current.prefix}`) ||
    (before !== "O" && before !== "." && previous.type !== current.type) ||
    before === "]" ||
    before === "["
  );
}

/** Whether conlleval starts a chunk at the second of two adjacent words. */
function startsChunk(previous: ChunkTag, current: ChunkTag): boolean {
  const here = current.prefix;
  return (
    startsBetween.has(`${previous.prefix} ${here}`) ||
    (here !== "O" && here !== "." && previous.type !== current.type) ||
    here === "[" ||
    here === "]"
  );
}
