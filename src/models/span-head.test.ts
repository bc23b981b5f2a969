import { describe, expect, test } from "vitest";
import { centralDifferences, expectClose } from "../../test/graph/check-case.ts";
import {
  add,
  evaluate,
  gradient,
  input,
  mul,
  type Node,
  type parameter,
  reduceSum,
  Session,
  type Tensor,
} from "../graph/index.ts";
import { ParameterStore } from "../graph/parameters/index.ts";
import { Random } from "../random.ts";
import { createSpanHead } from "./create-span-head.ts";
import { spanClassifier } from "./span-classifier.ts";
import type { SpanHead, SpanHeadSizes } from "./span-head.ts";
import { feedSpans, spanNodes } from "./span-nodes.ts";
import { widthClassifier } from "./width-classifier.ts";

const DIM = 5;
const CLASSES = 3;
const WORDS = 6;
const SIZES: SpanHeadSizes = { dim: DIM, classes: CLASSES };
/** First and last rows; one span twice, one word in several, some words in none. */
const SPANS = { starts: [0, 0, 1, 3, 3, 0], ends: [0, 2, 2, 3, 5, 2] };

/** A vector as plain numbers. */
type Vector = readonly number[];
type Weights = (name: string) => { readonly rows: readonly Vector[] };
interface Literal {
  readonly vector: Vector;
  readonly scores: Vector;
}

const times = ({ rows }: { readonly rows: readonly Vector[] }, x: Vector, bias: Vector): Vector =>
  rows.map((row, i) => {
    if (row.length !== x.length) throw new Error("the formula does not fit the weights");
    return row.reduce((sum, weight, k) => sum + weight * x[k]!, bias[i]!);
  });
const flat = (weights: ReturnType<Weights>): Vector => weights.rows.flat();

/** WNS Eq. 3 and SCL-RAI Eq. 3, as they are printed. */
function spanScores(w: Weights, s: Vector): Literal {
  const vector = times(w("head.span.weight"), s, flat(w("head.span.bias"))).map(Math.tanh);
  return { vector, scores: times(w("head.label.weight"), vector, flat(w("head.label.bias"))) };
}

/** WNS Eq. 2. */
function spanOf(start: Vector, end: Vector): Vector {
  const difference = start.map((value, k) => value - end[k]!);
  const product = start.map((value, k) => value * end[k]!);
  return [...start, ...end, ...difference, ...product];
}

type Formula = (w: Weights, start: Vector, end: Vector, extent: number) => Literal;

const spanFormula: Formula = (w, start, end) => spanScores(w, spanOf(start, end));

/** [h_b; h_e; width embedding] through two ReLU layers. */
function widthFormula(
  w: Weights,
  start: Vector,
  end: Vector,
  extent: number,
  keep?: readonly [Vector, Vector],
): Literal {
  const layer = (name: string, x: Vector) => times(w(`${name}.weight`), x, flat(w(`${name}.bias`)));
  const hidden = (at: 0 | 1, x: Vector) =>
    layer(`head.hidden.${at}`, x).map((value, k) => Math.max(0, value) * (keep?.[at][k] ?? 1));
  const vector = hidden(1, hidden(0, [...start, ...end, ...w("head.widths").rows[extent]!]));
  return { vector, scores: layer("head.label", vector) };
}

const cases: readonly {
  readonly name: string;
  readonly make: () => SpanHead;
  readonly formula: Formula;
  readonly parameters: readonly (readonly [string, readonly number[]])[];
}[] = [
  ...(["parts", "span", "vector"] as const).map((dropoutOn) => ({
    name: `span classifier, dropout on ${dropoutOn}`,
    make: () => spanClassifier(SIZES, { width: 4, dropoutOn }),
    formula: spanFormula,
    parameters: [
      ["head.span.weight", [4, 20]],
      ["head.span.bias", [4]],
      ["head.label.weight", [3, 4]],
      ["head.label.bias", [3]],
    ] as const,
  })),
  {
    name: "width classifier",
    make: () => widthClassifier(SIZES, { maxWidth: 3, embedding: 2, width: 4 }),
    formula: widthFormula,
    parameters: [
      ["head.widths", [3, 2]],
      ["head.hidden.0.weight", [4, 12]],
      ["head.hidden.0.bias", [4]],
      ["head.hidden.1.weight", [4, 4]],
      ["head.hidden.1.bias", [4]],
      ["head.label.weight", [3, 4]],
      ["head.label.bias", [3]],
    ],
  },
];

function normal(random: Random, shape: readonly number[]): Tensor {
  const length = shape.reduce((product, size) => product * size, 1);
  return { data: Float32Array.from({ length }, () => random.normal()), shape };
}

/** Random weights, biases too, so that none is checked at zero. */
function filled(store: ParameterStore, random: Random): ParameterStore {
  for (const { values } of store) for (let i = 0; i < values.length; i++) values[i] = 0.5 * random.normal();
  return store;
}

function built(head: SpanHead, training: boolean, store = new ParameterStore({ seed: 4 })) {
  const words = input("words", ["words", DIM]);
  const spans = spanNodes({ training });
  return { store, spans, ...head.build({ parameters: store, training }, words, spans) };
}

const tensorsOf = (store: ParameterStore): Record<string, Tensor> =>
  Object.fromEntries([...store].map(({ name, values, shape }) => [name, { data: values, shape }]));

function rowsOf({
  data,
  shape,
}: {
  readonly data: ArrayLike<number | bigint>;
  readonly shape: readonly number[];
}) {
  const columns = shape.length > 1 ? shape[1]! : 1;
  const numbers = Array.from(data as ArrayLike<number>, Number);
  return { rows: Array.from({ length: shape[0]! }, (_, i) => numbers.slice(i * columns, (i + 1) * columns)) };
}

function weightsIn(store: ParameterStore): Weights {
  return (name) => {
    const { values, shape } = store.get(name);
    return rowsOf({ data: values, shape });
  };
}

/** The formula for every span, from the weights in the store. */
function literal(store: ParameterStore, words: Tensor, formula: Formula): Literal[] {
  const { rows } = rowsOf(words);
  return SPANS.starts.map((start, i) => {
    const end = SPANS.ends[i]!;
    return formula(weightsIn(store), rows[start]!, rows[end]!, end - start);
  });
}

describe.each(cases)("$name", ({ make, formula, parameters }) => {
  test("equals the formula as printed, which is not split", () => {
    const { store, scores, vectors } = built(make(), false);
    filled(store, new Random(1));
    const words = normal(new Random(2), [WORDS, DIM]);
    const feeds = { words, ...feedSpans(SPANS, { words: WORDS }), ...tensorsOf(store) };
    const [gotScores, gotVectors] = evaluate([scores, vectors], feeds);
    const expected = literal(store, words, formula);
    const apart = Math.max(
      ...expected.flatMap((span) => span.scores).map((value, i) => Math.abs(value - gotScores!.data[i]!)),
      ...expected.flatMap((span) => span.vector).map((value, i) => Math.abs(value - gotVectors!.data[i]!)),
    );
    expect(gotScores!.shape).toEqual([6, CLASSES]);
    expect(apart).toBeLessThan(1e-12);
  });

  test("gradients equal central differences, in training, at every weight and word", () => {
    const head = make();
    const { store, scores, vectors } = built(head, true);
    filled(store, new Random(3));
    const { loss, mixtures } = mixture(scores, vectors);
    const random = new Random(5);
    const feeds = {
      words: normal(random, [WORDS, DIM]),
      ...feedSpans(SPANS, { words: WORDS }),
      ...head.feed({ words: WORDS, spans: 6 }, random),
      ...mixtures(random),
      ...tensorsOf(store),
    };
    const leaves = leavesOf(loss);
    const names = ["words", ...store.names()];
    const slopes = evaluate(
      gradient(
        loss,
        names.map((name) => leaves.get(name)!),
      ),
      feeds,
    );
    names.forEach((name, i) => {
      const got = slopes[i]!.data;
      expect(
        got.some((value) => value !== 0),
        `${name} has a slope`,
      ).toBe(true);
      expectClose(got, centralDifferences(loss, feeds, name), 2e-6, name);
    });
  });

  test("ONNX Runtime computes what the interpreter does, with dropout and without, for no spans and for no words", async () => {
    for (const training of [true, false]) {
      const head = make();
      const { store, spans: list, scores, vectors } = built(head, training);
      filled(store, new Random(6));
      const { loss, mixtures } = mixture(scores, vectors);
      const names = ["words", ...store.names()];
      const leaves = leavesOf(loss);
      const slopes = gradient(
        loss,
        names.map((name) => leaves.get(name)!),
      );
      const outputs = Object.fromEntries([scores, vectors, ...slopes].map((node, i) => [`y${i}`, node]));
      const session = await Session.compile({
        outputs,
        inputs: [...leaves.values(), ...list.inputs],
        threads: 1,
      });
      for (const [spans, words] of [
        [SPANS, WORDS],
        [{ starts: [], ends: [] }, WORDS],
        [{ starts: [], ends: [] }, 0],
      ] as const) {
        const random = new Random(7);
        const count = spans.starts.length;
        const feeds = {
          words: normal(random, [words, DIM]),
          ...feedSpans(spans, training ? { words } : {}),
          ...head.feed({ words, spans: count }, training ? random : undefined),
          ...mixtures(random, count),
          ...tensorsOf(store),
        };
        const compiled = await session.run(feeds);
        const reference = evaluate(Object.values(outputs), feeds, [...leaves.values()]);
        Object.keys(outputs).forEach((key, i) => {
          expect(compiled[key]!.shape).toEqual(reference[i]!.shape);
          expectClose(compiled[key]!.data as Float32Array, reference[i]!.data, 1e-5, key);
        });
      }
      await session.dispose();
    }
  });

  test("its weights are named head.…, have these shapes and come from the seed", () => {
    const store = (seed: number) => built(make(), false, new ParameterStore({ seed })).store;
    const first = store(1);
    expect([...first].map(({ name, shape }) => [name, shape])).toEqual(parameters);
    const values = (from: ParameterStore) => [...from].map((each) => [...each.values]);
    expect(values(store(1))).toEqual(values(first));
    for (const { name, shape } of first) {
      const [a, b] = [first.get(name).values, store(2).get(name).values];
      if (shape.length === 1) expect(a.every((value) => value === 0)).toBe(true);
      else expect(a.some((value, i) => value !== b[i])).toBe(true);
    }
  });

  test("dropout has no inputs outside training, and masks come from the given random alone", () => {
    const head = make();
    expect(head.feed({ words: WORDS, spans: 6 })).toEqual({});
    const draw = (seed: number) => head.feed({ words: WORDS, spans: 6 }, new Random(seed));
    expect(draw(1)).toEqual(draw(1));
    expect(draw(2)).not.toEqual(draw(1));
    const inputs = (training: boolean) => {
      const { scores } = built(head, training);
      return [...leavesOf(scores).keys()].filter(
        (name) => name.endsWith("dropout") || /\.dropout\./.test(name),
      );
    };
    expect(inputs(true).sort()).toEqual(Object.keys(draw(1)).sort());
    expect(inputs(false)).toEqual([]);
  });

  test("masks of ones change nothing, drawn ones do", () => {
    const head = make();
    const { store, scores: trained } = built(head, true);
    const { scores: plain } = built(head, false, store);
    filled(store, new Random(8));
    const feeds = {
      words: normal(new Random(9), [WORDS, DIM]),
      ...feedSpans(SPANS, { words: WORDS }),
      ...tensorsOf(store),
    };
    const drawn = head.feed({ words: WORDS, spans: 6 }, new Random(10));
    const ones = Object.fromEntries(
      Object.entries(drawn).map(([name, { data, shape }]) => [
        name,
        { data: new Float32Array(data.length).fill(1), shape },
      ]),
    );
    const [without] = evaluate([plain], feeds);
    expectClose(evaluate([trained], { ...feeds, ...ones })[0]!.data, without!.data, 1e-12);
    const moved = evaluate([trained], { ...feeds, ...drawn })[0]!.data;
    expect(Math.max(...moved.map((value, i) => Math.abs(value - without!.data[i]!)))).toBeGreaterThan(0.01);
  });

  test("comes back from its config", () => {
    const head = make();
    const again = createSpanHead(SIZES, JSON.parse(JSON.stringify(head.config)));
    expect(again.config).toEqual(head.config);
    expect(again.width).toBe(4);
    const values = (from: SpanHead) =>
      [...built(from, true).store].map((each) => [each.name, ...each.values]);
    expect(values(again)).toEqual(values(head));
  });
});

test("dropout on the span is the papers': a mask over every value of s_ij", () => {
  const head = spanClassifier(SIZES, { width: 4, dropoutOn: "span" });
  const { store, scores } = built(head, true);
  filled(store, new Random(11));
  const words = normal(new Random(12), [WORDS, DIM]);
  const masks = head.feed({ words: WORDS, spans: 6 }, new Random(13));
  const [got] = evaluate([scores], {
    words,
    ...feedSpans(SPANS, { words: WORDS }),
    ...masks,
    ...tensorsOf(store),
  });
  const { rows } = rowsOf(words);
  const keep = rowsOf(masks["head.dropout.span"]!).rows;
  const expected = SPANS.starts.flatMap((start, i) => {
    const s = spanOf(rows[start]!, rows[SPANS.ends[i]!]!).map((value, k) => value * keep[i]![k]!);
    return spanScores(weightsIn(store), s).scores;
  });
  expectClose(got!.data, expected, 1e-12);
});

test("dropout on parts: masks for a word as first word, as last word, and for each product", () => {
  const head = spanClassifier(SIZES, { width: 4 });
  const { store, scores } = built(head, true);
  filled(store, new Random(16));
  const words = normal(new Random(17), [WORDS, DIM]);
  const masks = head.feed({ words: WORDS, spans: 6 }, new Random(18));
  const feeds = { words, ...feedSpans(SPANS, { words: WORDS }), ...masks, ...tensorsOf(store) };
  const [got] = evaluate([scores], feeds);
  const [h, asStart, asEnd, both] = [
    words,
    masks["head.dropout.starts"]!,
    masks["head.dropout.ends"]!,
    masks["head.dropout.products"]!,
  ].map((tensor) => rowsOf(tensor).rows) as [number[][], number[][], number[][], number[][]];
  const expected = SPANS.starts.flatMap((i, span) => {
    const j = SPANS.ends[span]!;
    const start = h[i]!.map((value, k) => value * asStart[i]![k]!);
    const end = h[j]!.map((value, k) => value * asEnd[j]![k]!);
    const difference = start.map((value, k) => value - end[k]!);
    const product = h[i]!.map((value, k) => value * h[j]![k]! * both[span]![k]!);
    return spanScores(weightsIn(store), [...start, ...end, ...difference, ...product]).scores;
  });
  expectClose(got!.data, expected, 1e-12);
});

test("dropout of the width classifier comes after each of its layers", () => {
  const head = widthClassifier(SIZES, { maxWidth: 3, embedding: 2, width: 4, dropout: 0.5 });
  const { store, scores } = built(head, true);
  filled(store, new Random(19));
  const words = normal(new Random(20), [WORDS, DIM]);
  const masks = head.feed({ words: WORDS, spans: 6 }, new Random(21));
  const feeds = { words, ...feedSpans(SPANS, { words: WORDS }), ...masks, ...tensorsOf(store) };
  const [got] = evaluate([scores], feeds);
  const { rows } = rowsOf(words);
  const keep = [0, 1].map((layer) => rowsOf(masks[`head.hidden.${layer}.dropout`]!).rows);
  const expected = SPANS.starts.flatMap((start, i) => {
    const end = SPANS.ends[i]!;
    const own = [keep[0]![i]!, keep[1]![i]!] as const;
    return widthFormula(weightsIn(store), rows[start]!, rows[end]!, end - start, own).scores;
  });
  expectClose(got!.data, expected, 1e-12);
});

test("dropout on parts leaves W s_ij its mean: 4000 draws stay within five standard errors", () => {
  const head = spanClassifier({ dim: 3, classes: 2 }, { width: 1, dropout: 0.5 });
  const store = new ParameterStore({ seed: 1 });
  const words = input("words", ["words", 3]);
  // Small weights: tanh(x) is x but for a third of its cube, so the mean of r shows the mean of W s_ij.
  const { vectors } = head.build({ parameters: store, training: true }, words, spanNodes());
  store.get("head.span.weight").values.forEach((_, i, values) => {
    values[i] = 0.001 * (i + 1);
  });
  const [h0, h1] = [
    [1, -2, 0.5],
    [0.5, 1, 2],
  ];
  const s = [...h0, ...h1, ...h0.map((v, k) => v - h1[k]!), ...h0.map((v, k) => v * h1[k]!)];
  const mean = s.reduce((sum, value, i) => sum + value * 0.001 * (i + 1), 0);
  const random = new Random(14);
  const draws = Array.from({ length: 4000 }, () => {
    const feeds = {
      words: { data: Float32Array.of(...h0, ...h1), shape: [2, 3] },
      ...feedSpans({ starts: [0], ends: [1] }),
      ...head.feed({ words: 2, spans: 1 }, random),
      ...tensorsOf(store),
    };
    return evaluate([vectors], feeds)[0]!.data[0]!;
  });
  const average = draws.reduce((a, b) => a + b) / draws.length;
  const deviation = Math.sqrt(draws.reduce((sum, x) => sum + (x - average) ** 2, 0) / draws.length);
  expect(deviation).toBeGreaterThan(0.005);
  expect(Math.abs(average - mean)).toBeLessThan((5 * deviation) / Math.sqrt(draws.length));
});

test("the sizes of the papers are the defaults", () => {
  expect(spanClassifier(SIZES).config).toEqual({
    kind: "span",
    width: 256,
    dropout: 0.4,
    dropoutOn: "parts",
  });
  expect(widthClassifier(SIZES).config).toEqual({
    kind: "width",
    maxWidth: 10,
    embedding: 150,
    width: 150,
    dropout: 0.2,
  });
});

test("options that make no sense are told with their key", () => {
  expect(() => spanClassifier(SIZES, { dropout: 1 })).toThrow(/the span classifier is not valid: .*dropout/);
  expect(() => createSpanHead(SIZES, { kind: "width", maxWidth: 0 })).toThrow(/maxWidth/);
  expect(() => createSpanHead(SIZES, { kind: "sapn" })).toThrow('unknown span head "sapn"');
});

test("a span wider than the width classifier knows is an error, not another width", async () => {
  const { store, scores } = built(widthClassifier(SIZES, { maxWidth: 2, width: 4 }), false);
  const session = await Session.compile({ outputs: { scores }, threads: 1 });
  const feeds = { words: normal(new Random(15), [WORDS, DIM]), ...tensorsOf(store) };
  await expect(session.run({ ...feeds, ...feedSpans({ starts: [0], ends: [2] }) })).rejects.toThrow();
  await session.dispose();
});

/** A random mixture of all scores and vectors, so that an error in one place cannot cancel another. */
function mixture(scores: Node, vectors: Node) {
  const [first, second] = [input("mix.scores", scores.shape), input("mix.vectors", vectors.shape)];
  return {
    loss: add(reduceSum(mul(scores, first)), reduceSum(mul(vectors, second))),
    mixtures: (random: Random, spans = 6) => ({
      "mix.scores": normal(random, [spans, CLASSES]),
      "mix.vectors": normal(random, [spans, 4]),
    }),
  };
}

/** Inputs and parameters that a node depends on, by name. */
function leavesOf(root: Node): Map<string, Node> {
  const leaves = new Map<string, Node>();
  const seen = new Set<Node>();
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (node.op === "input" || node.op === "parameter")
      leaves.set((node as ReturnType<typeof input> | ReturnType<typeof parameter>).attributes.name, node);
    open.push(...node.inputs);
  }
  return leaves;
}
