import type { Sentence } from "../../data/index.ts";
import { OUTSIDE, type TagSet } from "../../models/index.ts";
/** Something that may be added to the scores of some tags, the same for every word. */
export interface Dial {
  /** What a user would call it. */
  readonly name: string;
  readonly tags: readonly number[];
  /** Ascending, with 0 among them. */
  readonly values: readonly number[];
}

/** Labels that dev has fewer entities of have no dial of their own: what is best for so few is luck. */
const ENOUGH = 300;

/** How much likelier or less likely a label, or a name of several words, may be made. */
const STEPS = [-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2];

/**
 * What can be set right about a tagger that has learnt from labels that are missing or wrong in some regular way: how easily
 * names are found at all; whether names of several words are; and how easily each label is.
 *
 * @param eases what may be taken off the score of `O`; ascending, with 0 among them
 */
export function tagDials(
  tags: Pick<TagSet, "scheme" | "tags" | "tagsOf">,
  labels: readonly string[],
  dev: readonly Sentence[],
  eases: readonly number[],
): Dial[] {
  const counts = new Map<string, number>();
  for (const { entities } of dev)
    for (const { label } of entities) counts.set(label, (counts.get(label) ?? 0) + 1);
  // Of one label alone the first dial says it all.
  const known = labels.length < 2 ? [] : labels.filter((label) => (counts.get(label) ?? 0) >= ENOUGH);
  const everywhere = labels.flatMap((label) => tags.tagsOf(label));
  const ofLong = tags.scheme === "iob2" ? /^I-/ : /^[BIME]-/;
  return [
    { name: "no name", tags: [OUTSIDE], values: eases.map((ease) => 0 - ease).toReversed() },
    {
      name: "names of several words",
      tags: everywhere.filter((tag) => ofLong.test(tags.tags[tag]!)),
      values: STEPS,
    },
    ...known.map((label) => ({ name: label, tags: tags.tagsOf(label), values: STEPS })),
  ];
}

export interface TurnedDials {
  /** What is to be added to the score of each tag. */
  readonly setting: Float32Array;
  /** Where each dial stands, by its name. */
  readonly turned: readonly (readonly [name: string, value: number])[];
}

/**
 * What is to be added to the score of each tag for the best F1: one dial is turned after another, each to what is best while
 * the others stay, and then all once more. So that no lucky value wins, each counts with those beside it.
 *
 * @param scores F1 for each of several ways to set all tags
 */
export function turnDials(
  dials: readonly Dial[],
  tags: number,
  scores: (settings: readonly Float32Array[]) => readonly number[],
): TurnedDials {
  let setting = new Float32Array(tags);
  const turned = new Array<number>(dials.length).fill(0);
  // The first dial matters most, and what is best for it depends on the others.
  const order = dials.length === 1 ? [0] : [...dials.keys(), ...dials.keys()];
  for (const number of order) {
    const { tags: own, values } = dials[number]!;
    const settings = values.map((value) => {
      const changed = setting.slice();
      for (const tag of own) changed[tag]! += value - turned[number]!;
      return changed;
    });
    const best = bestOf(values, scores(settings), turned[number]!);
    setting = settings[best]!;
    turned[number] = values[best]!;
  }
  return { setting, turned: dials.map(({ name }, number) => [name, turned[number]!] as const) };
}

/** The place of the value with the best score; of equals the one next to where the dial stands. */
function bestOf(values: readonly number[], scores: readonly number[], stands: number): number {
  const smooth = scores.map((own, i) => (scores[Math.max(0, i - 1)]! + 2 * own + (scores[i + 1] ?? own)) / 4);
  const best = Math.max(...smooth);
  const distance = (place: number) => Math.abs(values[place]! - stands);
  return [...values.keys()]
    .filter((place) => smooth[place]! >= best)
    .reduce((least, place) => (distance(place) < distance(least) ? place : least));
}
