import { expect, test } from "vitest";
import { demoNames } from "./demo-names.ts";
import { demoTemplates, literalWords } from "./demo-templates.ts";
import { fillers } from "./fillers.ts";
import { containsRun, foldedWords } from "./split-words.ts";
import type { Part } from "./template.ts";

const kinds = new Set(demoNames.map((name) => name.kind));

function slots(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    if (part.kind === "slot") return [part.name];
    if (part.kind === "choice") return part.options.flatMap(slots);
    return part.kind === "entity" ? slots(part.parts) : [];
  });
}

test("has at least 120 templates, 25 of them without a name", () => {
  expect(new Set(demoTemplates.map((template) => template.source)).size).toBeGreaterThanOrEqual(120);
  const nameless = demoTemplates.filter(({ parts }) => !slots(parts).some((slot) => kinds.has(slot)));
  expect(nameless.length).toBeGreaterThanOrEqual(25);
  expect(new Set(nameless.map((template) => template.theme))).toEqual(new Set(["plain", "look-alikes"]));
});

test("uses every kind of name and every filler, and no other slot", () => {
  const used = new Set(demoTemplates.flatMap(({ parts }) => slots(parts)));
  expect([...used].sort()).toEqual([...kinds, ...fillers.keys()].sort());
});

test("no template is another with a few words changed", () => {
  // Jaccard index of the words outside slots; short templates are compared with their slots as well.
  const bags = demoTemplates.map(({ id, parts }) => ({
    id,
    words: new Set([...literalWords(parts), ...slots(parts).map((slot) => `{${slot}}`)]),
  }));
  for (const [index, a] of bags.entries()) {
    for (const b of bags.slice(index + 1)) {
      const shared = [...a.words].filter((word) => b.words.has(word)).length;
      const likeness = shared / (a.words.size + b.words.size - shared);
      expect(likeness, `${a.id} and ${b.id}`).toBeLessThan(0.5);
    }
  }
});

test("puts no 'a' or 'an' before a slot that could need the other", () => {
  for (const { source } of demoTemplates) expect(source).not.toMatch(/\ban? \[?\{(?!weekday)/i);
});

test("begins no template with a name that brings its article, nor puts one after 'the'", () => {
  const withArticle = new Set(demoNames.filter((name) => name.written.length > 1).map((name) => name.kind));
  expect(withArticle.size).toBeGreaterThan(0);
  for (const { source } of demoTemplates) {
    for (const kind of withArticle) {
      expect(source).not.toMatch(new RegExp(`^\\{${kind}\\}|\\b[Tt]he \\{${kind}\\}|\\{${kind}\\} [A-Z]`));
    }
  }
});

test("writes no unlabelled name of several words into a sentence", () => {
  const several = demoNames.filter((name) => name.words.length > 1);
  const found: string[] = [];
  for (const { id, source } of demoTemplates) {
    // Slots become a mark, so that no run of words reaches across them.
    const words = foldedWords(source.replace(/\{\w+\}|[<|>]/g, " # "));
    for (const { surface, words: run } of several) {
      if (containsRun(words, run)) found.push(`${surface} in ${id}`);
    }
  }
  expect(found).toEqual([]);
});

/** The words with a capital that stand neither first nor after a full stop or an opening quote, outside entities. */
function innerCapitals(source: string): string[] {
  const outside = source.replace(/\[[^\]]*\][A-Z]+|\{\w+\}/g, "x").replace(/^"?<[^>]*>/, "x");
  return [...outside.matchAll(/(?<=[\p{L}\p{N},:;] <?|[<|])\p{Lu}\p{L}*/gu)].map(([word]) => word);
}

test("a capital inside a sentence is one of a few known words, so that no name hides there", () => {
  expect(
    innerCapitals('<Rain|Snow> in Leeds, <Bath|York> and {city}. "Go to [{city} Zoo]ORG," said Ann.'),
  ).toEqual([...["Leeds", "Bath", "York", "Ann"]]);
  const allowed = new Set(
    `I Mr Ms Mrs Dr May Monday Tuesday Friday April June August Sundays Treasurer President Secretary Annual Spring
     Summer General Meeting PARKING SMOKING ENTRY BETWEEN AND How Prune Plant Move Pear Cherry Fig Tree Talks
     Adds Delivery Rental Racing Fleet Its Near Deal Wheat Visas Rail Link Never Said Would Leave`.split(
      /\s+/,
    ),
  );
  for (const { id, source } of demoTemplates) {
    expect(
      innerCapitals(source).filter((word) => !allowed.has(word)),
      id,
    ).toEqual([]);
  }
});
