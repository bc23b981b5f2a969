import { evaluate, gradient, type Node, Session } from "../../src/graph/index.ts";
import { centralDifferences, expectClose, tensors } from "./check-case.ts";

type Feeds = Readonly<
  Record<string, { readonly data: readonly number[]; readonly shape: readonly number[] }>
>;

export interface LossOracle {
  /** Numbers that are given elsewhere: the node that computes them, and what they are. */
  readonly values: Readonly<Record<string, readonly [node: Node, expected: readonly number[]]>>;
  readonly loss: Node;
  /** The gradient of `loss` with respect to each input, by name. */
  readonly slopes: Readonly<Record<string, readonly [input: Node, expected: readonly number[]]>>;
  readonly feeds: Feeds;
  readonly dtypes?: Readonly<Record<string, "int64" | "bool">>;
}

/**
 * Compares values and gradients with an oracle: 1e-9 by the interpreter, 1e-4 when compiled; and the
 * gradients with central differences.
 */
export async function expectLossOracle({ values, loss, slopes, feeds, dtypes }: LossOracle): Promise<void> {
  const found = gradient(
    loss,
    Object.values(slopes).map(([node]) => node),
  );
  const wanted = new Map<string, readonly [Node, readonly number[]]>(Object.entries(values));
  for (const [i, [name, [, expected]]] of Object.entries(slopes).entries()) {
    wanted.set(`d ${name}`, [found[i]!, expected]);
    const numeric = centralDifferences(loss, feeds, name);
    // Rounding in the loss limits what differences can show where the loss is large.
    const size = Math.max(1, ...evaluate([loss], feeds)[0]!.data.map(Math.abs));
    expectClose(expected, numeric, 2e-6 * size, `differences of ${name}`);
  }
  const outputs = Object.fromEntries([...wanted].map(([name, [node]]) => [name, node]));
  const interpreted = evaluate(Object.values(outputs), feeds);
  for (const [i, [name, [, expected]]] of [...wanted].entries()) {
    expectClose(interpreted[i]!.data, expected, 1e-9, `interpreted ${name}`);
  }
  const session = await Session.compile({ outputs, threads: 1 });
  const results = await session.run(tensors(feeds, dtypes));
  for (const [name, [, expected]] of wanted) {
    expectClose(results[name]!.data as Float32Array, expected, 1e-4, `compiled ${name}`);
  }
  await session.dispose();
}

/** A nested list as a feed. */
export function matrix(rows: readonly (readonly number[])[]): { data: number[]; shape: number[] } {
  return { data: rows.flat(), shape: [rows.length, rows[0]!.length] };
}

/** A plain list as a feed. */
export function vector(data: readonly number[]): { data: number[]; shape: number[] } {
  return { data: [...data], shape: [data.length] };
}
