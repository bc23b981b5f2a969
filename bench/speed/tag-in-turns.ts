import type { Sentence } from "../../src/data/index.ts";
import { createScorer } from "../../src/evaluation/index.ts";
import { Tagger, type TaggerOptions } from "../../src/tagging/index.ts";

/** A model to measure. */
export interface Measured {
  readonly name: string;
  readonly dir: string;
  readonly options?: TaggerOptions;
}

/** How fast and how well it tagged. */
export interface Outcome {
  readonly wordsPerSecond: number;
  /** The same by processor time, which others on the machine do not take. */
  readonly wordsPerProcessorSecond: number;
  /** Percent. */
  readonly f1: number;
}

interface Turns {
  readonly sentences: readonly Sentence[];
  readonly threads: number;
  /** Times that all sentences are tagged. */
  readonly rounds: number;
}

/** Sentences of a turn: so few that all models have nearly the same machine. */
const TURN = 256;

/** Tags the same sentences with several models, by turns, so that a busy machine slows all alike. */
export async function tagInTurns(
  models: readonly Measured[],
  { sentences, threads, rounds }: Turns,
): Promise<Outcome[]> {
  const taggers: Tagger[] = [];
  for (const { dir, options } of models) {
    const tagger = await Tagger.load(dir, { threads, ...options });
    // The first run allocates.
    await tagger.tagSentences(sentences.slice(0, TURN));
    taggers.push(tagger);
  }
  const totals = models.map(() => ({ seconds: 0, processor: 0, scorer: createScorer() }));
  let words = 0;
  for (let round = 0; round < rounds; round++) {
    for (let first = 0; first < sentences.length; first += TURN) {
      const turn = sentences.slice(first, first + TURN);
      words += turn.reduce((sum, { tokens }) => sum + tokens.length, 0);
      for (const [i, tagger] of taggers.entries()) {
        const total = totals[i]!;
        const [since, used] = [performance.now(), process.cpuUsage()];
        const found = await tagger.tagSentences(turn);
        const { user, system } = process.cpuUsage(used);
        total.seconds += (performance.now() - since) / 1000;
        total.processor += (user + system) / 1e6;
        if (round === 0) for (const [at, sentence] of turn.entries()) total.scorer.add(sentence, found[at]!);
      }
    }
  }
  for (const tagger of taggers) await tagger.dispose();
  return totals.map(({ seconds, processor, scorer }) => ({
    wordsPerSecond: words / seconds,
    wordsPerProcessorSecond: words / processor,
    f1: scorer.result().micro.f1,
  }));
}

/** One row of the table that these benches print. */
export function outcomeRow(name: string, { wordsPerSecond, wordsPerProcessorSecond, f1 }: Outcome): string {
  const whole = (value: number) => Math.round(value).toLocaleString("en").padStart(10);
  return `${name.padEnd(24)} ${whole(wordsPerSecond)} ${whole(wordsPerProcessorSecond)}   ${f1.toFixed(2)}`;
}

export const outcomeHead = `${"".padEnd(24)}    words/s  per CPU s      F1`;
