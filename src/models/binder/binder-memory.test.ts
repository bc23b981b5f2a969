import { expect, test } from "vitest";
import { tinyEncoder } from "../../../test/support/models/tiny-task.ts";
import { bindDim } from "../../graph/dimension.ts";
import {
  elementsOf,
  gradient,
  input,
  mul,
  ParameterStore,
  parameterLeaves,
  reduceSum,
} from "../../graph/index.ts";
import { topological } from "../../graph/node.ts";
import { gridRows, spanGrid } from "../span/span-grid.ts";
import { binderConfig } from "./config.ts";
import { binderTypes } from "./entity-types.ts";
import { binderText } from "./text.ts";

const WORDS = 2000;

/** The largest tensor on the way from words to the loss and back, in numbers. */
function largest(maxWidth: number, width: number, types: number, training: boolean): number {
  const config = binderConfig.parse({ kind: "binder", maxWidth, width, embedding: 16 });
  const encoder = tinyEncoder();
  const context = { parameters: new ParameterStore(), training };
  const grid = spanGrid(maxWidth);
  const vectors = binderTypes(encoder, config).build(context, types);
  const { span } = binderText(context, encoder.build(context), { grid, types: vectors, config });
  const loss = reduceSum(mul(span.scores, input("weights", [maxWidth, grid.rows, types])));
  const trained = [...parameterLeaves([loss])]
    .filter(([name]) => name.startsWith("head."))
    .map(([, leaf]) => leaf);
  const rows = gridRows(WORDS, maxWidth);
  const sizes = new Map([
    ["words", WORDS],
    ["sentences", 80],
    ["grid_blocks", rows / Math.max(16, maxWidth)],
  ]);
  return topological([loss, ...gradient(loss, trained)])
    .filter(({ shape }) => shape.some((dim) => typeof dim === "string" && dim.includes("grid_blocks")))
    .reduce((most, { results }) => {
      const own = results.map(({ shape }) => bindDim(elementsOf(shape), sizes));
      return Math.max(most, ...own);
    }, 0);
}

test.each([false, true])("no tensor has a vector for each span (dropout %s)", (training) => {
  // Spans × types would be 2,000 · 30 · 4 = 240,000 numbers, vectors of two blocks of words 2,000 · 2 · 128 = 512,000, and vectors of
  // spans 7,680,000. A little more than the first two is for rows that fill a block.
  expect(largest(30, 128, 4, training)).toBeLessThan(1.1 * 512_000);
  // With many types it is they that count: 2,000 · 30 · 50 = 3,000,000.
  expect(largest(30, 128, 50, training)).toBeLessThan(1.1 * 3_000_000);
  // Twice as wide spans take twice as much.
  expect(largest(60, 128, 50, training)).toBeLessThan(1.1 * 6_000_000);
});
