import type { Sentence } from "../../data/index.ts";
import { entryAt, zip } from "../../entries.ts";
import { OUTSIDE, type TagSet } from "../../models/index.ts";

/** A bias on the logits of some tags, the same for every word. */
interface LogitBias {
  /** What a user would call it. */
  readonly name: string;
  readonly tags: readonly number[];
  /** The values that are tried: ascending, with 0 among them. */
  readonly grid: readonly number[];
}

/** Labels that dev has fewer entities of have no bias of their own: what is best for so few is luck. */
const ENOUGH = 300;

/** How much likelier or less likely a label, or a name of several words, may be made. */
const LABEL_GRID = [-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2];

/**
 * The biases that can correct a tagger trained on labels that are missing or wrong in some regular way: of `O`, of names of
 * several words, and of each label.
 *
 * @param oGrid what may be subtracted from the logit of `O`; ascending, with 0 among them
 */
export function tagBiases(
  tags: Pick<TagSet, "scheme" | "tags" | "tagsOf">,
  labels: readonly string[],
  dev: readonly Sentence[],
  oGrid: readonly number[],
): LogitBias[] {
  const counts = new Map<string, number>();
  for (const { entities } of dev)
    for (const { label } of entities) counts.set(label, (counts.get(label) ?? 0) + 1);
  // With a single label, the bias of `O` says it all.
  const known = labels.length < 2 ? [] : labels.filter((label) => (counts.get(label) ?? 0) >= ENOUGH);
  const everywhere = labels.flatMap((label) => tags.tagsOf(label));
  const ofLong = tags.scheme === "iob2" ? /^I-/ : /^[BIE]-/;
  return [
    { name: "no name", tags: [OUTSIDE], grid: oGrid.map((value) => 0 - value).toReversed() },
    {
      name: "names of several words",
      tags: everywhere.filter((tag) => ofLong.test(entryAt(tags.tags, tag))),
      grid: LABEL_GRID,
    },
    ...known.map((label) => ({ name: label, tags: tags.tagsOf(label), grid: LABEL_GRID })),
  ];
}

export interface FittedBiases {
  /** What is to be added to the logit of each tag. */
  readonly biases: Float32Array;
  /** The value of each bias, by its name. */
  readonly values: readonly (readonly [name: string, value: number])[];
}

/**
 * Fits biases for the best F1 by coordinate ascent: one after another, each over its grid while the others stay, and then
 * all once more. Scores are smoothed over neighbouring values, so that no lucky one wins.
 *
 * @param scores F1 for each of several settings of all tags
 */
export function fitLogitBiases(
  biases: readonly LogitBias[],
  tags: number,
  scores: (settings: readonly Float32Array[]) => readonly number[],
): FittedBiases {
  let fitted = new Float32Array(tags);
  const chosen = biases.map((bias) => ({ ...bias, value: 0 }));
  // The first matters most, and what is best for it depends on the others.
  for (const bias of chosen.length === 1 ? chosen : [...chosen, ...chosen]) {
    const settings = bias.grid.map((value) => {
      const changed = fitted.slice();
      for (const tag of bias.tags) changed[tag]! += value - bias.value;
      return changed;
    });
    const best = bestOf(bias.grid, scores(settings), bias.value);
    fitted = entryAt(settings, best);
    bias.value = entryAt(bias.grid, best);
  }
  return { biases: fitted, values: chosen.map(({ name, value }) => [name, value] as const) };
}

/** The place of the value with the best score; of equals the one next to the current value. */
function bestOf(values: readonly number[], scores: readonly number[], current: number): number {
  const smooth = scores.map((own, i) => ((scores[i - 1] ?? own) + 2 * own + (scores[i + 1] ?? own)) / 4);
  const best = Math.max(...smooth);
  const { place } = zip(values, smooth)
    .map(([value, score], place) => ({ score, place, distance: Math.abs(value - current) }))
    .filter(({ score }) => score >= best)
    .reduce((least, other) => (other.distance < least.distance ? other : least));
  return place;
}
