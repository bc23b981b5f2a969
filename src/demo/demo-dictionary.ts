import { Random } from "../random.ts";
import { ambiguousSurfaces } from "./ambiguous-surfaces.ts";
import { demoNames } from "./demo-names.ts";

/** What a real dictionary also holds: phrases of each label that the demo corpus never uses. */
export const absentPhrases: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    PER: `
      Ottoline Greaves, Percival Nutt, Yevgenia Tarkhova, Baltasar Ibarra, Xiomara Peñalosa, Ulf Tegner,
      Quentin Abbotsleigh, Damaris Ekström, Ignatius Mbeki-Rowe, Rahel Zollinger, Fumiko Arakawa, Teodor Vasilev,
      Perpetua Onslow, Sundar Krishnamoorthy, Wilhelmina Stroud
    `,
    ORG: `
      Vodafone, Deutsche Bahn, Mitsubishi, Caterpillar, Sheffield Wednesday, Partizan, World Wildlife Fund, Tufts,
      Howard University, Le Figaro, Court of Auditors, Otterburn Mills, Pelham & Crouch, Glendower Wines, Sabena
    `,
    LOC: `
      Winnipeg, Ulaanbaatar, Antananarivo, Paraguay, Eritrea, Turkmenistan, Saskatchewan, Bohemia, Limpopo, Dnieper,
      Lake Chapala, Mount Ararat, Piccadilly, Alexanderplatz, Oberon
    `,
    PRODUCT: `
      Motorola Razr, Palm Pilot, Zune, Trabant, Lada Niva, Lotus Notes, Netscape Navigator, Boggle, Pictionary,
      Pepto-Bismol, Dr Oetker Ristorante, Bakelite Radio, Hoover Junior, Sinclair C5, Walnut Whip
    `,
  }).map(([label, phrases]) => [label, phrases.split(",").map((phrase) => phrase.trim())]),
);

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
