import { demoNames } from "./demo-names.ts";
import { demoTemplates, literalWords } from "./demo-templates.ts";

/**
 * The surfaces (in small letters) that do not say by themselves what they are: names of more than one label,
 * such as "Jordan", and names that are also ordinary words of some sentence, such as "May" and "Reading".
 */
export const ambiguousSurfaces: ReadonlySet<string> = findAmbiguous();

function findAmbiguous(): Set<string> {
  const ordinary = new Set(demoTemplates.flatMap(({ parts }) => literalWords(parts)));
  const labels = new Map<string, string>();
  const found = new Set<string>();
  for (const { surface, words, label } of demoNames) {
    const key = surface.toLowerCase();
    if (words.length === 1 && ordinary.has(key)) found.add(key);
    if ((labels.get(key) ?? label) !== label) found.add(key);
    labels.set(key, label);
  }
  return found;
}
