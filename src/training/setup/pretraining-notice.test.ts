import { expect, test } from "vitest";
import type { Sentence } from "../../data/index.ts";
import { encoderChoice } from "../config/encoder.ts";
import { vectorChoice } from "../config/features.ts";
import { pretrainingNotice } from "./pretraining-notice.ts";

const sentences = (count: number, text: string): Sentence[] =>
  Array.from({ length: count }, () => ({
    tokens: text.split(" "),
    entities: [],
    completeness: "complete",
    source: "",
  }));
const scratch = { encoder: encoderChoice.parse({ kind: "cnn" }), vectors: null };
const english = sentences(100, "Ann Lee left 東京 for Leeds");

test("text in Latin script is told of word vectors, Chinese of encoders", () => {
  expect(pretrainingNotice(scratch, "words", english)).toMatch(
    /test F1 \d\d\.\d with GloVe.*--vectors glove/,
  );
  expect(pretrainingNotice(scratch, "characters", sentences(100, "他 在 北 京"))).toMatch(
    /^characters are learnt/,
  );
});

test("nothing is said where it would not help, or nobody measured it", () => {
  const pretrained = encoderChoice.parse({ kind: "pretrained", dir: "x" });
  expect(pretrainingNotice({ ...scratch, encoder: pretrained }, "words", english)).toBeUndefined();
  const vectors = vectorChoice.parse({ file: "glove" });
  expect(pretrainingNotice({ ...scratch, vectors }, "words", english)).toBeUndefined();
  expect(pretrainingNotice(scratch, "words", english.slice(1))).toBeUndefined();
  expect(pretrainingNotice(scratch, "words", sentences(100, "Анна уехала"))).toBeUndefined();
  expect(pretrainingNotice(scratch, "words", sentences(100, "1 2 3"))).toBeUndefined();
});
