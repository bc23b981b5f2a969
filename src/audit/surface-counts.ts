import type { Sentence } from "../data/index.ts";
import { entityKey, type Span } from "../data/index.ts";
/** How often words are labelled so, and how often they occur, the place asked about not counted. */
export interface SurfaceCount {
  readonly labelled: number;
  readonly occurrences: number;
}

/** A place in the data that is asked about. */
export interface SurfacePlace extends Span {
  readonly sentence: number;
  readonly label: string;
}

interface Surface {
  readonly words: readonly string[];
  /** Every place where the words occur. */
  readonly places: { readonly sentence: number; readonly start: number }[];
}

/**
 * Counts where the words of some places occur elsewhere in the data, token by token and with the same letters, and how
 * often they carry the label there.
 */
export function surfaceCounts(
  sentences: readonly Pick<Sentence, "tokens" | "entities">[],
  asked: readonly SurfacePlace[],
): SurfaceCount[] {
  const surfaces = new Map<string, Surface>();
  const byFirst = new Map<string, Surface[]>();
  const surfaceOf = asked.map(({ sentence, start, end }) => {
    const words = sentences[sentence]!.tokens.slice(start, end);
    // As JSON, since a token may hold any character.
    const key = JSON.stringify(words);
    const known = surfaces.get(key);
    if (known !== undefined) return known;
    const surface: Surface = { words, places: [] };
    surfaces.set(key, surface);
    const list = byFirst.get(words[0]!);
    if (list === undefined) byFirst.set(words[0]!, [surface]);
    else list.push(surface);
    return surface;
  });
  for (const [sentence, { tokens }] of sentences.entries()) {
    for (const [start, token] of tokens.entries()) {
      for (const { words, places } of byFirst.get(token) ?? []) {
        if (words.every((word, i) => tokens[start + i] === word)) places.push({ sentence, start });
      }
    }
  }
  const labels = new Map<number, ReadonlySet<string>>();
  const labelledIn = (sentence: number) => {
    const known = labels.get(sentence) ?? new Set(sentences[sentence]!.entities.map(entityKey));
    labels.set(sentence, known);
    return known;
  };
  const memory = new Map<Surface, Map<string, number>>();
  const labelledOf = (surface: Surface, label: string) => {
    const own = memory.get(surface) ?? new Map<string, number>();
    memory.set(surface, own);
    const known = own.get(label);
    if (known !== undefined) return known;
    const width = surface.words.length;
    const count = surface.places.filter(({ sentence, start }) =>
      labelledIn(sentence).has(entityKey({ start, end: start + width, label })),
    ).length;
    own.set(label, count);
    return count;
  };
  return asked.map((place, i) => {
    const surface = surfaceOf[i]!;
    const isLabelledHere = labelledIn(place.sentence).has(entityKey(place));
    return {
      labelled: labelledOf(surface, place.label) - Number(isLabelledHere),
      occurrences: surface.places.length - 1,
    };
  });
}
