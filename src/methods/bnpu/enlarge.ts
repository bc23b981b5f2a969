import type { Entity, Sentence } from "../../data/index.ts";

/**
 * AdaPU: names that join the labels, because they occur often enough and are found as one type everywhere they occur.
 * [BNPU, AdaPU]
 *
 * @param found for each sentence, what is labelled or predicted in it
 * @param from how often a name must occur
 * @returns for each sentence, its occurrences of such names
 */
export function enlarged(
  sentences: readonly Sentence[],
  found: readonly (readonly Entity[])[],
  from: number,
): Entity[][] {
  const nameOf = ({ tokens }: Sentence, start: number, end: number) =>
    tokens.slice(start, end).join("\u0000");
  const names = new Map<string, Map<string, number>>();
  let longest = 0;
  sentences.forEach((sentence, i) => {
    for (const { start, end, label } of found[i]!) {
      const name = nameOf(sentence, start, end);
      const counts = names.get(name) ?? new Map<string, number>();
      counts.set(label, (counts.get(label) ?? 0) + 1);
      names.set(name, counts);
      longest = Math.max(longest, end - start);
    }
  });
  const places = new Map<
    string,
    { readonly sentence: number; readonly start: number; readonly end: number }[]
  >();
  sentences.forEach((sentence, i) => {
    for (let start = 0; start < sentence.tokens.length; start++) {
      for (let end = start + 1; end <= Math.min(sentence.tokens.length, start + longest); end++) {
        const name = nameOf(sentence, start, end);
        if (!names.has(name)) continue;
        const own = places.get(name) ?? [];
        own.push({ sentence: i, start, end });
        places.set(name, own);
      }
    }
  });
  const added: Entity[][] = sentences.map(() => []);
  for (const [name, counts] of names) {
    const own = places.get(name) ?? [];
    const [first, ...others] = counts;
    if (first === undefined || others.length > 0 || own.length < from || first[1] < own.length) continue;
    for (const { sentence, start, end } of own) added[sentence]!.push({ start, end, label: first[0] });
  }
  return added;
}
