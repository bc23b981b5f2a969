import { expect, test } from "vitest";
import { quietSession, tinyEncoder } from "../../../test/support/models/tiny-task.ts";
import { OnnxSession, ParameterStore, type Tensors, writeOnnx } from "../../graph/index.ts";
import { createModel } from "../create-model.ts";
import { labelSet } from "../label-set.ts";
import type { Model } from "../model.ts";
import { inferenceGraph, Predictor, weightsOf } from "../predictor.ts";
import { CENTRES, type SpanModelOptions, spanModel } from "./model.ts";

const labels = labelSet(["PER", "LOC", "__proto__"]);
const encoder = tinyEncoder();
const sentences = [["Ada", "met", "Bob", "in", "Rome"], ["No"], ["It", "rained"]];
const batch = sentences.map((tokens) => encoder.prepare(tokens));

const configs: readonly (readonly [string, SpanModelOptions])[] = [
  ["span", { head: { kind: "span", width: 12 }, maxWidth: 3 }],
  ["width", { head: { kind: "width", width: 10, embedding: 4, maxWidth: 3 }, maxWidth: 3 }],
  ["span with centres", { head: { kind: "span", width: 12 }, maxWidth: 3, retrieval: { share: 0.4 } }],
];

function make(options: SpanModelOptions): { model: Model; parameters: ParameterStore } {
  const model = spanModel({ labels, dim: encoder.dim }, options);
  const parameters = new ParameterStore({ seed: 4 });
  inferenceGraph({ encoder, model, parameters });
  if (parameters.has(CENTRES)) {
    const { values } = parameters.get(CENTRES);
    values.set(values.map((_, i) => Math.sin(i)));
  }
  return { model, parameters };
}

async function probabilitiesOf(model: Model, parameters: ParameterStore): Promise<Float32Array> {
  const predictor = await Predictor.compile({ encoder, model, parameters, session: quietSession });
  const { probabilities } = await predictor.outputs(batch);
  await predictor.dispose();
  return probabilities!.data as Float32Array;
}

test.each(configs)("%s: a saved config makes the same model again", async (_, options) => {
  const { model, parameters } = make(options);
  const saved = JSON.parse(JSON.stringify(model.config));
  const again = createModel(saved, labels, encoder.dim);
  expect(again.config).toEqual(model.config);
  const [first, second] = [
    await probabilitiesOf(model, parameters),
    await probabilitiesOf(again, parameters),
  ];
  // 5 + 4 + 3 spans, 1 and 2 + 1, of 4 classes each.
  expect(first).toHaveLength(16 * 4);
  expect(second).toEqual(first);
});

test.each(configs)(
  "%s: the ONNX file of the graph gives the same probabilities, and vectors beside",
  async (_, options) => {
    const { model, parameters } = make(options);
    const wanted = await probabilitiesOf(model, parameters);
    const outputs = inferenceGraph({ encoder, model, parameters });
    const bytes = writeOnnx({ outputs, baked: weightsOf(parameters, Object.values(outputs)) });
    const session = await OnnxSession.load(bytes, quietSession);
    const feeds: Tensors = { ...encoder.feed(batch), ...model.feed(batch) };
    const found = await session.run(
      Object.fromEntries(session.inputs.map(({ name }) => [name, feeds[name]!])),
    );
    const { probabilities, vectors } = found as Tensors;
    expect(probabilities!.data.length).toBe(wanted.length);
    wanted.forEach((value, i) => {
      expect(probabilities!.data[i]).toBeCloseTo(value, 6);
    });
    expect(vectors!.shape[0]).toBe(16);
    await session.dispose();
  },
);

/** Two words: spans [0, 1), [0, 2), [1, 2), in this order, over O, LOC, PER, __proto__. */
const outputs: Tensors = {
  probabilities: {
    data: Float32Array.of(0.3, 0.7, 0, 0, 0.2, 0, 0, 0.8, 0.4, 0, 0.6, 0),
    shape: [3, 4],
  },
};
const two = [encoder.prepare(["a", "b"])];
const brief = (model: Model, ...rest: [Parameters<Model["decode"]>[2]?]) =>
  model.decode(outputs, two, ...rest)[0]!.map(({ start, end, label }) => `${start}:${end} ${label}`);

test("the model decodes as its config says, and as told where it is told", () => {
  const head = { kind: "span" } as const;
  const flat = spanModel({ labels, dim: 16 }, { head, maxWidth: 2 });
  expect(brief(flat)).toEqual(["0:2 __proto__"]);
  expect(brief(flat, { mode: "nested" })).toEqual(["0:2 __proto__", "0:1 LOC", "1:2 PER"]);
  expect(brief(flat, { threshold: 0.85 })).toEqual([]);

  const strict = spanModel(
    { labels, dim: 16 },
    { head, maxWidth: 2, decode: { mode: "nested", threshold: 0.65 } },
  );
  expect(brief(strict)).toEqual(["0:2 __proto__", "0:1 LOC"]);
  // Told one thing, it keeps to its config in the others.
  expect(brief(strict, { threshold: 0.75 })).toEqual(["0:2 __proto__"]);
  expect(brief(strict, { threshold: 0 })).toHaveLength(3);
  expect(brief(strict, { mode: "flat" })).toEqual(["0:2 __proto__"]);
  expect(flat.decode(outputs, two)[0]![0]!.score).toBeCloseTo(0.8, 6);
});

test("log-probabilities are below 0 and are still decoded", () => {
  const model = spanModel(
    { labels, dim: 16 },
    { head: { kind: "span" }, maxWidth: 1, retrieval: { mix: "logprob" } },
  );
  // One word: −0.3 for LOC is the largest.
  const mixed: Tensors = { probabilities: { data: Float32Array.of(-0.9, -0.3, -1, -2), shape: [1, 4] } };
  const found = model.decode(mixed, [encoder.prepare(["a"])]);
  expect(found[0]!.map(({ label }) => label)).toEqual(["LOC"]);
});

test("a config that is none of a span model is refused by name", () => {
  expect(() => createModel({ kind: "spam" }, labels, 16)).toThrow('"spam"');
  expect(() => createModel({ kind: "__proto__" }, labels, 16)).toThrow('"__proto__"');
  expect(() => createModel({ kind: "span", head: { kind: "span" }, maxWidth: 0 }, labels, 16)).toThrow(
    "maxWidth",
  );
});
