import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quietSession, tinyEncoder } from "../../../test/support/models/tiny-task.ts";
import type { Entity } from "../../data/index.ts";
import { OnnxSession, ParameterStore, type Tensors, writeOnnx } from "../../graph/index.ts";
import { Random } from "../../random.ts";
import { createModel } from "../create-model.ts";
import { labelSet } from "../label-set.ts";
import type { Model } from "../model.ts";
import { inferenceGraph, Predictor, weightsOf } from "../predictor.ts";
import { type TaggerModelOptions, taggerModel } from "./model.ts";
import { type TaggerScheme, tagSet } from "./tag-set.ts";

const encoder = tinyEncoder();
const labels = labelSet(["PER", "__proto__"]);
const batch = [["Ada", "met", "Bob", "in", "Rome"], ["No"], ["It", "rained"]].map((words) =>
  encoder.prepare(words),
);

const configs: readonly (readonly [string, TaggerModelOptions])[] = [
  ["crf", {}],
  ["crf with angles and a non-entity type", { head: { angles: true }, nonEntity: true }],
  ["softmax with a hidden layer", { decoder: "softmax", scheme: "iob2", head: { hidden: 7 } }],
];

function make(options: TaggerModelOptions): { model: Model; parameters: ParameterStore } {
  const model = taggerModel({ labels, dim: encoder.dim }, options);
  const parameters = new ParameterStore({ seed: 3 });
  inferenceGraph({ encoder, model, parameters });
  for (const name of ["head.transitions", "head.start", "head.end"]) {
    if (!parameters.has(name)) continue;
    const { values } = parameters.get(name);
    values.set(values.map((_, i) => Math.sin(i)));
  }
  return { model, parameters };
}

async function outputsOf(model: Model, parameters: ParameterStore): Promise<Tensors> {
  const predictor = await Predictor.compile({ encoder, model, parameters, session: quietSession });
  const outputs = await predictor.outputs(batch);
  await predictor.dispose();
  return outputs;
}

test.each(configs)(
  "%s: a saved config makes the same model again, and the ONNX file is enough",
  async (_, options) => {
    const { model, parameters } = make(options);
    const again = createModel(JSON.parse(JSON.stringify(model.config)), labels, encoder.dim);
    expect(again.config).toEqual(model.config);
    const wanted = await outputsOf(model, parameters);
    expect(await outputsOf(again, parameters)).toEqual(wanted);

    const outputs = inferenceGraph({ encoder, model, parameters });
    const bytes = writeOnnx({ outputs, baked: weightsOf(parameters, Object.values(outputs)) });
    const session = await OnnxSession.load(bytes, quietSession);
    const feeds = encoder.feed(batch);
    const found = (await session.run(
      Object.fromEntries(session.inputs.map(({ name }) => [name, feeds[name]!])),
    )) as Tensors;
    await session.dispose();
    for (const name of model.reads) {
      const values = wanted[name]!.data as Float32Array;
      expect(found[name]!.data).toHaveLength(values.length);
      values.forEach((value, i) => {
        expect(found[name]!.data[i]).toBeCloseTo(value, 5);
      });
    }
    const entities = model.decode(wanted, batch);
    expect(entities.flat().length).toBeGreaterThan(0);
    expect(
      model.decode(found, batch).map((all) => all.map(({ start, end, label }) => [start, end, label])),
    ).toEqual(entities.map((all) => all.map(({ start, end, label }) => [start, end, label])));
  },
);

test("angles: the scores of each word add up to zero, with one output fewer", async () => {
  const { model, parameters } = make({ head: { angles: true } });
  // O and four letters for each of two labels.
  expect(parameters.get("head.tag.bias").shape).toEqual([8]);
  const { emissions } = await outputsOf(model, parameters);
  expect(emissions!.shape).toEqual([8, 9]);
  for (let word = 0; word < 8; word++) {
    const row = (emissions!.data as Float32Array).subarray(word * 9, (word + 1) * 9);
    expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(0, 5);
    expect(Math.max(...row.map(Math.abs))).toBeGreaterThan(0.01);
  }
});

/** Every legal tag sequence, with its score. */
function legalPaths(
  set: ReturnType<typeof tagSet>,
  words: number,
  scoreOf: (path: readonly number[]) => number,
) {
  let paths: number[][] = [[]];
  for (let word = 0; word < words; word++) {
    paths = paths.flatMap((path) =>
      set.tags.flatMap((_, tag) =>
        (word === 0 ? set.mayStart(tag) : set.isLegal(path.at(-1)!, tag)) ? [[...path, tag]] : [],
      ),
    );
  }
  return paths.filter((path) => set.mayEnd(path.at(-1)!)).map((path) => ({ path, score: scoreOf(path) }));
}

const key = ({ start, end, label }: Entity) => `${start}:${end}:${label}`;

describe("decoding against every legal sequence", () => {
  const shapes = fc.record({
    scheme: fc.constantFrom<TaggerScheme[]>("iob2", "iobes"),
    decoder: fc.constantFrom("softmax" as const, "crf" as const),
    nonEntity: fc.boolean(),
    lengths: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 3 }),
    seed: fc.nat(),
  });

  test("entities are those of the best sequence, scores are the share of all sequences with that entity", () => {
    fc.assert(
      fc.property(shapes, ({ scheme, decoder, nonEntity, lengths, seed }) => {
        const random = new Random(seed);
        const one = labelSet(["A", "B"].slice(0, nonEntity ? 1 : 2));
        const set = tagSet(one, { scheme, nonEntity });
        const k = set.count;
        const draw = (...shape: number[]) => ({
          data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, () => 2 * random.normal()),
          shape,
        });
        const rows = lengths.reduce((a, b) => a + b, 0);
        const emissions = draw(rows, k);
        const chain = { transitions: draw(k, k), start: draw(k), end: draw(k) };
        const isChain = decoder === "crf";
        const model = taggerModel({ labels: one, dim: 4 }, { scheme, decoder, nonEntity });
        const found = model.decode(
          { emissions, ...(isChain && chain) },
          lengths.map((words) => ({ words, cost: words, unseen: [] })),
        );
        let row = 0;
        lengths.forEach((words, sentence) => {
          const at = row;
          row += words;
          if (words === 0) {
            expect(found[sentence]).toEqual([]);
            return;
          }
          const all = legalPaths(set, words, (path) =>
            path.reduce(
              (sum, tag, i) =>
                sum +
                emissions.data[(at + i) * k + tag]! +
                (!isChain
                  ? 0
                  : i === 0
                    ? chain.start.data[tag]!
                    : chain.transitions.data[path[i - 1]! * k + tag]!),
              isChain ? chain.end.data[path.at(-1)!]! : 0,
            ),
          );
          const best = all.reduce((a, b) => (b.score > a.score ? b : a));
          expect(found[sentence]!.map(key)).toEqual(set.decode(best.path).map(key));
          let total = 0;
          const shares = new Map<string, number>();
          for (const { path, score } of all) {
            const mass = Math.exp(score - best.score);
            total += mass;
            for (const entity of set.decode(path))
              shares.set(key(entity), (shares.get(key(entity)) ?? 0) + mass);
          }
          for (const entity of found[sentence]!) {
            expect(entity.score).toBeCloseTo(shares.get(key(entity))! / total, 9);
          }
        });
      }),
      { numRuns: 100, seed: 2 },
    );
  });
});

describe("choices", () => {
  const model = taggerModel({ labels: labelSet(["X"]), dim: 4 }, { decoder: "softmax", scheme: "iobes" });
  // O, B, I, E, S. The first word is S with 3/4, O with 1/4; the second is E with nearly all, which cannot stand alone.
  const never = -60;
  const emissions = {
    data: Float32Array.of(0, never, never, never, Math.log(3), Math.log(2), never, never, 30, never),
    shape: [2, 5],
  };
  const words = [{ words: 2, cost: 2, unseen: [] }];

  test("a tag that nothing begins is not taken, however good", () => {
    const [entities] = model.decode({ emissions }, words);
    // Legal: O or S, then O; B E costs 60 and gains 30.
    expect(entities).toEqual([{ start: 0, end: 1, label: "X", score: expect.closeTo(0.75, 6) }]);
  });

  test("the threshold drops what is less likely, and nested means flat", () => {
    expect(model.decode({ emissions }, words, { threshold: 0.76 })).toEqual([[]]);
    expect(model.decode({ emissions }, words, { threshold: 0.74, mode: "nested" })[0]).toHaveLength(1);
    const strict = taggerModel(
      { labels: labelSet(["X"]), dim: 4 },
      { decoder: "softmax", decode: { threshold: 0.9 } },
    );
    expect(strict.decode({ emissions }, words)).toEqual([[]]);
  });

  test("numbers of another batch are refused", () => {
    expect(() => model.decode({ emissions }, [{ words: 3, cost: 3, unseen: [] }])).toThrow(
      /3 words × 5 tags/,
    );
  });
});

test("500 words with 50 labels: 201 tags", () => {
  const many = labelSet(Array.from({ length: 50 }, (_, i) => `L${i}`));
  const model = taggerModel({ labels: many, dim: 4 });
  const random = new Random(6);
  const draw = (length: number, scale: number) =>
    Float32Array.from({ length }, () => scale * random.normal());
  const tensors = {
    emissions: { data: draw(500 * 201, 40), shape: [500, 201] },
    transitions: { data: draw(201 * 201, 3), shape: [201, 201] },
    start: { data: draw(201, 3), shape: [201] },
    end: { data: draw(201, 3), shape: [201] },
  };
  const [entities] = model.decode(tensors, [{ words: 500, cost: 500, unseen: [] }]);
  expect(entities!.length).toBeGreaterThan(50);
  // Scores 40 apart leave little doubt.
  expect(entities!.filter(({ score }) => score! > 0.9).length).toBeGreaterThan(entities!.length * 0.8);
  expect(entities!.every(({ score }) => score! > 0 && score! <= 1)).toBe(true);
});
