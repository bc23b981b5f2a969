import { expect, test } from "vitest";
import { expectClose } from "../../../test/graph/check-case.ts";
import {
  rowsOf,
  spanOf,
  spanScores,
  weightsIn,
  widthFormula,
} from "../../../test/support/models/literal-span-heads.ts";
import {
  built,
  DIM,
  filled,
  normal,
  SIZES,
  SPANS,
  tensorsOf,
  WORDS,
} from "../../../test/support/models/small-span-heads.ts";
import { evaluate, input, ParameterStore } from "../../graph/index.ts";
import { Random } from "../../random.ts";
import { spanClassifier } from "./span-classifier.ts";
import { feedSpans, spanNodes } from "./span-nodes.ts";
import { widthClassifier } from "./width-classifier.ts";

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
