import { expect, test } from "vitest";
import { predictTagger, trainTagger } from "../../bench/encoders/tagger.ts";
import { ParameterStore } from "../graph/index.ts";
import { Random } from "../random.ts";
import type { Encoder } from "./encoder.ts";
import { hashedFeatures } from "./features/hashed-features.ts";
import { bilstmEncoder } from "./from-scratch/bilstm-encoder.ts";
import { cnnEncoder } from "./from-scratch/cnn-encoder.ts";

const plain = ["the", "old", "road", "to", "was", "seen", "by", "near", "and", "left", "it"];

/** A capitalised word is a person (1) after "Mr." and a place (2) elsewhere: shape and context are needed for it. */
function sentence(random: Random): { words: string[]; tags: Int32Array } {
  const words: string[] = [];
  const tags: number[] = [];
  const name = () => {
    const letter = () => String.fromCharCode(97 + random.below(26));
    return letter().toUpperCase() + letter() + letter() + letter();
  };
  for (let part = 0; part < 4; part++) {
    for (let i = random.below(3); i >= 0; i--) {
      words.push(random.pick(plain));
      tags.push(0);
    }
    const person = random.below(2) === 0;
    if (person) {
      words.push("Mr.");
      tags.push(0);
    }
    words.push(name());
    tags.push(person ? 1 : 2);
  }
  return { words, tags: Int32Array.from(tags) };
}

const features = () => [
  hashedFeatures({
    width: 8,
    dim: 24,
    columns: [
      { feature: "lower", rows: 500 },
      { feature: "shape", rows: 50 },
    ],
  }),
];

test.each<[string, () => Encoder]>([
  ["cnn", () => cnnEncoder({ width: 24, depth: 2, features: features() })],
  ["cnn with maxout", () => cnnEncoder({ width: 24, depth: 2, activation: "maxout", features: features() })],
  ["bilstm", () => bilstmEncoder({ hidden: 16, features: features() })],
])("%s learns a toy task in 60 steps, for names it never saw", async (_, make) => {
  const encoder = make();
  const random = new Random(11);
  const store = new ParameterStore({ seed: 11 });
  const options = { tags: 3, threads: 1, rate: 0.01 };
  const trainer = await trainTagger(encoder, store, options);
  const losses: number[] = [];
  for (let step = 0; step < 60; step++) {
    const batch = Array.from({ length: 16 }, () => sentence(random));
    const tags = Int32Array.from(batch.flatMap((each) => [...each.tags]));
    losses.push(
      await trainer.step(
        batch.map(({ words }) => encoder.prepare(words)),
        tags,
        random,
      ),
    );
  }
  await trainer.dispose();
  // Guessing "0" everywhere scores about 0.8 on this task; ln 3 = 1.1 is knowing nothing.
  expect(losses[0]).toBeGreaterThan(0.7);
  expect(losses.at(-1)).toBeLessThan(0.1);
  const fresh = Array.from({ length: 50 }, () => sentence(random));
  const predictor = await predictTagger(encoder, store, options);
  const found = await predictor.predict(fresh.map(({ words }) => encoder.prepare(words)));
  await predictor.dispose();
  const gold = fresh.flatMap(({ tags }) => [...tags]);
  const right = gold.filter((tag, i) => tag === Number(found[i])).length;
  expect(right / gold.length).toBeGreaterThan(0.97);
});

test("character bigrams alone tell a character's neighbours", async () => {
  // Without windowed layers only the bigrams know that 北 stands before (1) or 市 behind (2).
  const encoder = cnnEncoder({
    width: 24,
    depth: 0,
    features: [hashedFeatures({ text: "characters", width: 8, dim: 24 })],
  });
  const random = new Random(12);
  const trainer = await trainTagger(encoder, new ParameterStore({ seed: 12 }), {
    tags: 3,
    threads: 1,
    rate: 0.01,
  });
  const alphabet = [..."北市京海人大中国"];
  let loss = 0;
  for (let step = 0; step < 60; step++) {
    const batch = Array.from({ length: 16 }, () => Array.from({ length: 12 }, () => random.pick(alphabet)));
    const tags = batch.flatMap((words) =>
      words.map((_, i) => (words[i - 1] === "北" ? 1 : words[i + 1] === "市" ? 2 : 0)),
    );
    loss = await trainer.step(
      batch.map((words) => encoder.prepare(words)),
      Int32Array.from(tags),
      random,
    );
  }
  await trainer.dispose();
  expect(loss).toBeLessThan(0.1);
});
