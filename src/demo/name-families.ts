import { type DemoName, demoNames } from "./demo-names.ts";
import { foldedWords } from "./split-words.ts";

/**
 * The names in families that must stay in one split: two names belong together when one contains the other
 * word for word, whatever their labels. So "Leeds", "University of Leeds" and "Leeds United" are one family,
 * and so are Paris and Paris Hilton; a sentence about one can never give another split's name away.
 */
export const nameFamilies: readonly (readonly DemoName[])[] = findFamilies();

function findFamilies(): DemoName[][] {
  const leader = new Map<string, string>();
  const find = (surface: string): string => {
    const next = leader.get(surface) ?? surface;
    return next === surface ? surface : find(next);
  };
  const surfaces = new Map(
    demoNames.flatMap(({ surface, inner }) =>
      [surface, ...inner.map((n) => n.surface)].map((s) => [key(s), foldedWords(s)]),
    ),
  );
  for (const surface of surfaces.keys()) leader.set(surface, surface);
  for (const [surface, words] of surfaces) {
    for (let start = 0; start < words.length; start++) {
      for (let end = start + 1; end <= words.length; end++) {
        const part = words.slice(start, end).join(" ");
        if (surfaces.has(part)) leader.set(find(part), find(surface));
      }
    }
  }
  const families = new Map<string, DemoName[]>();
  for (const name of demoNames) {
    const head = find(key(name.surface));
    const family = families.get(head);
    if (family === undefined) families.set(head, [name]);
    else family.push(name);
  }
  return [...families.values()];
}

function key(surface: string): string {
  return foldedWords(surface).join(" ");
}
