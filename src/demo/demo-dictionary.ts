import { Random } from "../random.ts";
import { absentPhrases } from "./absent-phrases.ts";
import { ambiguousSurfaces } from "./ambiguous-surfaces.ts";
import { demoNames } from "./demo-names.ts";

/** How many ambiguous names of each label the dictionary has beyond its third. */
const extraAmbiguous = 12;

/**
 * Makes the dictionary that a user might bring to the demo corpus, label → phrases: about a third of the names
 * of each label whatever their split, some more that are easily mistaken ("May", "Reading"), and some phrases
 * that the corpus never uses. Labelling with it finds some entities, misses most and gets a few wrong.
 */
export function demoDictionary({ seed = 1 }: { readonly seed?: number } = {}): Map<string, string[]> {
  const random = new Random(seed).fork("dictionary");
  const dictionary = new Map<string, string[]>();
  for (const label of new Set(demoNames.map((name) => name.label))) {
    const surfaces = [
      ...new Set(demoNames.filter((name) => name.label === label).map((name) => name.surface)),
    ];
    const shuffled = random.shuffled(surfaces);
    const third = Math.round(shuffled.length / 3);
    const mistakable = shuffled
      .slice(third)
      .filter((surface) => ambiguousSurfaces.has(surface.toLowerCase()));
    const phrases = [
      ...shuffled.slice(0, third),
      ...mistakable.slice(0, extraAmbiguous),
      ...(absentPhrases.get(label) ?? []),
    ];
    // By code unit, so that the order is the same on every machine.
    dictionary.set(label, phrases.sort());
  }
  return dictionary;
}
