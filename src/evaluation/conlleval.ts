import type { LineBatch } from "../data/index.ts";
import { UserError } from "../errors.ts";
import { type ChunkTag, endsChunk, outsideTag, parseChunkTag, startsChunk } from "./chunk-boundary.ts";
import { type ConllevalResult, compareUtf8, formatConlleval } from "./conlleval-report.ts";
import { rates } from "./rates.ts";
/** The script's options that change what is counted. */
export interface ConllevalOptions {
  /** `-d`: what stands between columns; one blank unless told. Perl takes a pattern, so a RegExp is welcome. */
  readonly delimiter?: string | RegExp;
  /** `-r`: tags have no B- or I-, and each word is a chunk of its own. */
  readonly raw?: boolean;
  /** `-o`: the tag that means outside in raw columns; `O` unless told. */
  readonly outside?: string;
  /** The file's name, for messages. */
  readonly file?: string;
}

/** Counts chunks line by line. */
export interface Conlleval {
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
 * Counts what the classic conlleval script (Tjong Kim Sang, version 2004-01-26) counts, oddities included, so
 * that our figures can be set beside published ones. Each line holds a word's columns, the last two
 * gold and predicted; an empty line or a first column `-X-` parts sentences. As in the script,
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
      // Perl's split drops empty fields at the end, and so makes a line of blanks an empty one.
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
      if (fields.length < 2) {
        throw new UserError(`unexpected number of features in line "${text}", at ${file}:${line}`, {
          hint: "the last two columns must be the gold and the predicted tag, parted by the delimiter",
        });
      }
      const gold = tagOf(fields.at(-2)!);
      const predicted = tagOf(fields.at(-1)!);
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
