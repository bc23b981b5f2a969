import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { encodeOnce } from "../../../test/support/models/encoder-runner.ts";
import { sharedEncoders } from "../../../test/support/models/model-fixtures.ts";
import { needs, testWith } from "../../../test/support/needs.ts";
import { ParameterStore } from "../../graph/index.ts";
import { cachedEncoder } from "../states/cached-encoder.ts";
import { pretrainedRecurrent } from "./make-recurrent.ts";

interface Expected {
  readonly characters: readonly string[];
  readonly ids: readonly number[];
  readonly layer1_first8: readonly (readonly number[])[];
  readonly layer2_first8: readonly (readonly number[])[];
  readonly layer2_sum: readonly number[];
}

const dir = join(sharedEncoders, "lac-bigru");

testWith(needs.encoders("lac-bigru"), "lac-bigru: ids and the states of both layers, to 1e-5", async () => {
  const cases = JSON.parse(readFileSync(join(dir, "expected.json"), "utf8")) as Expected[];
  expect(cases.length).toBeGreaterThan(1);
  const encoder = await pretrainedRecurrent(dir, { output: "all" });
  expect(encoder.dim).toBe(512);
  const prepared = cases.map(({ characters }) => encoder.prepare(characters));
  expect(prepared.map(({ ids }) => [...ids])).toEqual(cases.map(({ ids }) => ids));
  const store = new ParameterStore({ training: false });
  const { words } = await encodeOnce(encoder, prepared, { store });
  for (const [i, { layer1_first8, layer2_first8, layer2_sum }] of cases.entries()) {
    for (const [at, row] of words[i]!.entries()) {
      for (let k = 0; k < 8; k++) {
        expect(Math.abs(row[k]! - layer1_first8[at]![k]!)).toBeLessThan(1e-5);
        expect(Math.abs(row[256 + k]! - layer2_first8[at]![k]!)).toBeLessThan(1e-5);
      }
      // A sum of 256 numbers, each to about 1e-6.
      const sum = row.slice(256).reduce((total, value) => total + value, 0);
      expect(Math.abs(sum - layer2_sum[at]!)).toBeLessThan(5e-5);
    }
  }
  // One layer alone is the first half of both.
  const lower = await pretrainedRecurrent(dir, { layers: 1 });
  const first = await encodeOnce(lower, prepared.slice(0, 1), {
    store: new ParameterStore({ training: false }),
  });
  expect(first.words[0]![3]!.slice(0, 8).map((value) => value.toFixed(4))).toEqual(
    cases[0]!.layer1_first8[3]!.map((value) => value.toFixed(4)),
  );
});

testWith(
  needs.encoders("lac-bigru"),
  "states do not depend on the sentences they are computed with, to the bit",
  async () => {
    const encoder = await pretrainedRecurrent(dir, { frozenLayers: "all", output: "all" });
    const parameters = new ParameterStore({ training: false });
    encoder.build({ parameters, training: false });
    const cached = () => cachedEncoder(encoder, { parameters, session: { threads: 1 }, storage: "float32" });
    const text = [..."国家主席昨天在北京会见了美国总统奥巴马人民日报"];
    // Some of one length, and others.
    const sentences = [...Array<number>(19).fill(9), 3, 14].map((length, i) =>
      encoder.prepare([...text, ...text].slice(i, i + length)),
    );
    const together = cached();
    await together.ready(sentences);
    for (const sentence of sentences.slice(-5)) {
      const alone = cached();
      await alone.ready([sentence]);
      expect(alone.feed([sentence])).toEqual(together.feed([sentence]));
    }
  },
);
