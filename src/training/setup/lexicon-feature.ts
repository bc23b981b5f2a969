import { ReadLog, type Sentence } from "../../data/index.ts";
import { loadWordList, WordList } from "../../dictionary/index.ts";
import { lexiconFeatures, readVectors, type TextKind, type WordFeatures } from "../../encoders/index.ts";
import { UserError } from "../../errors.ts";
import { percentOf } from "../../format.ts";
import type { LexiconChoice } from "../config/features.ts";

/** How often a word must stand in the training text to have a learned vector of its own. */
const LEAST = 2;

/**
 * Makes a word list a feature of characters: reads it, counts its words in the training text, and gives vectors to those
 * that the text has several times, or that have one in a file.
 */
export async function lexiconFeature(
  { path, vectors: file, weights, dim, drop }: LexiconChoice,
  train: readonly Sentence[],
  text: TextKind,
): Promise<{ readonly feature: WordFeatures; readonly notices: readonly string[] }> {
  if (text !== "characters") {
    throw new UserError("`features.lexicon` is for text cut by character, and this text is cut into words", {
      hint: "leave it out, or set features.text to characters if the text is such",
    });
  }
  const log = new ReadLog();
  const listed = await loadWordList(path, log);
  if (weights === "listed" && listed.frequencies === undefined) {
    throw new UserError(`the lexicon "${path}" has no frequencies`, {
      hint: "leave out features.lexicon.weights to count its words in the training text",
    });
  }
  const counts = countWords(listed.words, train);
  const vectors = file === null ? undefined : await readVectors(file, { needed: new Set(listed.words) });
  const inFile = new Map(vectors?.words.map((word, row) => [word, row]));
  if (file !== null && !listed.words.some((word) => inFile.has(word))) {
    throw new UserError(`no word of the lexicon "${path}" has a vector in "${file}"`);
  }
  const places = listed.words.map((_, place) => place);
  const isOwn = (place: number) =>
    vectors === undefined ? counts.all[place]! >= LEAST : inFile.has(listed.words[place]!);
  const inOrder = (some: number[]) => some.sort((a, b) => (listed.words[a]! < listed.words[b]! ? -1 : 1));
  const own = inOrder(places.filter(isOwn));
  const order = [...own, ...inOrder(places.filter((place) => !isOwn(place)))];
  const frequency = (place: number) => {
    if (weights === "equal") return 1;
    // Every word can occur.
    return 1 + (weights === "listed" ? listed.frequencies![place]! : counts.uncovered[place]!);
  };
  const feature = lexiconFeatures(
    {
      words: order.map((place) => listed.words[place]!),
      frequencies: Float32Array.from(order, frequency),
      rows: own.length,
      ...(vectors && {
        vectors: {
          dim: vectors.dim,
          values: rowsOf(
            vectors,
            own.map((place) => inFile.get(listed.words[place]!)!),
          ),
        },
      }),
    },
    { dim, drop },
  );
  const shown = (count: number) => count.toLocaleString("en");
  return {
    feature,
    notices: [
      `lexicon "${path}": ${shown(order.length)} words, ${shown(own.length)} with a vector of their own; ${percentOf(counts.tokensInWords, counts.tokens)} of the characters are part of longer words`,
      ...[...log.counts].map(([reason, times]) => `lexicon "${path}": ${times} × ${reason}, left out`),
    ],
  };
}

function rowsOf(
  { dim, values }: { readonly dim: number; readonly values: Float32Array },
  rows: readonly number[],
): Float32Array {
  const taken = new Float32Array(rows.length * dim);
  for (const [i, row] of rows.entries()) taken.set(values.subarray(row * dim, (row + 1) * dim), i * dim);
  return taken;
}

/**
 * How often each word stands in a text, and how often it does so without being part of a longer one: so `下` does not count
 * for every `天下`. [SOFTLEXICON, frequencies]
 */
function countWords(words: readonly string[], train: readonly Sentence[]) {
  const list = new WordList(words);
  const all = new Uint32Array(words.length);
  const uncovered = new Uint32Array(words.length);
  let tokens = 0;
  let tokensInWords = 0;
  for (const { tokens: sentence } of train) {
    tokens += sentence.length;
    /** The farthest end of words that began before the one at hand, and of those that begin with it. */
    let reached = 0;
    for (const group of byStart(list.find(sentence))) {
      const { start, end: longest } = group.at(-1)!;
      for (const { word, end } of group) {
        all[word]!++;
        if (end > reached && end === longest) uncovered[word]!++;
      }
      if (longest - start > 1) tokensInWords += Math.max(0, longest - Math.max(start, reached));
      reached = longest - start > 1 ? Math.max(reached, longest) : reached;
    }
  }
  return { all, uncovered, tokens, tokensInWords };
}

/** Words that begin with one token, the longest last. */
function byStart<T extends { readonly start: number }>(found: readonly T[]): T[][] {
  const groups: T[][] = [];
  for (const one of found) {
    const last = groups.at(-1);
    if (last?.[0]?.start === one.start) last.push(one);
    else groups.push([one]);
  }
  return groups;
}
