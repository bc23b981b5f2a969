import { expect, test } from "vitest";
import { quietSession, tinyEncoder } from "../../../test/support/models/tiny-task.ts";
import { ParameterStore, Session, type Tensor } from "../../graph/index.ts";
import { Random } from "../../random.ts";
import { gridRows, spanGrid } from "../span/span-grid.ts";
import { type BinderConfig, binderConfig } from "./config.ts";
import { binderTypes } from "./entity-types.ts";
import { binderText, feedBinderText } from "./text.ts";

const sentences = ["Ada Lovelace lived in London .", "Yes", "the Bank of England pays the Duke of York"];
const descriptions = ["a person", "a place on a map", "a company"];

type Vector = readonly number[];
const times = (a: Vector, b: Vector): Vector => a.map((x, i) => x * b[i]!);
const dot = (a: Vector, b: Vector) => times(a, b).reduce((sum, x) => sum + x, 0);
const cosine = (a: Vector, b: Vector) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));

function rowsOf({ data, shape }: Tensor): Vector[] {
  const [rows, size] = shape as [number, number];
  const all = Array.from(data as Float32Array);
  return Array.from({ length: rows }, (_, i) => all.slice(i * size, (i + 1) * size));
}

/** All that `binderText` computes for three sentences and three types, and what it is computed from. */
async function scored(options: Partial<BinderConfig>, training: boolean) {
  const config = binderConfig.parse({
    kind: "binder",
    maxWidth: 4,
    width: 8,
    embedding: 5,
    dropout: 0.4,
    ...options,
  });
  const encoder = tinyEncoder({ width: 6, dropout: 0 });
  const parameters = new ParameterStore({ seed: 5 });
  const context = { parameters, training };
  const types = binderTypes(encoder, config);
  const output = encoder.build(context);
  const vectors = types.build(context, descriptions.length);
  const grid = spanGrid(config.maxWidth);
  const { start, end, span } = binderText(context, output, { grid, types: vectors, config });
  const outputs = {
    words: output.words,
    whole: output.sentences,
    eStart: vectors.start,
    eEnd: vectors.end,
    eSpan: vectors.span,
    starts: start.scores,
    ends: end.scores,
    spans: span.scores,
    wholeStarts: start.sentences,
    wholeEnds: end.sentences,
    wholeSpans: span.sentences,
  };
  // Biases start at 0: with numbers in them a mistake would show.
  for (const { name, values } of parameters) {
    if (name.endsWith(".bias")) values.set(values.map((_, i) => Math.sin(i + 1) / 3));
  }
  const bound = Object.fromEntries(
    [...parameters].map(({ name, values, shape }) => [name, { data: values, shape }]),
  );
  const session = await Session.compile({ outputs, bound, ...quietSession });
  const batch = sentences.map((text) => encoder.prepare(text.split(" ")));
  const random = training ? new Random(7) : undefined;
  const feeds = {
    ...encoder.feed(batch, random),
    ...types.feed(
      descriptions.map((text) => types.prepare({ words: text.split(" ") })),
      random,
    ),
    ...feedBinderText(batch, config, random),
  };
  const results = await session.run(feeds);
  await session.dispose();
  const weight = (name: string) => {
    const { values, shape } = parameters.get(name);
    return shape.length === 1 ? [Array.from(values)] : rowsOf({ data: values, shape });
  };
  return { config, results, feeds, weight, lengths: batch.map(({ words }) => words) };
}

/** W x + b */
const layer = (weight: readonly Vector[], bias: Vector, x: Vector) =>
  weight.map((row, i) => dot(row, x) + bias[i]!);

test.each([
  ["apart", false],
  ["apart", true],
  ["shared", false],
  ["shared", true],
] as const)(
  "layers %s, dropout %s: every similarity is what the formula gives, span by span",
  async (layers, training) => {
    const { config, results, feeds, weight, lengths } = await scored({ layers }, training);
    const [words, whole] = [rowsOf(results.words!), rowsOf(results.whole!)];
    const types = {
      start: rowsOf(results.eStart!),
      end: rowsOf(results.eEnd!),
      span: rowsOf(results.eSpan!),
    };
    const span = weight("head.span.weight");
    const spanBias = weight("head.span.bias")[0]!;
    const columns = (from: number, to: number) => span.map((row) => row.slice(from, to));
    const layerOf = (objective: "start" | "end") =>
      layers === "shared"
        ? ([objective === "start" ? columns(0, 6) : columns(6, 12), spanBias] as const)
        : ([weight(`head.${objective}.weight`), weight(`head.${objective}.bias`)[0]!] as const);
    const kept = new Array<number>(config.width).fill(1);
    const mask = (name: string, row: number) =>
      training ? rowsOf(feeds[`head.dropout.${name}`]!)[row]! : kept;
    const rows = gridRows(words.length, config.maxWidth);
    const near = (tensor: Tensor, at: number, expected: number) =>
      expect((tensor.data as Float32Array)[at]).toBeCloseTo(expected / config.temperature, 3);

    let first = 0;
    lengths.forEach((length, s) => {
      for (const [k] of descriptions.entries()) {
        for (const [objective, found, ofWhole] of [
          ["start", results.starts!, results.wholeStarts!],
          ["end", results.ends!, results.wholeEnds!],
        ] as const) {
          const [matrix, bias] = layerOf(objective);
          const u = times(layer(matrix, bias, whole[s]!), mask(`sentence.${objective}`, s));
          near(ofWhole, s * 3 + k, cosine(u, types[objective][k]!));
          for (let i = first; i < first + length; i++) {
            const own = times(layer(matrix, bias, words[i]!), mask(objective, i));
            near(found, i * 3 + k, cosine(own, types[objective][k]!));
          }
        }
        const spanOf = (a: Vector, b: Vector, d: number) =>
          times(layer(span, spanBias, [...a, ...b, ...weight("head.widths")[d]!]), mask("span", s));
        near(results.wholeSpans!, s * 3 + k, cosine(spanOf(whole[s]!, whole[s]!, 0), types.span[k]!));
        for (let i = 0; i < length; i++) {
          for (let d = 0; d < config.maxWidth && i + d < length; d++) {
            const s_ij = spanOf(words[first + i]!, words[first + i + d]!, d);
            near(results.spans!, (d * rows + first + i) * 3 + k, cosine(s_ij, types.span[k]!));
          }
        }
      }
      first += length;
    });
  },
);
