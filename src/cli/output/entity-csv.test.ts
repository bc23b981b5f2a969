import { expect, test } from "vitest";
import { collect } from "../../../test/support/collect.ts";
import type { Sentence } from "../../data/index.ts";
import { entityCsv } from "./entity-csv.ts";

const rows = (...sentences: readonly Sentence[]) => collect(entityCsv(sentences));
const basics = { completeness: "partial", source: "in.txt" } as const;

test("a row for each entity, with its place in the document", async () => {
  const sentence: Sentence = {
    ...basics,
    tokens: ["Ann", "left", "Oslo"],
    text: "Ann left Oslo",
    offsets: [
      [0, 3],
      [4, 8],
      [9, 13],
    ],
    textStart: 100,
    doc: "news",
    id: 7,
    entities: [
      { start: 0, end: 1, label: "PER", score: 0.5 },
      { start: 2, end: 3, label: "LOC" },
    ],
  };
  const { textStart: _, doc: __, id: ___, ...alone } = sentence;
  expect(await rows(sentence, { ...sentence, entities: [] }, alone)).toEqual([
    "doc,id,sentence,start,end,label,text,score,word_start,word_end,source",
    "news,7,1,100,103,PER,Ann,0.5,0,1,in.txt",
    "news,7,1,109,113,LOC,Oslo,,2,3,in.txt",
    ",,3,0,3,PER,Ann,0.5,0,1,in.txt",
    ",,3,9,13,LOC,Oslo,,2,3,in.txt",
  ]);
});

test("words without a text have no characters to count", async () => {
  const entities = [{ start: 0, end: 2, label: "X" }];
  expect((await rows({ ...basics, tokens: ["a", "b"], entities }))[1]).toBe(",,1,,,X,a b,,0,2,in.txt");
});

test.each([
  ["=1+1", "'=1+1"],
  ["+49", "'+49"],
  ["-x", "'-x"],
  ["@me", "'@me"],
  ['=HYPERLINK("a","b")', `"'=HYPERLINK(""a"",""b"")"`],
  ['say "hi"', '"say ""hi"""'],
  ["a,b", '"a,b"'],
  ["two\nlines", '"two\nlines"'],
  ["\tx", "'\tx"],
  ["e=mc", "e=mc"],
])("the cell %j", async (text, cell) => {
  const entities = [{ start: 0, end: 1, label: "X" }];
  expect((await rows({ ...basics, tokens: [text], entities }))[1]).toBe(`,,1,,,X,${cell},,0,1,in.txt`);
});
