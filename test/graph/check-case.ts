import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { bindDim } from "../../src/graph/dimension.ts";
import {
  add,
  type DType,
  evaluate,
  gradient,
  input,
  mul,
  type Node,
  type Numbers,
  reduceSum,
  Session,
  type Shape,
  type Tensors,
  typedArray,
  writeOnnx,
} from "../../src/graph/index.ts";
import { Random } from "../../src/random.ts";

export interface CaseInput {
  readonly shape: Shape;
  readonly dtype?: DType;
  /** How to draw a value; default: standard normal. */
  readonly draw?: (random: Random) => number;
  /** Values set by hand, in place of drawn ones. */
  readonly values?: readonly number[];
  /** Data rather than weights: no gradient is asked for. */
  readonly fixed?: boolean;
}

/** A piece of graph to be checked against the interpreter and against central differences. */
export interface Case {
  readonly inputs: Readonly<Record<string, CaseInput>>;
  readonly build: (nodes: Readonly<Record<string, Node>>) => Node | readonly Node[];
  /** What symbolic sizes are, one run for each. */
  readonly sizes?: readonly Readonly<Record<string, number>>[];
  /** False where no gradient is defined. */
  readonly differentiable?: boolean;
  readonly tolerance?: number;
}

/**
 * Checks a case: compiled forward pass and gradients equal the interpreter's, and the
 * interpreter's gradients equal central differences, at every coordinate of every float input.
 *
 * With LACUNA_WRITE_ONNX set to a folder, also leaves the model there for scripts/check-onnx.py.
 */
export async function checkCase(
  name: string,
  { inputs, build, sizes = [{}], ...options }: Case,
): Promise<void> {
  const { differentiable = true, tolerance = 1e-4 } = options;
  const nodes: Record<string, Node> = Object.fromEntries(
    Object.entries(inputs).map(([key, { shape, dtype }]) => [key, input(key, shape, dtype)]),
  );
  const results = [build(nodes)].flat() as Node[];
  const outputs: Record<string, Node> = Object.fromEntries(results.map((node, i) => [`y${i}`, node]));
  // The loss is a random mixture of all outputs, so that an error in one place cannot cancel another.
  const floats = results.filter(({ dtype }) => dtype === "float32");
  const mixtures = floats.map(({ shape }, i) => input(`mixture${i}`, shape));
  const targets = differentiable
    ? Object.entries(nodes).flatMap(([key, node]) =>
        node.dtype === "float32" && !inputs[key]!.fixed ? [node] : [],
      )
    : [];
  const parts = floats.map((node, i) => reduceSum(mul(node, mixtures[i]!)));
  const loss = parts.length === 0 ? undefined : parts.reduce((a, b) => add(a, b));
  const slopes = loss === undefined || targets.length === 0 ? [] : gradient(loss, targets);
  for (const [i, slope] of slopes.entries()) outputs[`d${i}`] = slope;
  if (loss !== undefined) outputs.loss = loss;

  const sources = [...Object.values(nodes), ...mixtures];
  const folder = process.env.LACUNA_WRITE_ONNX;
  if (folder !== undefined) {
    const file = `${name.replaceAll(/[^A-Za-z0-9]+/g, "-")}.onnx`;
    writeFileSync(join(folder, file), writeOnnx({ outputs, inputs: sources }));
  }
  const session = await Session.compile({ outputs, inputs: sources, threads: 1 });
  for (const [run, binding] of sizes.entries()) {
    const random = new Random(run + 1).fork(name);
    const feeds: Record<string, { data: Float64Array; shape: number[] }> = {};
    const dtypes: Record<string, DType> = {};
    for (const [key, spec] of Object.entries(inputs)) {
      const shape = spec.shape.map((dim) => bindDim(dim, new Map(Object.entries(binding))));
      const length = shape.reduce((a, b) => a * b, 1);
      const draw = spec.draw ?? (() => random.normal());
      const data = Float64Array.from(spec.values ?? Array.from({ length }, () => Math.fround(draw(random))));
      feeds[key] = { data, shape };
      dtypes[key] = spec.dtype ?? "float32";
    }
    // The mixtures' shapes follow from the results'.
    const plain = evaluate(results, feeds, Object.values(nodes));
    floats.forEach((node, i) => {
      const { shape, data } = plain[results.indexOf(node)]!;
      feeds[`mixture${i}`] = {
        data: Float64Array.from(data, () => Math.fround(random.normal())),
        shape: [...shape],
      };
      dtypes[`mixture${i}`] = "float32";
    });
    const names = Object.keys(outputs);
    const reference = evaluate(Object.values(outputs), feeds, sources);
    const compiled = await session.run(tensors(feeds, dtypes));
    names.forEach((key, i) => {
      expect(compiled[key]!.shape, `shape of ${key}`).toEqual(reference[i]!.shape);
      expectClose(
        Array.from(compiled[key]!.data, Number),
        reference[i]!.data,
        tolerance,
        `${name}: compiled ${key}`,
      );
    });
    targets.forEach((target, i) => {
      const key = Object.keys(nodes).find((k) => nodes[k] === target)!;
      const numeric = centralDifferences(loss!, feeds, key, sources);
      expectClose(reference[names.indexOf(`d${i}`)]!.data, numeric, 2e-6, `${name}: slope of ${key}`);
    });
  }
  await session.dispose();
}

/** `∂loss/∂x` for each element of one input, by moving it a little either way. */
export function centralDifferences(
  loss: Node,
  feeds: Numbers,
  name: string,
  sources: readonly Node[] = [],
): number[] {
  const { data, shape } = feeds[name]!;
  const at = (i: number, by: number): number => {
    const moved = Float64Array.from(data as ArrayLike<number>);
    moved[i]! += by;
    return evaluate([loss], { ...feeds, [name]: { data: moved, shape } }, sources)[0]!.data[0]!;
  };
  const step = 1e-5;
  return Array.from(data, (_, i) => (at(i, step) - at(i, -step)) / (2 * step));
}

/** Element by element, relative to the size of the number where that is large. */
export function expectClose(
  got: ArrayLike<number>,
  wanted: ArrayLike<number>,
  tolerance: number,
  what = "",
): void {
  expect(got.length, what).toBe(wanted.length);
  for (let i = 0; i < got.length; i++) {
    const allowed = tolerance * Math.max(1, Math.abs(wanted[i]!));
    if (!(Math.abs(got[i]! - wanted[i]!) <= allowed)) {
      expect.fail(`${what}: element ${i} is ${got[i]}, not ${wanted[i]} (within ${allowed})`);
    }
  }
}

/** Double-precision feeds as ONNX Runtime takes them. */
export function tensors(feeds: Numbers, dtypes: Readonly<Record<string, DType>> = {}): Tensors {
  return Object.fromEntries(
    Object.entries(feeds).map(([name, { data, shape }]) => [
      name,
      { data: typedArray(dtypes[name] ?? "float32", data as ArrayLike<number>), shape },
    ]),
  );
}
