import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { LinearChain } from "../../src/chains/linear-chain.ts";
import { evaluate, gradient, input, type Node, reduceSum, Session } from "../../src/graph/index.ts";
import { expectClose, tensors } from "./check-case.ts";

export interface Oracle<Inputs, Expected> {
  readonly cases: readonly { readonly name: string; readonly inputs: Inputs; readonly expected: Expected }[];
}

/** Values and gradients computed elsewhere, in double precision; see test/fixtures/oracles. */
export function readOracle<Inputs, Expected>(name: string): Oracle<Inputs, Expected> {
  return JSON.parse(readFileSync(join("test/fixtures/oracles", `${name}.public.json`), "utf8"));
}

export interface ChainInputs {
  readonly emissions: number[][];
  readonly transitions: number[][];
  readonly start: number[] | null;
  readonly end: number[] | null;
}

export interface ChainGradients {
  readonly grad_emissions: number[][];
  readonly grad_transitions: number[][];
  readonly grad_start?: number[];
  readonly grad_end?: number[];
}

/** One sentence as a batch: nodes for its scores, and what to feed them. */
export function chainOf(inputs: ChainInputs) {
  const tags = inputs.transitions.length;
  const nodes = {
    emissions: input("emissions", ["batch", "words", tags]),
    transitions: input("transitions", [tags, tags]),
    start: inputs.start === null ? undefined : input("start", [tags]),
    end: inputs.end === null ? undefined : input("end", [tags]),
  } satisfies LinearChain;
  const feeds: Record<string, { data: number[]; shape: number[] }> = {
    emissions: { data: inputs.emissions.flat(), shape: [1, inputs.emissions.length, tags] },
    transitions: { data: inputs.transitions.flat(), shape: [tags, tags] },
    ...(inputs.start === null ? {} : { start: { data: inputs.start, shape: [tags] } }),
    ...(inputs.end === null ? {} : { end: { data: inputs.end, shape: [tags] } }),
  };
  return { nodes, feeds };
}

/** Compares named values and the gradients of `loss` with an oracle: 1e-9 by the interpreter, 1e-4 when compiled. */
export async function expectOracle(
  values: Readonly<Record<string, readonly [node: Node, expected: number]>>,
  loss: Node,
  nodes: LinearChain,
  feeds: Readonly<Record<string, { data: number[]; shape: number[] }>>,
  expected: ChainGradients,
  dtypes: Readonly<Record<string, "int64" | "bool">> = {},
): Promise<void> {
  const targets = [
    ["d emissions", nodes.emissions, expected.grad_emissions.flat()],
    ["d transitions", nodes.transitions, expected.grad_transitions.flat()],
    ["d start", nodes.start, expected.grad_start],
    ["d end", nodes.end, expected.grad_end],
  ] as const;
  const wanted = targets.filter(([, node]) => node !== undefined);
  const slopes = gradient(
    reduceSum(loss),
    wanted.map(([, node]) => node!),
  );
  const outputs: Record<string, Node> = Object.fromEntries(
    Object.entries(values).map(([name, [node]]) => [name, node]),
  );
  const numbers = new Map<string, readonly number[]>(
    Object.entries(values).map(([name, [, value]]) => [name, [value]]),
  );
  for (const [i, [name, , numbersOf]] of wanted.entries()) {
    outputs[name] = slopes[i]!;
    expect(numbersOf).toBeDefined();
    numbers.set(name, numbersOf!);
  }
  const names = Object.keys(outputs);
  evaluate(Object.values(outputs), feeds).forEach((value, i) => {
    expectClose(value.data, numbers.get(names[i]!)!, 1e-9, `interpreted ${names[i]}`);
  });
  const session = await Session.compile({ outputs, threads: 1 });
  const results = await session.run(tensors(feeds, dtypes));
  for (const name of names)
    expectClose(results[name]!.data as Float32Array, numbers.get(name)!, 1e-4, `compiled ${name}`);
  await session.dispose();
}
