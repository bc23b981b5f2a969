import { organisations } from "./names/organisations.ts";
import { people } from "./names/people.ts";
import { places } from "./names/places.ts";
import { products } from "./names/products.ts";
import { foldedWords } from "./split-words.ts";
import { type Part, parseTemplate } from "./template.ts";

/** One entry of a name list: `kind` is the slot it fills, `label` the entity type that makes it. */
export interface DemoName {
  readonly kind: string;
  readonly label: string;
  readonly surface: string;
  /** The words of the surface in small letters, for comparing. */
  readonly words: readonly string[];
  /** The names inside this one, such as the city of a university. */
  readonly inner: readonly { readonly surface: string; readonly label: string }[];
  /** What a slot is replaced by: the name as an entity, after its article if it has one. */
  readonly written: readonly Part[];
}

const lists: readonly (readonly [label: string, byKind: Readonly<Record<string, string>>])[] = [
  ["PER", people],
  ["ORG", organisations],
  ["LOC", places],
  ["PRODUCT", products],
];

/** Every name of the demo corpus, in the order of the lists. A surface that has several kinds comes once for each. */
export const demoNames: readonly DemoName[] = lists.flatMap(([label, byKind]) =>
  Object.entries(byKind).flatMap(([kind, list]) =>
    list.split(",").map((entry) => parseName(entry.trim(), kind, label)),
  ),
);

function parseName(source: string, kind: string, label: string): DemoName {
  const article = source.startsWith("the ") ? "the " : "";
  const { parts } = parseTemplate(source.slice(article.length));
  const inner: { surface: string; label: string }[] = [];
  for (const part of parts) {
    if (part.kind === "entity") inner.push({ surface: plainText(part.parts), label: part.label });
  }
  const surface = plainText(parts);
  const written: Part[] = [{ kind: "entity", label, parts }];
  if (article !== "") written.unshift({ kind: "text", text: article });
  return { kind, label, surface, words: foldedWords(surface), inner, written };
}

function plainText(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if (part.kind === "text") return part.text;
      if (part.kind === "entity") return plainText(part.parts);
      throw new Error(`a name has no ${part.kind}`);
    })
    .join("");
}
