import type { Sentence } from "../data/index.ts";
import type { SentenceJudge } from "./sentence-judge.ts";

/**
 * How easily a tagger should find entities: what is to be taken off the score of `O` for the best F1 on sentences with all of
 * their labels. So that no lucky value wins, each counts with those beside it.
 *
 * @param eases ascending, with 0 among them; of equals the one next to 0 is taken
 */
export async function chooseEase(
  judge: Pick<SentenceJudge, "scores">,
  sentences: readonly Sentence[],
  eases: readonly number[],
): Promise<number> {
  if (sentences.length === 0) return 0;
  const scores = await judge.scores(sentences, eases);
  const smooth = scores.map((own, i) => (scores[Math.max(0, i - 1)]! + 2 * own + (scores[i + 1] ?? own)) / 4);
  const best = Math.max(...smooth);
  return eases
    .filter((_, i) => smooth[i]! >= best)
    .reduce((least, ease) => (Math.abs(ease) < Math.abs(least) ? ease : least));
}
