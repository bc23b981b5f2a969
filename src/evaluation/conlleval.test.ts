import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { describeWith, needs } from "../../test/support/needs.ts";
import { sharedData } from "../../test/support/shared-data.ts";
import type { LineBatch } from "../data/read-lines.ts";
import type { Entity } from "../data/span.ts";
import { UserError } from "../errors.ts";
import { conlleval, conllevalLines, createConlleval } from "./conlleval.ts";
import { formatPercent } from "./rates.ts";
import { type Scored, scoreSentences } from "./score.ts";

const cases = Array.from({ length: 12 }, (_, i) => `case${String(i).padStart(2, "0")}`);

describeWith(needs.dataSets("conlleval"), "published cases", () => {
  test.each(cases)("%s: the same bytes as the classic script", (name) => {
    const expected = readFileSync(join(sharedData, "conlleval", `${name}.expected.txt`));
    const lines = readFileSync(join(sharedData, "conlleval", `${name}.txt`), "utf8")
      .split("\n")
      .slice(0, -1);
    expect(Buffer.from(conlleval(lines)).equals(expected)).toBe(true);
  });
});

const lines = (text: string) => text.split("\n").slice(1, -1);

test("two sentences by hand", () => {
  // Six words, four tags right: 66.67. Gold ORG, MISC, PER; found ORG, PER, PER (one too short); right: ORG.
  const columns = lines(`
EU NNP B-ORG B-ORG
rejects VBZ O O
German JJ B-MISC B-PER
call NN O O

Peter NNP B-PER B-PER
Blackburn NNP I-PER O
`);
  expect(conlleval(columns)).toBe(
    `processed 6 tokens with 3 phrases; found: 3 phrases; correct: 1.
accuracy:  66.67%; precision:  33.33%; recall:  33.33%; FB1:  33.33
             MISC: precision:   0.00%; recall:   0.00%; FB1:   0.00  0
              ORG: precision: 100.00%; recall: 100.00%; FB1: 100.00  1
              PER: precision:   0.00%; recall:   0.00%; FB1:   0.00  2
`,
  );
});

test("brackets are chunks of one word, -DOCSTART- is a word and -X- is none", () => {
  // Words: -DOCSTART-, a, b; right tags: the first two. Gold NP `[` and NP `]`, found NP `[`.
  const columns = lines(`
-DOCSTART- O O
-X- B-NP B-NP
a [-NP [-NP
b ]-NP O
`);
  expect(conlleval(columns)).toBe(
    `processed 3 tokens with 2 phrases; found: 1 phrases; correct: 1.
accuracy:  66.67%; precision: 100.00%; recall:  50.00%; FB1:  66.67
               NP: precision: 100.00%; recall:  50.00%; FB1:  66.67  1
`,
  );
});

test("rounds halves as printf does: 1 of 32 is 3.12", () => {
  const columns = ["w O O", ...Array<string>(31).fill("w O B-X")];
  expect(conlleval(columns)).toBe(
    `processed 32 tokens with 0 phrases; found: 31 phrases; correct: 0.
accuracy:   3.12%; precision:   0.00%; recall:   0.00%; FB1:   0.00
                X: precision:   0.00%; recall:   0.00%; FB1:   0.00  31
`,
  );
});

test("the oddities of the script: no type is listed twice, type 0 is no type, widths and order are bytes", () => {
  // Sorted by bytes: "" (from B and B-0), Größe (7 bytes), then U+FFFD before the emoji, which in UTF-16 comes first.
  const columns = ["w B B-0", "", "w B-😀 B-😀", "", "w B-\uFFFD B-\uFFFD", "", "w B-Größe B-Größe"];
  const rest = "precision: 100.00%; recall: 100.00%; FB1: 100.00";
  expect(conlleval(columns)).toBe(
    `processed 4 tokens with 4 phrases; found: 4 phrases; correct: 4.
accuracy: 100.00%; ${rest}
${" ".repeat(17)}: ${rest}  1
${" ".repeat(17)}: ${rest}  1
${" ".repeat(10)}Größe: ${rest}  1
${" ".repeat(14)}\uFFFD: ${rest}  1
${" ".repeat(13)}😀: ${rest}  1
`,
  );
});

test("E ends a chunk before E, I and O, and S is no prefix the script knows", () => {
  const phrases = (...tags: string[]) => {
    const counter = createConlleval();
    for (const tag of tags) counter.add(`w ${tag} O`);
    return counter.result().overall.gold;
  };
  expect(phrases("B-A", "E-A", "E-A")).toBe(2);
  expect(phrases("B-A", "E-A", "B-A")).toBe(1); // E B is in neither table of the script
  expect(phrases("S-A", "S-A")).toBe(1);
  expect(phrases("S-A", "O", "S-A")).toBe(2);
  expect(phrases("I-A", "I-A", "I-B")).toBe(2);
  expect(phrases("I-A", "B-A", "O", "I-A")).toBe(3);
  expect(phrases("B-A", ".-A", ".-B")).toBe(1); // `.` starts nothing
});

test("an empty file has one line of report", () => {
  expect(conlleval([])).toBe("processed 0 tokens with 0 phrases; found: 0 phrases; correct: 0.\n");
  expect(conlleval(["", "   ", ""])).toBe(conlleval([]));
});

test("raw tags, another outside tag and another delimiter", () => {
  // -r makes each word a chunk: PER PER is two. `none` is outside with -o none.
  const raw = createConlleval({ raw: true, outside: "none", delimiter: "\t" });
  for (const line of ["a b\tPER\tPER", "c\tPER\tnone", "d\tnone\tO"]) raw.add(line);
  expect(raw.result()).toMatchObject({
    tokens: 3,
    correctTags: 2,
    overall: { gold: 2, predicted: 1, correct: 1 },
  });
  expect(conlleval(["a  B-X\tB-X"], { delimiter: /[ \t]+/ })).toBe(conlleval(["a B-X B-X"]));
});

test("a line that does not fit is an error with its place", () => {
  const fail = (text: readonly string[]) => () => conlleval(text, { file: "out.txt" });
  expect(fail(["w"])).toThrow(UserError);
  expect(fail(["", "w"])).toThrow('unexpected number of features in line "w", at out.txt:2');
  expect(fail(["w O O", "", "w NN O O"])).toThrow(
    "unexpected number of features: 4 where earlier lines have 3, at out.txt:3",
  );
  expect(fail(["w O O", "-X- O"])).toThrow("at out.txt:2"); // a boundary must fit as well
  expect(() => conlleval([], { delimiter: "" })).toThrow(UserError);
  // Two columns are enough for the script.
  expect(conlleval(["B-X B-X"])).toBe(conlleval(["w B-X B-X"]));
});

test("lines read in batches give the same text", async () => {
  const all = ["a B-X B-X", "b I-X O", "", "c B-Y B-Y"];
  async function* batches(): AsyncGenerator<LineBatch> {
    yield { first: 1, lines: all.slice(0, 1) };
    yield { first: 2, lines: all.slice(1) };
  }
  expect(await conllevalLines(batches())).toBe(conlleval(all));
});

/** Reads a tag column leniently: an I that continues nothing begins an entity. Written apart from the code under test. */
function decode(tags: readonly string[]): Entity[] {
  const entities: { start: number; end: number; label: string }[] = [];
  tags.forEach((tag, word) => {
    if (tag === "O") return;
    const label = tag.slice(2);
    const open = entities.at(-1);
    if (tag.startsWith("I") && open?.end === word && open.label === label) open.end++;
    else entities.push({ start: word, end: word + 1, label });
  });
  return entities;
}

test("our exact scores are conlleval's, on any B, I, O columns", () => {
  const tag = fc.constantFrom("O", "O", "B-PER", "I-PER", "B-LOC", "I-LOC", "B-a-b", "I-a-b");
  const word = fc
    .tuple(tag, tag, fc.boolean())
    .map(([gold, other, same]) => [gold, same ? gold : other] as const);
  const corpus = fc.array(fc.array(word, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(corpus, (sentences) => {
      const columns = sentences.flatMap((words) => [
        ...words.map(([gold, other]) => `w ${gold} ${other}`),
        "",
      ]);
      const counter = createConlleval();
      for (const line of columns) counter.add(line);
      const ours = scoreSentences(
        sentences.map((words): Scored => {
          const tokens = words.map(() => "w");
          const entities = decode(words.map(([gold]) => gold));
          return [
            { tokens, entities, completeness: "complete", source: "t" },
            decode(words.map(([, other]) => other)),
          ];
        }),
      );
      const theirs = counter.result();
      expect(ours.micro).toEqual(theirs.overall);
      expect(ours.perType.map(({ ignored: _, ...type }) => type)).toEqual(theirs.perType);
      expect(conlleval(columns)).toContain(`FB1: ${formatPercent(ours.micro.f1).padStart(6)}\n`);
    }),
    { numRuns: 300 },
  );
});
