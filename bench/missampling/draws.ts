import { type MeanAndSd, meanAndSd } from "../../src/bench/report/mean-and-sd.ts";
import { maskSentence, type Sentence } from "../../src/data/index.ts";
import {
  cleanDrawLowerBound,
  cleanDrawProbability,
  createMissampling,
  drawnShare,
} from "../../src/evaluation/index.ts";
import { Random } from "../../src/random.ts";
import { candidateSpans, uniformNegatives } from "../../src/samplers/index.ts";

/** λ of `uniform`. */
const RATE = 0.35;

/** What uniform draws do at one p, which needs no model. */
export interface UniformDraws {
  readonly p: number;
  /** In percent, over seeds: from all spans, as in the paper, and from those of at most the longest labelled entity. */
  readonly all: MeanAndSd;
  readonly capped: MeanAndSd;
  /** The share of the sentences whose draws have no hidden entity, in percent: counted, and by Eq. 6; for both kinds of candidates. */
  readonly clean: { readonly all: readonly [number, number]; readonly capped: readonly [number, number] };
}

/** Draws once for each sentence and seed. [WNS, Fig. 4] */
export function uniformDraws(sentences: readonly Sentence[], p: number, seeds: number): UniformDraws {
  const kinds = { all: [] as number[], capped: [] as number[] };
  const clean = { all: [0, 0] as [number, number], capped: [0, 0] as [number, number] };
  for (let seed = 1; seed <= seeds; seed++) {
    const random = new Random(seed);
    const masked = sentences.map((sentence) => maskSentence(sentence, p, random));
    const longest = masked.reduce(
      (most, { entities }) => entities.reduce((own, { start, end }) => Math.max(own, end - start), most),
      1,
    );
    for (const kind of ["all", "capped"] as const) {
      const counter = createMissampling();
      let [found, expected] = [0, 0];
      for (const sentence of masked) {
        const { tokens, entities } = sentence;
        const maxWidth = kind === "all" ? Math.max(1, tokens.length) : longest;
        const fits = ({ start, end }: { start: number; end: number }) => end - start <= maxWidth;
        const hidden = (sentence.hidden ?? []).filter(fits);
        const drawn = uniformNegatives(candidateSpans(sentence, maxWidth), RATE, random);
        const own = createMissampling();
        own.add(drawn, hidden);
        counter.add(drawn, hidden);
        if (own.result().missampled === 0) found++;
        expected += cleanDrawProbability({
          words: tokens.length,
          labelled: new Set(entities.filter(fits).map(({ start, end }) => `${start}:${end}`)).size,
          hidden: new Set(hidden.map(({ start, end }) => `${start}:${end}`)).size,
          rate: RATE,
          maxWidth,
        });
      }
      kinds[kind].push(100 * counter.result().rate);
      clean[kind][0] += (100 * found) / masked.length / seeds;
      clean[kind][1] += (100 * expected) / masked.length / seeds;
    }
  }
  return { p, all: meanAndSd(kinds.all)!, capped: meanAndSd(kinds.capped)!, clean };
}

/** What Eq. 11 and 13 say of sentences by length, in percent. */
export function bounds(lengths: readonly number[], maxWidth: number) {
  return lengths.map((words) => ({
    words,
    clean: 100 * cleanDrawLowerBound({ words, rate: RATE }),
    cleanCapped: 100 * cleanDrawLowerBound({ words, rate: RATE, maxWidth }),
    drawn: 100 * drawnShare({ words, entities: Math.floor(Math.sqrt(words)), rate: RATE }),
    drawnCapped: 100 * drawnShare({ words, entities: Math.floor(Math.sqrt(words)), rate: RATE, maxWidth }),
    drawnBound: words > 3 ? Math.min(100, 200 / (words - 3)) : 100,
  }));
}
