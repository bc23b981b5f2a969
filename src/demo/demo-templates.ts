import { foldedWords } from "./split-words.ts";
import { type Part, parseTemplate, type Template } from "./template.ts";
import { templates } from "./templates.ts";

export interface DemoTemplate extends Template {
  /** Theme and line, as in `sport-3`. */
  readonly id: string;
  readonly theme: string;
  readonly source: string;
}

/** Every sentence pattern of the demo corpus, parsed. */
export const demoTemplates: readonly DemoTemplate[] = Object.entries(templates).flatMap(([theme, lines]) =>
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
