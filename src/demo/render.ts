import type { Sentence } from "../data/index.ts";
import { compareEntities, type Entity } from "../data/index.ts";
import type { Random } from "../random.ts";
import { splitWords } from "./split-words.ts";
import type { LetterCase, Part, Template } from "./template.ts";
/** Gives what stands in a slot: plain text, or a name as an `entity`. */
export type Fill = (slot: string) => readonly Part[];

/** A text and the entities in it, in UTF-16 units. */
interface Drawn {
  text: string;
  readonly entities: Entity[];
}

/** Makes one sentence of a template: choices are drawn from `random`, slots are filled by `fill`. */
export function render(
  template: Template,
  fill: Fill,
  random: Random,
): Pick<Sentence, "tokens" | "entities" | "offsets" | "text"> {
  const drawn: Drawn = { text: "", entities: [] };
  draw(template.parts, template.letterCase, fill, random, drawn);
  const { text } = drawn;
  const offsets = splitWords(text);
  const starts = new Map(offsets.map(([start], index) => [start, index]));
  const ends = new Map(offsets.map(([, end], index) => [end, index + 1]));
  const entities = drawn.entities.map((entity): Entity => {
    const start = starts.get(entity.start);
    const end = ends.get(entity.end);
    if (start === undefined || end === undefined) {
      throw new Error(`"${text.slice(entity.start, entity.end)}" is not a run of whole words in "${text}"`);
    }
    return { start, end, label: entity.label };
  });
  return {
    tokens: offsets.map(([start, end]) => text.slice(start, end)),
    entities: entities.sort(compareEntities),
    text,
    offsets,
  };
}

function draw(
  parts: readonly Part[],
  letterCase: LetterCase,
  fill: Fill,
  random: Random,
  drawn: Drawn,
): void {
  for (const part of parts) {
    switch (part.kind) {
      case "text":
        // The case is changed here, piece by piece, because it may change lengths: offsets are taken afterwards.
        drawn.text += cased(part.text, letterCase);
        break;
      case "slot":
        draw(fill(part.name), letterCase, fill, random, drawn);
        break;
      case "choice":
        draw(random.pick(part.options), letterCase, fill, random, drawn);
        break;
      case "entity": {
        const start = drawn.text.length;
        draw(part.parts, letterCase, fill, random, drawn);
        drawn.entities.push({ start, end: drawn.text.length, label: part.label });
        break;
      }
    }
  }
}

function cased(text: string, letterCase: LetterCase): string {
  if (letterCase === "upper") return text.toUpperCase();
  return letterCase === "lower" ? text.toLowerCase() : text;
}
