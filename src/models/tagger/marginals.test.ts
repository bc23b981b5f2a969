import { describe, expect, test } from "vitest";
import { quietSession, tinyEncoder } from "../../../test/support/models/tiny-task.ts";
import { entityKey } from "../../data/index.ts";
import { ParameterStore, Session, type Tensors } from "../../graph/index.ts";
import { labelSet } from "../label-set.ts";
import { inferenceGraph, weightsOf } from "../predictor.ts";
import { type TaggerModelOptions, taggerModel } from "./model.ts";
import { tagSet } from "./tag-set.ts";

const encoder = tinyEncoder();
const labels = labelSet(["PER", "__proto__"]);
const batch = [["Ada", "met", "Bob", "May"], ["No"], ["It", "rained"]].map((words) => encoder.prepare(words));

const configs: readonly (readonly [string, TaggerModelOptions])[] = [
  ["crf", {}],
  ["iobes with a non-entity type", { scheme: "iobes", nonEntity: true }],
  ["softmax, iob2", { decoder: "softmax", scheme: "iob2" }],
  ["crf, iob2", { scheme: "iob2" }],
  ["softmax, io", { decoder: "softmax", scheme: "io" }],
  ["crf, io", { scheme: "io" }],
];

async function outputsOf(options: TaggerModelOptions) {
  const model = taggerModel({ labels, dim: encoder.dim }, options);
  const parameters = new ParameterStore({ seed: 5 });
  const graph = inferenceGraph({ encoder, model, parameters });
  for (const name of ["head.transitions", "head.start", "head.end"]) {
    if (parameters.has(name)) {
      const { values } = parameters.get(name);
      values.set(values.map((_, i) => Math.sin(3 * i)));
    }
  }
  const session = await Session.compile({
    ...quietSession,
    outputs: graph,
    bound: weightsOf(parameters, Object.values(graph)),
  });
  const feeds = encoder.feed(batch);
  const outputs: Tensors = await session.run(
    Object.fromEntries(session.inputs.map(({ name }) => [name, feeds[name]!])),
  );
  await session.dispose();
  return { model, outputs };
}

/** The probability of every span by counting out all tag sequences. */
function byCounting(options: TaggerModelOptions, outputs: Tensors, sentence: number): Map<string, number> {
  const tags = tagSet(labels, { scheme: options.scheme ?? "iobes", nonEntity: options.nonEntity ?? false });
  const row = batch.slice(0, sentence).reduce((sum, { words }) => sum + words, 0);
  const { words } = batch[sentence]!;
  const emission = (word: number, tag: number) =>
    outputs.emissions!.data[(row + word) * tags.count + tag] as number;
  const learnt = outputs.transitions?.data as Float32Array | undefined;
  const sums = new Map<string, number>();
  let all = 0;
  const walk = (path: number[], score: number) => {
    const word = path.length;
    if (word < words) {
      for (let tag = 0; tag < tags.count; tag++) {
        const from = path.at(-1);
        if (from === undefined ? !tags.mayStart(tag) : !tags.isLegal(from, tag)) continue;
        const move =
          from === undefined
            ? ((outputs.start?.data[tag] as number | undefined) ?? 0)
            : (learnt?.[from * tags.count + tag] ?? 0);
        walk([...path, tag], score + move + emission(word, tag));
      }
      return;
    }
    if (!tags.mayEnd(path.at(-1)!)) return;
    const weight = Math.exp(score + ((outputs.end?.data[path.at(-1)!] as number | undefined) ?? 0));
    all += weight;
    for (const entity of tags.decode(path)) {
      sums.set(entityKey(entity), (sums.get(entityKey(entity)) ?? 0) + weight);
    }
  };
  walk([], 0);
  return new Map([...sums].map(([key, sum]) => [key, sum / all]));
}

describe.each(configs)("%s", (_, options) => {
  test("is what counting out all tag sequences gives, down to the floor", async () => {
    const { model, outputs } = await outputsOf(options);
    for (const floor of [0.001, 0.05]) {
      const found = model.marginals(outputs, batch, { floor });
      found.forEach((entities, sentence) => {
        const wanted = [...byCounting(options, outputs, sentence)].filter(([, p]) => p >= floor);
        expect(entities.map(entityKey).sort()).toEqual(wanted.map(([key]) => key).sort());
        const table = new Map(wanted);
        for (const entity of entities) expect(entity.score).toBeCloseTo(table.get(entityKey(entity))!, 5);
      });
    }
  });

  test("the vector of a span is that of its first word and of its last", async () => {
    const { model, outputs } = await outputsOf(options);
    const spans = [[{ start: 1, end: 4 }], [], [{ start: 1, end: 2 }]];
    const words = outputs.vectors!.data as Float32Array;
    const word = (row: number) => [...words.subarray(row * encoder.dim, (row + 1) * encoder.dim)];
    const [first, none, third] = model.spanVectors!.of(outputs, batch, spans);
    // The sentences have 4, 1 and 2 words.
    expect([...first!]).toEqual([...word(1), ...word(3)]);
    expect([...none!]).toEqual([]);
    expect([...third!]).toEqual([...word(6), ...word(6)]);
  });
});
