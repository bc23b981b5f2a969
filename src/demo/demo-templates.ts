import { foldedWords } from "./split-words.ts";
import { type Part, parseTemplate, type Template } from "./template.ts";
import { ambiguous } from "./templates/ambiguous.ts";
import { business } from "./templates/business.ts";
import { culture } from "./templates/culture.ts";
import { everyday } from "./templates/everyday.ts";
import { headlines } from "./templates/headlines.ts";
import { lookAlikes } from "./templates/look-alikes.ts";
import { nested } from "./templates/nested.ts";
import { news } from "./templates/news.ts";
import { plain } from "./templates/plain.ts";
import { science } from "./templates/science.ts";
import { shop } from "./templates/shop.ts";
import { sport } from "./templates/sport.ts";
import { tech } from "./templates/tech.ts";
import { travel } from "./templates/travel.ts";

export interface DemoTemplate extends Template {
  /** Theme and line, as in `sport-3`. */
  readonly id: string;
  readonly theme: string;
  readonly source: string;
}

const themes: readonly (readonly [theme: string, lines: string])[] = [
  ["news", news],
  ["business", business],
  ["shop", shop],
  ["tech", tech],
  ["science", science],
  ["sport", sport],
  ["travel", travel],
  ["everyday", everyday],
  ["culture", culture],
  ["headlines", headlines],
  ["nested", nested],
  ["ambiguous", ambiguous],
  ["plain", plain],
  ["look-alikes", lookAlikes],
];

/** Every sentence pattern of the demo corpus, one per line of the theme files. */
export const demoTemplates: readonly DemoTemplate[] = themes.flatMap(([theme, lines]) =>
  lines
    .trim()
    .split("\n")
    .map((source, index) => ({ ...parseTemplate(source), id: `${theme}-${index + 1}`, theme, source })),
);

/** The words that a template can write by itself, outside its slots, in small letters. */
export function literalWords(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    if (part.kind === "text") return foldedWords(part.text);
    if (part.kind === "choice") return part.options.flatMap(literalWords);
    return part.kind === "entity" ? literalWords(part.parts) : [];
  });
}
