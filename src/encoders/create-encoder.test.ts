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
])("%j is refused", (config, message) => {
  expect(() => createEncoder(config)).toThrow(message);
});

test("options are checked like saved configs", () => {
  expect(() => cnnEncoder({ width: -1 })).toThrow(/the cnn encoder is not valid.*width/);
  expect(() => bilstmEncoder({ dropout: 1 })).toThrow(/the bilstm encoder is not valid.*dropout/);
});
