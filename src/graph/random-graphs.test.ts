import fc from "fast-check";
import { expect, test } from "vitest";
import { expectClose, tensors } from "../../test/graph/check-case.ts";
import { Random } from "../random.ts";
import * as g from "./index.ts";
import type { Node } from "./node.ts";

/** What can be done to `[n, 3]` tensors so that the result is one again. */
const steps: readonly ((a: Node, b: Node, w: Node, v: Node) => Node)[] = [
  (a, b) => g.add(a, b),
  (a, b) => g.sub(a, g.mul(b, 0.5)),
  (a, b) => g.mul(a, g.tanh(b)),
  (a, b) => g.div(a, g.add(g.abs(b), 1)),
  (a) => g.sigmoid(a),
  (a) => g.gelu(a),
  (a) => g.softmax(a),
  (a, _, w) => g.matmul(a, w),
  (a, _, w, v) => g.add(g.matmul(a, w, { transposeB: true }), v),
  (a, _, __, v) => g.layerNorm(a, v, v, 0.1),
  (a, b) => g.where(g.greater(a, b), a, g.neg(b)),
  (a, b) => g.slice(g.concat([a, b], 1), 1, 2, 5),
  (a) => g.sub(a, g.unsqueeze(g.logSumExp(a), 1)),
  (a) => g.reverse(g.cumsum(g.mul(a, 0.3), 0), 0),
  (a) => g.sub(a, g.reduceMean(a, 0, { keep: true })),
  (a, b) => g.reshape(g.transpose(g.reshape(g.max(a, b), ["n", 1, 3]), [1, 0, 2]), ["n", 3]),
  (a, b, w) =>
    g.scan({
      initial: [g.zeros([1, 3])],
      inputs: [g.reshape(a, ["n", 1, 3]), g.reshape(b, ["n", 1, 3])],
      body: ([h], [x, y]) => {
        const next = g.tanh(g.add(g.matmul(h!, w), g.mul(x!, y!)));
        return { carries: [next], outputs: [g.reshape(next, [3])] };
      },
    }).outputs[0]!,
];

const program = fc.record({
  // Each step works on two earlier values, counted back from the newest.
  steps: fc.array(fc.tuple(fc.nat(steps.length - 1), fc.nat(4), fc.nat(4)), { minLength: 1, maxLength: 9 }),
  seed: fc.nat(),
  n: fc.integer({ min: 1, max: 4 }),
});

test("any graph of these steps, compiled, gives the interpreter's values and gradients", async () => {
  await fc.assert(
    fc.asyncProperty(program, async ({ steps: chosen, seed, n }) => {
      const x = g.input("x", ["n", 3]);
      const [w, v] = [g.parameter("w", [3, 3]), g.parameter("v", [3])];
      const values: Node[] = [x];
      for (const [which, back, other] of chosen) {
        const at = (distance: number) => values[Math.max(0, values.length - 1 - distance)]!;
        values.push(steps[which]!(at(back), at(other), w, v));
      }
      const y = values.at(-1)!;
      const loss = g.reduceSum(g.mul(y, y));
      const [dx, dw, dv] = g.gradient(loss, [x, w, v]) as [Node, Node, Node];
      const outputs = { y, loss, dx, dw, dv };
      const random = new Random(seed);
      const draw = (shape: number[]) => ({
        data: Float64Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () =>
          Math.fround(random.normal()),
        ),
        shape,
      });
      const feeds = { x: draw([n, 3]), w: draw([3, 3]), v: draw([3]) };
      const reference = g.evaluate(Object.values(outputs), feeds, [x, w, v]);
      const session = await g.Session.compile({ outputs, inputs: [x, w, v], threads: 1 });
      const compiled = await session.run(tensors(feeds));
      await session.dispose();
      for (const [i, name] of Object.keys(outputs).entries()) {
        const wanted = reference[i]!.data;
        const scale = wanted.reduce((largest, value) => Math.max(largest, Math.abs(value)), 1);
        // Rounding grows with the largest number on the way, not with each result.
        const got = Array.from(compiled[name]!.data, Number).map((value) => value / scale);
        expectClose(
          got,
          wanted.map((value) => value / scale),
          1e-3,
          name,
        );
      }
      expect(compiled.y!.shape).toEqual([n, 3]);
    }),
    { numRuns: 60, seed: 11 },
  );
});
