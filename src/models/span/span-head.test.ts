import { describe, expect, test } from "vitest";
import { centralDifferences, expectClose } from "../../../test/graph/check-case.ts";
import {
  biaffineFormula,
  type Formula,
  type Literal,
  rowsOf,
  spanFormula,
  weightsIn,
  widthFormula,
} from "../../../test/support/models/literal-span-heads.ts";
import {
  built,
  CLASSES,
  DIM,
  filled,
  mixture,
  normal,
  SIZES,
  SPANS,
  tensorsOf,
  WORDS,
} from "../../../test/support/models/small-span-heads.ts";
import {
  evaluate,
  gradient,
  inputsOf,
  ParameterStore,
  parameterLeaves,
  Session,
  type Tensor,
} from "../../graph/index.ts";
import { Random } from "../../random.ts";
import { biaffineClassifier } from "./biaffine-classifier.ts";
import { createSpanHead } from "./create-span-head.ts";
import { spanClassifier } from "./span-classifier.ts";
import type { SpanHead } from "./span-head.ts";
import { feedSpans } from "./span-nodes.ts";
import { widthClassifier } from "./width-classifier.ts";

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
  {
    name: "biaffine classifier",
    make: () => biaffineClassifier(SIZES, { width: 2 }),
    formula: biaffineFormula,
    parameters: [
      ["head.starts.weight", [2, 5]],
      ["head.starts.bias", [2]],
      ["head.ends.weight", [2, 5]],
      ["head.ends.bias", [2]],
      ["head.biaffine", [3, 4]],
      ["head.label.weight", [3, 4]],
      ["head.label.bias", [3]],
    ],
  },
];

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
    const { store, words, scores, vectors } = built(head, true);
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
    const targets = new Map([["words", words], ...parameterLeaves([loss])]);
    expect([...targets.keys()].sort()).toEqual(["words", ...store.names()].sort());
    const slopes = evaluate(gradient(loss, [...targets.values()]), feeds);
    [...targets.keys()].forEach((name, i) => {
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
      const { store, words: rows, spans: list, scores, vectors } = built(head, training);
      filled(store, new Random(6));
      const { loss, mixtures } = mixture(scores, vectors);
      const slopes = gradient(loss, [rows, ...parameterLeaves([loss]).values()]);
      const outputs = Object.fromEntries(
        [loss, scores, vectors, ...slopes].map((node, i) => [`y${i}`, node]),
      );
      const session = await Session.compile({ outputs, inputs: list.inputs, threads: 1 });
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
        const reference = evaluate(Object.values(outputs), feeds);
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
      const names = inputsOf({ outputs: { scores } }).map(({ name }) => name);
      return names.filter((name) => name.endsWith("dropout") || /\.dropout\./.test(name));
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
