import { describe, expect, test } from "vitest";
import { UserError } from "../errors.ts";
import { buildDictionary, Dictionary } from "./dictionary.ts";
import { type CaseMode, caseModes, type MatchOptions } from "./match-options.ts";

type Entry = readonly [phrase: string, label: string];

/** "start-end label phrase" for each match. */
function show(entries: readonly Entry[], tokens: readonly string[], options: MatchOptions = {}): string[] {
  const dictionary = buildDictionary(entries, options);
  return dictionary
    .match(tokens)
    .map(({ start, end, label, entry }) => `${start}-${end} ${label} ${dictionary.phrase(entry)}`);
}

const words = (text: string) => text.split(" ");

describe("token boundaries", () => {
  test("a phrase matches however the text was tokenised", () => {
    const entries: Entry[] = [["Parkinson's disease", "D"]];
    expect(show(entries, ["Parkinson", "'", "s", "disease"])).toEqual(["0-4 D Parkinson's disease"]);
    expect(show(entries, ["Parkinson's", "disease"])).toEqual(["0-2 D Parkinson's disease"]);
    expect(show(entries, ["Parkinson", "'s", "disease"])).toEqual(["0-3 D Parkinson's disease"]);
    expect(show([["Parkinson 's disease", "D"]], ["Parkinson's", "disease"])).toHaveLength(1);
  });

  test("a match never begins or ends within a token", () => {
    expect(show([["New York", "LOC"]], ["New", "York-based"])).toEqual([]);
    expect(show([["York", "LOC"]], ["New-York"])).toEqual([]);
    expect(show([["York", "LOC"]], ["Yorkshire"])).toEqual([]);
    expect(show([["New York", "LOC"]], ["NewYork"])).toEqual([]);
  });

  test("tokens with blanks, and tokens of nothing but blanks", () => {
    expect(show([["New York", "LOC"]], ["in", "New York", "now"])).toEqual(["1-2 LOC New York"]);
    expect(show([["New York", "LOC"]], ["New", "\u00a0", "York", " "])).toEqual(["0-3 LOC New York"]);
    expect(show([["New York", "LOC"]], ["New\u2028York"])).toEqual(["0-1 LOC New York"]);
    expect(show([["a", "X"]], ["", " ", "a", ""])).toEqual(["2-3 X a"]);
    expect(show([["\u200bNew\u200bYork \u0085", "LOC"]], ["New", "York"])).toEqual(["0-2 LOC New\u200bYork"]);
  });

  test("unit tokens wants the phrase's words to be the tokens", () => {
    const entries: Entry[] = [["5-HT", "C"]];
    expect(show(entries, ["5", "-", "HT"], { unit: "tokens" })).toEqual([]);
    expect(show(entries, ["5-HT"], { unit: "tokens" })).toEqual(["0-1 C 5-HT"]);
    expect(show(entries, ["5", "-", "HT"])).toEqual(["0-3 C 5-HT"]);
  });

  test("Han characters stand alone even in word mode", () => {
    expect(show([["大米", "cp"]], ["大", "米", "粥"])).toEqual(["0-2 cp 大米"]);
    expect(show([["大米", "cp"]], ["大米", "粥"])).toEqual(["0-1 cp 大米"]);
  });
});

describe("character mode", () => {
  const sample = [[..."25kg大米多少钱"]];

  test("is found from a sample", () => {
    const dictionary = buildDictionary([["25kg", "gg"]], { sample });
    expect(dictionary.unit).toBe("characters");
    expect(dictionary.match([..."买25kg大米"])).toEqual([{ start: 1, end: 5, label: "gg", entry: 0 }]);
    expect(buildDictionary([["25kg", "gg"]]).unit).toBe("words");
  });

  test("a blank in the text keeps characters apart, a blank in the phrase may be missing in the text", () => {
    expect(show([["大米", "cp"]], ["大", " ", "米"], { unit: "characters" })).toEqual([]);
    expect(show([["oral b", "pp"]], [..."买oral b"], { unit: "characters" })).toEqual(["1-7 pp oral b"]);
    expect(show([["oral b", "pp"]], [..."买oralb"], { unit: "characters" })).toEqual(["1-6 pp oral b"]);
  });

  test("emoji and other characters beyond 16 bits are one character", () => {
    expect(show([["𠮷野家", "ORG"]], [..."去𠮷野家"])).toEqual(["1-4 ORG 𠮷野家"]);
    expect(show([["😀", "E"]], [..."a😀b"], { unit: "characters" })).toEqual(["1-2 E 😀"]);
  });
});

describe("normalisation", () => {
  const composed = "café";
  const decomposed = "cafe\u0301";

  test("nfc makes composed and decomposed accents the same", () => {
    expect(show([[composed, "X"]], [decomposed])).toHaveLength(1);
    expect(show([[decomposed, "X"]], [composed])).toHaveLength(1);
    expect(show([[composed, "X"]], [decomposed], { normalisation: "none" })).toEqual([]);
    expect(show([[composed, "X"]], ["cafe"])).toEqual([]);
  });

  test("an accent in a token of its own still belongs to its letter", () => {
    expect(show([[composed, "X"]], [...decomposed], { unit: "characters" })).toEqual(["0-5 X café"]);
    // The match may not end between the letter and its accent.
    expect(show([["cafe", "X"]], [composed], { unit: "characters" })).toEqual([]);
  });

  test("nfkc also takes full-width letters and ligatures", () => {
    expect(show([["file A1", "X"]], ["ﬁle", "Ａ１"], { normalisation: "nfkc" })).toHaveLength(1);
    expect(show([["file A1", "X"]], ["ﬁle", "Ａ１"])).toEqual([]);
  });

  test("unpaired surrogates equal only themselves", () => {
    expect(show([["\ud800", "X"]], ["\ud800"], { unit: "characters" })).toHaveLength(1);
    expect(show([["\ud800", "X"]], ["\ufffd"], { unit: "characters" })).toEqual([]);
    expect(show([["\ud800", "X"]], ["\ud801"], { unit: "characters" })).toEqual([]);
  });
});

describe("case", () => {
  test("exact, fold and smart", () => {
    const hits = (mode: CaseMode, phrase: string, texts: string[]) =>
      texts.filter((text) => show([[phrase, "X"]], words(text), { case: mode }).length === 1);
    const texts = ["new york", "New york", "New York", "NEW YORK", "nEW york"];
    expect(hits("exact", "New York", texts)).toEqual(["New York"]);
    expect(hits("fold", "New York", texts)).toEqual(texts);
    expect(hits("smart", "New York", texts)).toEqual(["New York", "NEW YORK"]);
    expect(hits("smart", "new york", texts)).toEqual(["new york", "New york", "New York", "NEW YORK"]);
    expect(hits("smart", "NEW YORK", texts)).toEqual(["New York", "NEW YORK"]);
    expect(hits("smart", "WHO", ["who", "Who", "WHO"])).toEqual(["WHO"]);
    expect(hits("heading", "New York", texts)).toEqual(["new york", "New york", "New York", "NEW YORK"]);
    expect(hits("heading", "WHO", ["who", "Who", "WHO"])).toEqual(["WHO"]);
    expect(hits("smart", "Café", ["café", "Café", "CAFÉ"])).toEqual(["Café", "CAFÉ"]);
  });

  test("folding knows sharp s and the final sigma", () => {
    expect(show([["Straße", "X"]], ["STRASSE"], { case: "fold" })).toHaveLength(1);
    expect(show([["ὈΔΟΣ", "X"]], ["ὀδος"], { case: "fold" })).toHaveLength(1);
  });

  test("smart tells spellings of one word apart by their labels", () => {
    const entries: Entry[] = [
      ["US", "LOC"],
      ["us", "PRON"],
    ];
    expect(show(entries, ["us", "Us"], { case: "smart" })).toEqual(["0-1 PRON us", "1-2 PRON us"]);
    // "US" is both the acronym and "us" in capitals: ambiguous, so dropped, or the first.
    expect(show(entries, ["US"], { case: "smart" })).toEqual([]);
    expect(show(entries, ["US"], { case: "smart", conflict: "first" })).toEqual(["0-1 LOC US"]);
  });
});

describe("plural", () => {
  test("matches the regular plural and the singular of the last word", () => {
    const entries: Entry[] = [
      ["cancer drug", "C"],
      ["heart attacks", "D"],
      ["gene therapy", "T"],
      ["HIT", "D"],
    ];
    const found = (text: string, mode: "exact" | "smart" = "smart") =>
      show(entries, words(text), { plural: true, case: mode });
    expect(found("cancer drugs")).toEqual(["0-2 C cancer drug"]);
    expect(found("cancers drug")).toEqual([]);
    expect(found("a heart attack")).toEqual(["1-3 D heart attacks"]);
    expect(found("Gene Therapies")).toEqual(["0-2 T gene therapy"]);
    expect(found("HITs hits")).toEqual(["0-1 D HIT"]);
    expect(found("HITs HITS", "exact")).toEqual(["0-1 D HIT"]);
    expect(show(entries, words("cancer drugs"))).toEqual([]);
  });

  test("a phrase that is written in the dictionary wins over another one's plural", () => {
    const entries: Entry[] = [
      ["glass", "MATERIAL"],
      ["glasses", "PRODUCT"],
    ];
    expect(show(entries, words("glasses glass"), { plural: true })).toEqual([
      "0-1 PRODUCT glasses",
      "1-2 MATERIAL glass",
    ]);
  });
});

describe("what is left out", () => {
  test("the stop list, found by the same rules as phrases", () => {
    const entries: Entry[] = [
      ["may", "X"],
      ["May Day", "X"],
    ];
    const options = { stop: ["may"] };
    expect(show(entries, words("may May MAY"), options)).toEqual([]);
    expect(show(entries, words("May Day"), options)).toEqual(["0-2 X May Day"]);
    expect(show(entries, words("may May"), { stop: ["May"], case: "smart" })).toEqual(["0-1 X may"]);
    const dictionary = buildDictionary(entries, options);
    expect(dictionary.size).toBe(2);
    expect(dictionary.labels).toEqual(["X"]);
  });

  test("where the longest phrase is stopped, a shorter one counts", () => {
    const entries: Entry[] = [
      ["a b", "X"],
      ["a", "X"],
    ];
    expect(show(entries, words("a b"), { stop: ["a b"] })).toEqual(["0-1 X a"]);
  });

  test("short phrases and short or long hits", () => {
    const entries: Entry[] = [
      ["a b", "X"],
      ["a b c", "Y"],
      ["𠮷", "Z"],
    ];
    expect(show(entries, words("a b c 𠮷"), { minCharacters: 3 })).toEqual(["0-3 Y a b c"]);
    expect(show(entries, words("a b c 𠮷"), { minTokens: 2 })).toEqual(["0-3 Y a b c"]);
    expect(show(entries, words("a b c 𠮷"), { maxTokens: 2 })).toEqual(["0-2 X a b", "3-4 Z 𠮷"]);
    expect(new Dictionary({ minCharacters: 2 }).add("𠮷", "Z")).toBe("short");
  });

  test("what cannot be added is said", () => {
    const dictionary = new Dictionary();
    expect(["x", " x ", "X", "", " \u00a0 "].map((phrase) => dictionary.add(phrase, "A"))).toEqual([
      "added",
      "duplicate",
      "added", // with `smart`, another spelling is another phrase
      "empty",
      "empty",
    ]);
    expect(dictionary.add("y", "")).toBe("unlabelled");
    expect(new Dictionary({ case: "fold" }).close().size).toBe(0);
    dictionary.close();
    expect(() => dictionary.add("z", "A")).toThrow("no more phrases");
  });
});

test("labels may have the names of object members", () => {
  const entries: Entry[] = [
    ["a", "__proto__"],
    ["b", "constructor"],
    ["b", "__proto__"],
  ];
  expect(show(entries, words("a b"), { conflict: "first" })).toEqual(["0-1 __proto__ a", "1-2 __proto__ b"]);
  expect(buildDictionary(entries).ambiguous()).toEqual({
    count: 1,
    first: [{ phrase: "b", labels: ["constructor", "__proto__"] }],
  });
});

test("a wrong option is named with its choices", () => {
  const wrong = { conflict: "both" } as unknown as MatchOptions;
  expect(() => new Dictionary(wrong)).toThrow(
    new UserError('dictionary option "conflict" cannot be "both"', {
      hint: "choose one of: drop, first, longest, keep-both, drop-tokens",
    }),
  );
  expect(() => new Dictionary({ maxTokens: 0 })).toThrow(UserError);
  expect(() => buildDictionary([["a", "X"]]).match(["a"], { minTokens: 0.5 })).toThrow(UserError);
});

test("selection may differ from call to call", () => {
  const dictionary = buildDictionary([
    ["a", "X"],
    ["a", "Y"],
    ["a b", "X"],
  ]);
  expect(dictionary.match(["a", "b"])).toHaveLength(1);
  expect(dictionary.match(["a", "b"], { match: "all", conflict: "keep-both" })).toEqual([
    { start: 0, end: 2, label: "X", entry: 2 },
    { start: 0, end: 1, label: "X", entry: 0 },
    { start: 0, end: 1, label: "Y", entry: 1 },
  ]);
  expect(dictionary.match(["a"])).toEqual([]);
});

test("the same phrases, read more freely, are what reading them so at first gives", () => {
  const entries: Entry[] = [
    ["Heart Failure", "D"],
    ["heart failure", "D"],
    ["AS", "D"],
    ["Tumour", "D"],
    ["tumours", "X"],
    ["of", "X"],
  ];
  const tokens = words("Tumours of the heart as HEART FAILURE , heart failures and AS");
  const options: MatchOptions = { match: "all", conflict: "keep-both", stop: ["of"], unit: "words" };
  const strict = buildDictionary(entries, options);
  const seen = new Set([JSON.stringify(strict.match(tokens))]);
  for (const mode of caseModes) {
    for (const plural of [false, true]) {
      const freer = strict.freer({ case: mode, plural });
      const anew = buildDictionary(entries, { ...options, case: mode, plural });
      expect(freer.size).toBe(anew.size);
      expect(freer.match(tokens)).toEqual(anew.match(tokens));
      seen.add(JSON.stringify(freer.match(tokens)));
    }
  }
  expect(seen.size).toBeGreaterThan(4);
});

test("a very long sentence and a very long token", () => {
  const dictionary = buildDictionary([
    ["x y", "A"],
    ["b".repeat(100_000), "B"],
  ]);
  const tokens = Array.from({ length: 60_000 }, (_, i) => (i % 2 === 0 ? "x" : "y"));
  expect(dictionary.match(tokens)).toHaveLength(30_000);
  expect(dictionary.match(tokens, { match: "all", conflict: "drop" })).toHaveLength(30_000);
  expect(dictionary.match(["b".repeat(100_000)])).toEqual([{ start: 0, end: 1, label: "B", entry: 1 }]);
});
