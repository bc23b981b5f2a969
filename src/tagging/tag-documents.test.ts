import { expect, test } from "vitest";
import type { ScoredEntity, TaggedSentence } from "./sentence-tagger.ts";
import { tagDocuments } from "./tag-documents.ts";

const documents = { words: 6, overlap: 2, by: "doc" } as const;
const sentence = (text: string, doc?: string) => ({
  tokens: text.split(" "),
  ...(doc !== undefined && { doc }),
});

/** Takes words in capitals for names, and is surer of them the more words it reads; cannot see "?". */
function fakeTagger() {
  const seen: string[] = [];
  return {
    seen,
    tag: async (sentences: readonly (readonly string[])[]): Promise<TaggedSentence[]> =>
      sentences.map((tokens) => {
        seen.push(tokens.join(" "));
        const entities: ScoredEntity[] = [];
        tokens.forEach((token, start) => {
          if (/^[A-Z]/.test(token))
            entities.push({ start, end: start + 1, label: "X", score: tokens.length / 10 });
        });
        return { entities, unseen: tokens.flatMap((token, i) => (token === "?" ? [i] : [])) };
      }),
  };
}

test("sentences of a document are read together, each gets what is its own", async () => {
  const tagger = fakeTagger();
  const found = await tagDocuments(
    tagger,
    [sentence("a B c", "1"), sentence("? D", "1"), sentence("E f", "2")],
    { documents },
  );
  expect(tagger.seen).toEqual(["a B c ? D", "E f"]);
  expect(found).toEqual([
    { entities: [{ start: 1, end: 2, label: "X", score: 0.5 }], unseen: [] },
    { entities: [{ start: 1, end: 2, label: "X", score: 0.5 }], unseen: [0] },
    { entities: [{ start: 0, end: 1, label: "X", score: 0.2 }], unseen: [] },
  ]);
});

test("of a sentence that is read twice the highest score is kept, once", async () => {
  const tagger = fakeTagger();
  const found = await tagDocuments(
    tagger,
    [sentence("a b c d", "1"), sentence("E f", "1"), sentence("g h i", "1")],
    {
      documents,
    },
  );
  expect(tagger.seen).toEqual(["a b c d E f", "E f g h i"]);
  expect(found[1]!.entities).toEqual([{ start: 0, end: 1, label: "X", score: 0.6 }]);
});

test("readings that disagree are decided as decoding is: flat keeps the better, nested keeps both", async () => {
  const wide: ScoredEntity = { start: 0, end: 2, label: "X", score: 0.9 };
  const narrow: ScoredEntity = { start: 1, end: 2, label: "Y", score: 0.6 };
  const tagger = {
    tag: async (sentences: readonly (readonly string[])[]): Promise<TaggedSentence[]> =>
      sentences.map((tokens) => ({
        entities: tokens[0] === "a" ? [{ ...narrow, start: 5, end: 6 }] : [wide],
        unseen: [],
      })),
  };
  const three = [sentence("a b c d", "1"), sentence("e f", "1"), sentence("g h i", "1")];
  const flat = await tagDocuments(tagger, three, { documents });
  expect(flat[1]!.entities).toEqual([wide]);
  const nested = await tagDocuments(tagger, three, { documents, decode: { mode: "nested" } });
  expect(nested[1]!.entities).toEqual([wide, narrow]);
});

test("without documents each sentence is read by itself", async () => {
  const tagger = fakeTagger();
  await tagDocuments(tagger, [sentence("a b", "1"), sentence("c d", "1")], { documents: null });
  expect(tagger.seen).toEqual(["a b", "c d"]);
});
