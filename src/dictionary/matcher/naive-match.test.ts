import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { overlaps } from "../../data/span.ts";
import { Dictionary } from "../dictionary.ts";
import type { Conflict, SelectionOptions } from "../match-options.ts";
import type { Match } from "./settle-matches.ts";

type Entry = readonly [phrase: string, label: string];

const token = fc.constantFrom("a", "b", "A", "ab", "a b", "-", "a-b", " ", "é", "大", "b大");
const phrase = fc
  .array(fc.constantFrom("a", "b", "A", "ab", "-", " ", "é", "大", "aé"), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(""));
const entry = fc.tuple(phrase, fc.constantFrom("X", "Y", "Z"));
const conflicts: readonly Conflict[] = ["drop", "first", "longest", "keep-both", "drop-tokens"];
const selection: fc.Arbitrary<Required<SelectionOptions>> = fc.record({
  match: fc.constantFrom("longest", "all"),
  conflict: fc.constantFrom(...conflicts),
  perType: fc.boolean(),
  skipAfterMatch: fc.constantFrom(0, 0, 1),
  mergeAdjacent: fc.boolean(),
  minTokens: fc.constantFrom(1, 1, 2),
  maxTokens: fc.constantFrom(2, 3, Number.POSITIVE_INFINITY),
});

describe("agrees with a naive scan", () => {
  for (const [name, hashMask] of [
    ["with good hashes", -1],
    ["with hashes of one bit", 1],
    ["with all hashes the same", 0],
  ] as const) {
    test(name, () => {
      fc.assert(
        fc.property(
          fc.array(entry, { maxLength: 12 }),
          fc.array(fc.array(token, { maxLength: 9 }), { minLength: 1, maxLength: 3 }),
          fc.constantFrom("exact", "fold"),
          fc.constantFrom("words", "tokens"),
          selection,
          (entries, sentences, mode, unit, options) => {
            const dictionary = new Dictionary({ case: mode, unit, ...options }, hashMask);
            for (const [text, label] of entries) dictionary.add(text, label);
            for (const tokens of sentences) {
              const expected = naiveMatch(entries, tokens, mode, unit, options);
              expect(dictionary.match(tokens).map(brief)).toEqual(expected);
            }
          },
        ),
        { numRuns: hashMask === -1 ? 3000 : 500 },
      );
    });
  }

  test("thousands of phrases with hashes of four bits", () => {
    const entries = Array.from({ length: 3000 }, (_, i): Entry => [`w${i % 50} v${i}`, `L${i % 3}`]);
    const dictionary = new Dictionary({ case: "exact" }, 15);
    for (const [text, label] of entries) expect(dictionary.add(text, label)).toBe("added");
    for (const [text, label] of entries.slice(0, 300)) {
      expect(dictionary.match(text.split(" ")).map(brief)).toEqual([`0-2 ${label}`]);
    }
    expect(dictionary.match(["w1", "v2"])).toEqual([]);
    expect(dictionary.match(["w1", "v3000"])).toEqual([]);
  });
});

test("character mode agrees with comparing strings", () => {
  const character = fc.constantFrom("a", "b", "大", " ");
  const text = fc.array(character, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, fc.constantFrom("X", "Y")), { maxLength: 8 }),
      fc.array(character, { maxLength: 10 }),
      (entries, tokens) => {
        const dictionary = new Dictionary({ unit: "characters", match: "all", conflict: "keep-both" });
        for (const [phrase, label] of entries) dictionary.add(phrase, label);
        const expected: string[] = [];
        for (let start = 0; start < tokens.length; start++) {
          for (let end = tokens.length; end > start; end--) {
            const span = tokens.slice(start, end).join("");
            const labelled = (form: (phrase: string) => string) =>
              dictionary.labels.filter((label) =>
                entries.some((one) => one[1] === label && form(one[0].trim()) === span),
              );
            // As it is written, or else without its blanks.
            const asWritten = labelled((phrase) => phrase.replace(/ +/g, " "));
            const labels =
              asWritten.length > 0 ? asWritten : labelled((phrase) => phrase.replaceAll(" ", ""));
            expected.push(...labels.map((label) => brief({ start, end, label })));
          }
        }
        expect(dictionary.match(tokens).map(brief)).toEqual(expected);
      },
    ),
    { numRuns: 1000 },
  );
});

function brief({ start, end, label }: Omit<Match, "entry">): string {
  return `${start}-${end} ${label}`;
}

/** The definitions, word for word, with no thought of speed. */
function naiveMatch(
  entries: readonly Entry[],
  tokens: readonly string[],
  mode: "exact" | "fold",
  unit: "words" | "tokens",
  options: Required<SelectionOptions>,
): string[] {
  const cut = (text: string) => {
    const plain = (mode === "fold" ? text.toLowerCase() : text).normalize("NFC");
    return plain.match(unit === "words" ? /[a-zé]+|[^\s]/gi : /[^\s]+/g) ?? [];
  };
  const ranks = [...new Set(entries.map(([, label]) => label))];
  const rank = (match: Match) => ranks.indexOf(match.label);
  const hits: Match[] = [];
  for (let start = 0; start < tokens.length; start++) {
    for (let end = start + 1; end <= tokens.length; end++) {
      if (cut(tokens[start]!).length === 0 || cut(tokens[end - 1]!).length === 0) continue;
      if (end - start < options.minTokens || end - start > options.maxTokens) continue;
      const text = JSON.stringify(tokens.slice(start, end).flatMap(cut));
      for (const label of ranks) {
        const isListed = entries.some((one) => one[1] === label && JSON.stringify(cut(one[0])) === text);
        if (isListed) hits.push({ start, end, label, entry: 0 });
      }
    }
  }
  let chosen = hits;
  if (options.match === "longest") {
    chosen = options.perType
      ? ranks.flatMap((label) => walk(hits.filter((hit) => hit.label === label)))
      : walk(hits);
  }
  chosen = settle(chosen);
  if (options.mergeAdjacent) chosen = ranks.flatMap((label) => runs(label, chosen));
  return chosen.sort((a, b) => a.start - b.start || b.end - a.end || rank(a) - rank(b)).map(brief);

  // Each maximal run of tokens that hits of the label cover.
  function runs(label: string, from: readonly Match[]): Match[] {
    const found: Match[] = [];
    for (let at = 0; at < tokens.length; at++) {
      if (!from.some((hit) => hit.label === label && hit.start <= at && at < hit.end)) continue;
      const last = found.at(-1);
      if (last?.end === at) found[found.length - 1] = { ...last, end: at + 1 };
      else found.push({ start: at, end: at + 1, label, entry: 0 });
    }
    return found;
  }

  function walk(from: readonly Match[]): Match[] {
    const taken: Match[] = [];
    for (let at = 0; at < tokens.length; ) {
      const here = from.filter((hit) => hit.start === at);
      const end = Math.max(...here.map((hit) => hit.end));
      taken.push(...here.filter((hit) => hit.end === end));
      at = here.length === 0 ? at + 1 : end + options.skipAfterMatch;
    }
    return taken;
  }

  function settle(from: readonly Match[]): Match[] {
    const rivals = (a: Match, b: Match) => a.label !== b.label && overlaps(a, b);
    const width = (match: Match) => match.end - match.start;
    if (options.conflict === "keep-both") return [...from];
    if (options.conflict === "drop") return from.filter((a) => !from.some((b) => rivals(a, b)));
    if (options.conflict === "drop-tokens") {
      const isShared = (at: number) =>
        new Set(from.filter((hit) => hit.start <= at && at < hit.end).map((hit) => hit.label)).size > 1;
      return from.flatMap((hit) => {
        const rests: Match[] = [];
        for (let at = hit.start; at < hit.end; at++) {
          if (isShared(at)) continue;
          const last = rests.at(-1);
          if (last?.end === at) rests[rests.length - 1] = { ...last, end: at + 1 };
          else rests.push({ ...hit, start: at, end: at + 1 });
        }
        return rests;
      });
    }
    const left = [...from];
    const kept: Match[] = [];
    while (left.length > 0) {
      left.sort((a, b) =>
        options.conflict === "first"
          ? rank(a) - rank(b) || a.start - b.start || width(b) - width(a)
          : width(b) - width(a) || a.start - b.start || rank(a) - rank(b),
      );
      const best = left.shift()!;
      if (!kept.some((other) => rivals(best, other))) kept.push(best);
    }
    return kept;
  }
}
