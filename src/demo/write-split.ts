import type { Sentence } from "../data/index.ts";
import type { Random } from "../random.ts";
import { ambiguousSurfaces } from "./ambiguous-surfaces.ts";
import { Deck } from "./deck.ts";
import type { DemoName } from "./demo-names.ts";
import { fillers } from "./fillers.ts";
import type { Share, Split } from "./partition.ts";
import { type Fill, render } from "./render.ts";
/** A sentence and the id of the template that made it. */
export interface WrittenSentence {
  readonly template: string;
  readonly sentence: Sentence;
}

/** How often an ambiguous name is in the deck, for once of any other: they are what a demo is for. */
const ambiguousWeight = 3;
const sentencesPerDocument = 5;
/** Draws of one template that all gave a known sentence, after which it is taken to have no more to say. */
const patience = 20;

/** Writes `count` sentences from one split's names and templates, and says which template made each. */
export function writeSplit(
  split: Split,
  { names, templates }: Share,
  count: number,
  random: Random,
): WrittenSentence[] {
  const decks = nameDecks(names, random);
  const written: WrittenSentence[] = [];
  const seen = new Set<string>();
  const spent = new Set<string>();
  const order = new Deck(templates, random);
  while (written.length < count) {
    if (spent.size === templates.length) {
      // Every template has said all it can: from here on sentences come again.
      seen.clear();
      spent.clear();
    }
    const template = order.next();
    if (spent.has(template.id)) continue;
    let tries = 0;
    let made = render(template, nameFill(decks, random), random);
    while (seen.has(made.text!) && ++tries < patience)
      made = render(template, nameFill(decks, random), random);
    if (seen.has(made.text!)) {
      spent.add(template.id);
      continue;
    }
    seen.add(made.text!);
    const doc = `demo-${split}-${Math.floor(written.length / sentencesPerDocument) + 1}`;
    written.push({
      template: template.id,
      sentence: { ...made, completeness: "complete", source: "demo", doc },
    });
  }
  return written;
}

function nameDecks(names: readonly DemoName[], random: Random): Map<string, Deck<DemoName>> {
  const cards = new Map<string, DemoName[]>();
  for (const name of names) {
    const times = ambiguousSurfaces.has(name.surface.toLowerCase()) ? ambiguousWeight : 1;
    const pile = cards.get(name.kind) ?? [];
    for (let i = 0; i < times; i++) pile.push(name);
    cards.set(name.kind, pile);
  }
  return new Map([...cards].map(([kind, pile]) => [kind, new Deck(pile, random)]));
}

/**
 * Fills the slots of one sentence: a name comes at most once with the same label, but "Jordan flew to Jordan"
 * is welcome.
 */
function nameFill(decks: ReadonlyMap<string, Deck<DemoName>>, random: Random): Fill {
  const used = new Set<string>();
  return (slot) => {
    const filler = fillers.get(slot);
    if (filler !== undefined) return [{ kind: "text", text: filler(random) }];
    const deck = decks.get(slot);
    if (deck === undefined) throw new Error(`no names for the slot "{${slot}}"`);
    let name = deck.next();
    for (let draws = 1; used.has(`${name.label} ${name.surface}`); draws++) {
      if (draws > 1000) throw new Error(`too few names for the slots "{${slot}}" of one sentence`);
      name = deck.next();
    }
    used.add(`${name.label} ${name.surface}`);
    return name.written;
  };
}
