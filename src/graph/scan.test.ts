import { describe, expect, test } from "vitest";
import { type Case, checkCase } from "../../test/graph/check-case.ts";
import * as g from "./index.ts";
import { type Node, topological } from "./node.ts";
import { writeOnnx } from "./onnx/write.ts";

const sizes = [
  { time: 3, batch: 2 },
  { time: 1, batch: 1 },
];

const cases: Readonly<Record<string, Case>> = {
  "running product": {
    inputs: { x: { shape: ["time", 2] }, start: { shape: [2] } },
    sizes,
    build: ({ x, start }) => {
      const { final, outputs } = g.scan({
        initial: [start!],
        inputs: [x!],
        body: ([state], [element]) => {
          const next = g.mul(state!, element!);
          return { carries: [next], outputs: [g.add(next, state!)] };
        },
      });
      return [...final, ...outputs];
    },
  },
  "a linear body: the way back looks at no value of the way there": {
    inputs: { x: { shape: ["time", 2] } },
    sizes,
    build: ({ x }) =>
      g.scan({
        initial: [g.zeros([2])],
        inputs: [x!],
        body: ([state], [element]) => ({ carries: [g.add(g.mul(state!, 0.5), element!)] }),
      }).final,
  },
  "backwards, with an output that is also the state": {
    inputs: { x: { shape: ["time", 2] }, start: { shape: [2] } },
    sizes,
    build: ({ x, start }) => {
      const { final, outputs } = g.scan({
        initial: [start!],
        inputs: [x!],
        reverse: true,
        body: ([state], [element]) => {
          const next = g.tanh(g.add(g.mul(state!, 0.5), element!));
          return { carries: [next], outputs: [next, element!, state!] };
        },
      });
      return [...final, ...outputs];
    },
  },
  "only the outputs matter": {
    inputs: { x: { shape: ["time", 3] } },
    sizes,
    build: ({ x }) =>
      g.scan({
        initial: [g.zeros([3])],
        inputs: [x!],
        body: ([state], [element]) => {
          const next = g.sub(g.exp(g.neg(element!)), state!);
          return { carries: [next], outputs: [g.mul(next, next)] };
        },
      }).outputs,
  },
  "recurrent layer with weights on the right": {
    inputs: {
      x: { shape: ["time", "batch", 3] },
      w: { shape: [3, 2] },
      u: { shape: [2, 2] },
      bias: { shape: [2] },
    },
    sizes,
    build: ({ x, w, u, bias }) =>
      g.scan({
        initial: [g.zeros(["batch", 2])],
        inputs: [x!],
        body: ([h], [element]) => {
          const next = g.tanh(
            g.add(g.add(g.matmul(element!, w!), g.matmul(h!, u!, { transposeB: true })), bias!),
          );
          return { carries: [next], outputs: [next] };
        },
      }).outputs,
  },
  "recurrent layer with weights on the left, one per direction": {
    inputs: { x: { shape: ["time", 2, 3, "batch"] }, w: { shape: [2, 3, 3] } },
    sizes,
    build: ({ x, w }) =>
      g.scan({
        initial: [g.zeros([2, 3, "batch"])],
        inputs: [x!],
        body: ([h], [element]) => {
          const next = g.sigmoid(g.add(g.matmul(w!, h!), element!));
          return { carries: [next], outputs: [next] };
        },
      }).outputs,
  },
  "a weight used twice, once elementwise": {
    inputs: { x: { shape: ["time", 2, 2] }, w: { shape: [2, 2] } },
    sizes,
    build: ({ x, w }) =>
      g.scan({
        initial: [g.ones([2, 2])],
        inputs: [x!],
        body: ([h], [element]) => {
          const next = g.mul(g.tanh(g.add(g.matmul(h!, w!), element!)), w!);
          return { carries: [next] };
        },
      }).final,
  },
  "two states, one of them counting whole numbers": {
    inputs: { x: { shape: ["time", 2] } },
    sizes,
    build: ({ x }) =>
      g.scan({
        initial: [g.constant(0, [], "int64"), g.zeros([2])],
        inputs: [x!],
        body: ([count, sum], [element]) => {
          const weight = g.cast(count!, "float32");
          const next = g.add(sum!, g.mul(g.exp(element!), weight));
          return { carries: [g.add(count!, 1), next], outputs: [next] };
        },
      }).outputs,
  },
  "ops with several results inside": {
    inputs: { x: { shape: ["time", "batch", 4] }, gamma: { shape: [4] }, beta: { shape: [4] } },
    sizes,
    build: ({ x, gamma, beta }) =>
      g.scan({
        initial: [g.ones(["batch", 4])],
        inputs: [x!],
        body: ([h], [element]) => {
          const normal = g.layerNorm(g.add(h!, element!), gamma!, beta!, 1e-2);
          const [left, right] = g.split(normal, 1, [2, 2]) as [Node, Node];
          return { carries: [g.concat([g.sigmoid(right), left], 1)], outputs: [normal] };
        },
      }).outputs,
  },
  "a broadcast log-sum, as in a chain of tags": {
    inputs: { x: { shape: ["time", "batch", 3] }, table: { shape: [3, 3] } },
    sizes,
    build: ({ x, table }) =>
      g.scan({
        initial: [g.zeros(["batch", 3])],
        inputs: [x!],
        body: ([alpha], [element]) => ({
          carries: [g.add(g.logSumExp(g.add(g.unsqueeze(alpha!, 2), table!), 1), element!)],
        }),
      }).final,
  },
  "a loop in a loop": {
    inputs: { x: { shape: ["time", 2, 2] }, w: { shape: [2] } },
    sizes,
    build: ({ x, w }) =>
      g.scan({
        initial: [g.zeros([2])],
        inputs: [x!],
        body: ([outer], [rows]) => {
          const inner = g.scan({
            initial: [outer!],
            inputs: [rows!],
            body: ([h], [row]) => ({ carries: [g.tanh(g.add(g.mul(h!, w!), row!))] }),
          });
          return { carries: inner.final, outputs: inner.final };
        },
      }).outputs,
  },
  "a value from outside as the next state": {
    inputs: { x: { shape: ["time", 2] }, y: { shape: [2] } },
    sizes,
    build: ({ x, y }) => {
      const { final, outputs } = g.scan({
        initial: [g.zeros([2])],
        inputs: [x!],
        body: ([state], [element]) => ({ carries: [y!], outputs: [g.mul(g.exp(state!), element!), y!] }),
      });
      return [...final, ...outputs];
    },
  },
};

describe("scan", () => {
  for (const [name, one] of Object.entries(cases)) test(name, () => checkCase(`scan ${name}`, one));

  test("computes what does not change from step to step once, outside", () => {
    const x = g.input("x", ["time", 2]);
    const w = g.parameter("w", [2]);
    const { outputs } = g.scan({
      initial: [g.zeros([2])],
      inputs: [x],
      body: ([h], [element]) => {
        const next = g.add(g.mul(h!, g.exp(w)), element!);
        return { carries: [next], outputs: [next] };
      },
    });
    const main = topological(outputs).map(({ op }) => op);
    expect(main).toContain("exp");
  });

  test("keeps the [batch, tags, tags] sums of a chain out of memory: they are made again on the way back", () => {
    const x = g.input("x", ["time", "batch", 7]);
    const table = g.parameter("table", [7, 7]);
    const { final } = g.scan({
      initial: [g.zeros(["batch", 7])],
      inputs: [x],
      body: ([alpha], [element]) => ({
        carries: [g.add(g.logSumExp(g.add(g.unsqueeze(alpha!, 2), table), 1), element!)],
      }),
    });
    const slopes = g.gradient(g.reduceSum(final[0]!), [x, table]);
    const stacks = topological(slopes).filter(({ op }) => op === "scanStack");
    expect(stacks.map(({ shape }) => shape).every((shape) => shape.length <= 3)).toBe(true);
    expect(stacks.length).toBeGreaterThan(0);
  });

  test("refuses a state that changes its shape", () => {
    const x = g.input("x", ["time", 2]);
    const scan = () =>
      g.scan({ initial: [g.zeros([2])], inputs: [x], body: ([s]) => ({ carries: [g.concat([s, s], 0)] }) });
    expect(scan).toThrow(
      "scan: carry 0 changes its shape or type in the body, got float32 [2] and float32 [4]",
    );
  });

  test("writes the same bytes for the same loop", () => {
    const make = () => {
      const x = g.input("x", ["time", 2]);
      const { final } = g.scan({
        initial: [g.zeros([2])],
        inputs: [x],
        body: ([h], [element]) => ({ carries: [g.tanh(g.add(h!, element!))] }),
      });
      const loss = g.reduceSum(final[0]!);
      return writeOnnx({ outputs: { loss, dx: g.gradient(loss, [x])[0]! } });
    };
    expect(make()).toEqual(make());
  });
});
