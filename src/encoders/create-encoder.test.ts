import { expect, test } from "vitest";
import { createEncoder } from "./create-encoder.ts";
import { hashedFeatures } from "./features/hashed-features.ts";
import { bilstmEncoder } from "./from-scratch/bilstm-encoder.ts";
import { cnnEncoder } from "./from-scratch/cnn-encoder.ts";

test("what is left out of a config takes its default", () => {
  const encoder = createEncoder({ kind: "cnn", features: [{ kind: "hashed", name: "spelling" }] });
  expect(encoder.config).toEqual(cnnEncoder().config);
  expect(createEncoder(bilstmEncoder().config).dim).toBe(300);
});

test.each([
  [{ kind: "lstm" }, /unknown encoder "lstm"/],
  [{ kind: "__proto__" }, /unknown encoder "__proto__"/],
  [{ kind: "cnn", features: [{ kind: "magic", name: "x" }] }, /unknown word feature "magic"/],
  [{ kind: "cnn", features: [] }, /at least one word feature/],
  [{ kind: "cnn", features: [hashedFeatures().config], widht: 3 }, /saved encoder is not valid.*widht/],
  [{ kind: "bilstm", features: [hashedFeatures().config], hidden: -1 }, /saved encoder is not valid.*hidden/],
  [
    { kind: "cnn", features: [hashedFeatures().config, hashedFeatures().config] },
    /two word features are called "spelling"/,
  ],
  [
    { kind: "cnn", features: [{ kind: "hashed", name: "x", rows: 3 }] },
    /saved word feature is not valid.*rows/,
  ],
  [
    { kind: "cnn", features: [{ kind: "character-cnn", name: "characters", rows: 1000 }] },
    /character CNN \(features\.characters\), which only Lacuna 0\.1 can read/,
  ],
  [
    { kind: "cnn", features: [{ kind: "static-vectors", name: "vectors", size: 3, project: 2 }] },
    /projected word vectors \(vectors\.project\), which only Lacuna 0\.1 can read/,
  ],
])("%j is refused", (config, message) => {
  expect(() => createEncoder(config)).toThrow(message);
});

test("word vectors that version 0.1 saved without a projection are read", () => {
  const saved = { kind: "static-vectors", name: "vectors", size: 3, project: null };
  const files = new Map([["vectors/vocabulary.json", new TextEncoder().encode('["a"]')]]);
  const encoder = createEncoder({ kind: "cnn", features: [saved] }, files);
  expect(encoder.config.features).toEqual([
    { kind: "static-vectors", name: "vectors", size: 3, trained: false, unknown: "learned" },
  ]);
});

test("options are checked like saved configs", () => {
  expect(() => cnnEncoder({ width: -1 })).toThrow(/the cnn encoder is not valid.*width/);
  expect(() => bilstmEncoder({ dropout: 1 })).toThrow(/the bilstm encoder is not valid.*dropout/);
});

test("a damaged number of members is refused before memory is taken for them", () => {
  const of = { kind: "cnn", width: 8 };
  expect(() => createEncoder({ kind: "ensemble", members: 2 ** 31, of } as never, new Map())).toThrow(
    /members/,
  );
});
