import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { needs, testWith } from "../../test/support/needs.ts";
import { sharedData } from "../../test/support/shared-data.ts";
import { detectCutting } from "./detect-cutting.ts";
import { tokenize } from "./tokenize.ts";
import { usualCutting } from "./word-cutting.ts";

const cut = (...sentences: readonly string[]) => sentences.map((words) => ({ tokens: words.split("|") }));

describe("detectCutting", () => {
  test("single Latin letters one after another: by characters", () => {
    const ec = cut("买|i|P|h|o|n|e|6|手|机", "有|L|V|的|包|吗");
    const found = detectCutting(ec);
    expect(found).toEqual({ ...usualCutting, by: "characters" });
    for (const { tokens } of ec) expect(tokenize(tokens.join(""), found).tokens).toEqual(tokens);
  });

  test("with blanks among the words, blanks are words", () => {
    const ec = cut("a|b| |c", "d|e| |f", "買|g|h| |i");
    const found = detectCutting(ec);
    expect(found).toEqual({ ...usualCutting, by: "characters", blanks: true });
    for (const { tokens } of ec) expect(tokenize(tokens.join(""), found).tokens).toEqual(tokens);
  });

  test("Han alone shows nothing: numbers and foreign names may stay whole", () => {
    expect(detectCutting(cut("北|京|大|学", "我|要|买|酒"))).toEqual(usualCutting);
  });

  test("hyphens inside words are kept there, and more often so than alone", () => {
    const found = detectCutting(
      cut(
        "a|well-known|U.S.-based|firm",
        "the|long-term|high-rise|co-op|won|2-1|,|3-0|and|6-4",
        "CRICKET|-|ENGLAND|WIN",
      ),
    );
    expect(found).toEqual({ ...usualCutting, joined: "-", joinedInNumbers: ".,-" });
    expect(
      tokenize("the well-known U.S.-based mother-in-law's 2-1 win - again", found).tokens.join("|"),
    ).toBe("the|well-known|U.S.-based|mother-in-law|'s|2-1|win|-|again");
  });

  test("and cut where they are mostly alone", () => {
    expect(
      detectCutting(cut("22|-|oxacalcitriol|a|-|b|c|-|d|e|-|f", "one-off|two-fold|x-ray|e-mail")),
    ).toEqual(usualCutting);
  });

  test("numbers and clitics in pieces: every mark stands alone", () => {
    const found = detectCutting(cut("0|.|5|mg", "1|.|25|%|of|3|.|5", "Down|'|s|syndrome"));
    expect(found).toEqual({ ...usualCutting, by: "runs" });
    expect(tokenize("Down's 0.5 mg, e.g. α-1,2", found).tokens.join("|")).toBe(
      "Down|'|s|0|.|5|mg|,|e|.|g|.|α|-|1|,|2",
    );
  });

  test("where the text is known, only words that touch say something", () => {
    const tokens = ["a", "-", "b"];
    const apart = {
      tokens,
      offsets: [
        [0, 1],
        [2, 3],
        [4, 5],
      ] as [number, number][],
    }; // "a - b"
    const whole = { tokens: ["x-y"], offsets: [[0, 3]] as [number, number][] };
    expect(detectCutting([whole, whole, whole, apart, apart, apart, apart]).joined).toBe("-");
    const touching = {
      tokens,
      offsets: [
        [0, 1],
        [1, 2],
        [2, 3],
      ] as [number, number][],
    }; // "a-b"
    expect(detectCutting([whole, whole, whole, touching, touching, touching, touching]).joined).toBe("");
  });

  test("our own words are cut as we cut them", () => {
    const text = "Mr. Smith's well-known 3.5 kg parcel (U.S.) cost $1,000, i.e. too much for O'Brien.";
    expect(detectCutting(Array(20).fill(tokenize(text)))).toEqual(usualCutting);
  });
});

/** Words of a set that are found again in its joined text. */
function recovered(set: string): string {
  const tokensOf = (file: string) =>
    readFileSync(join(sharedData, set, `${file}.jsonl`), "utf8")
      .trim()
      .split("\n")
      .map((line): string[] => JSON.parse(line).tokens);
  const cutting = detectCutting(tokensOf("train").map((tokens) => ({ tokens })));
  const share = (how = usualCutting) => {
    let [all, same] = [0, 0];
    for (const tokens of tokensOf("dev")) {
      const found = new Set(tokenize(tokens.join(""), how).offsets.map(String));
      let at = 0;
      for (const token of tokens) {
        if (found.has(`${at},${at + token.length}`)) same++;
        at += token.length;
        all++;
      }
    }
    return ((100 * same) / all).toFixed(2);
  };
  return `${share()} → ${share(cutting)}`;
}

testWith(needs.dataSets("ec"), "the words of Chinese corpora are found again in their raw text", () => {
  expect(recovered("ec")).toBe("95.55 → 100.00");
});
