// `node scripts/bench.mjs optimiser-rows`: what one step of `cnn` costs outside ONNX Runtime, in WebAssembly memory and
// in plain arrays: summing the gradient rows of a hashed table, clipping, AdamW by rows, and drawing dropout masks.
//   --table 35000   --width 48   --gradients 9000   --steps 200
import { parseArgs } from "node:util";
import { adamW, type GradientValues, initialise, ParameterStore } from "../src/graph/index.ts";
import { dropoutMask } from "../src/graph/nn/dropout.ts";
import { sumRows } from "../src/graph/optimiser/sum-rows.ts";
import { Random } from "../src/random.ts";
import { median } from "./engine/median.ts";

const { values: flags } = parseArgs({
  options: {
    table: { type: "string", default: "35000" },
    width: { type: "string", default: "48" },
    gradients: { type: "string", default: "9000" },
    steps: { type: "string", default: "200" },
  },
});
const [table, width, gradients, steps] = [flags.table, flags.width, flags.gradients, flags.steps].map(
  Number,
) as [number, number, number, number];

type Rows = Extract<GradientValues, { kind: "rows" }>;

const random = new Random(1);
const batches = Array.from({ length: 8 }, () => drawRows());
const distinct = batches.map(({ indices }) => new Set(indices as Iterable<number | bigint>).size);
console.log(
  `table of ${table} × ${width}; ${gradients} gradient rows a step, ${median(distinct)} of them distinct; medians of ${steps} steps\n`,
);

const plain = stepTime("plain");
const wasm = stepTime("wasm");
console.log(row("a step: sums, clipping, AdamW", plain.milliseconds, wasm.milliseconds));
console.log(row("of it the sums", sumTime("plain"), sumTime("wasm")));
const words = 1_600;
const mask = times(() => dropoutMask(random, 0.2, [words, 128]));
console.log(`${`a dropout mask of ${words} × 128`.padEnd(30)} plain ${milliseconds(mask)}`);
const isSame = same(plain.values, wasm.values);
console.log(`\nthe tables end with the same bits: ${isSame ? "yes" : "NO"}`);
if (!isSame) process.exitCode = 1;

/** Rows as a graph gives them: words come up by Zipf's law, so a few rows come up again and again. */
function drawRows(): Rows {
  const indices = BigInt64Array.from({ length: gradients }, () =>
    BigInt(Math.floor(table * random.uniform() ** 3)),
  );
  const rows = Float32Array.from({ length: gradients * width }, () => 0.01 * (random.uniform() - 0.5));
  return { kind: "rows", indices, rows };
}

function stepTime(memory: "wasm" | "plain"): { milliseconds: number; values: Float32Array } {
  const store = new ParameterStore({ seed: 1, memory });
  const { values } = store.declare("table", [table, width], initialise.normal(0.1));
  const optimiser = adamW(store, { learningRate: 1e-3, weightDecay: 0.01, clipNorm: 1 });
  return {
    milliseconds: times((step) => {
      optimiser.step(new Map([["table", batches[step % batches.length]!]]));
    }),
    values,
  };
}

function sumTime(memory: "wasm" | "plain"): number {
  const parameter = new ParameterStore({ memory }).declare("table", [table, width], initialise.zeros);
  const room = { sums: parameter.companion("gradient"), spare: parameter.companion("sum") };
  return times((step) => {
    const { indices, rows } = batches[step % batches.length]!;
    sumRows(indices, rows, { width, tableRows: table, room });
  });
}

/** The median milliseconds of a step, the first tenth left out. */
function times(work: (step: number) => void): number {
  const measured = Array.from({ length: steps }, (_, step) => {
    const start = performance.now();
    work(step);
    return performance.now() - start;
  });
  return median(measured.slice(Math.floor(steps / 10)));
}

function row(title: string, before: number, after: number): string {
  return `${title.padEnd(30)} plain ${milliseconds(before)}   WebAssembly ${milliseconds(after)}   ${(before / after).toFixed(2)}×`;
}

function milliseconds(time: number): string {
  return `${time.toFixed(2)} ms`.padStart(9);
}

function same(a: Float32Array, b: Float32Array): boolean {
  const [left, right] = [a, b].map((x) => new Int32Array(x.buffer, x.byteOffset, x.length));
  return left!.every((bits, i) => bits === right![i]);
}
