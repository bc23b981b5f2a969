import { describe, expect, test } from "vitest";
import { expectClose } from "../../../test/graph/check-case.ts";
import * as g from "../index.ts";

describe("writeOnnx", () => {
  const build = () => {
    const x = g.input("x", ["n", 3]);
    const w = g.parameter("w", [2, 3]);
    return { x, w, y: g.tanh(g.linear(x, w)) };
  };

  test("writes the same bytes for the same graph, whatever was built in between", () => {
    const { y } = build();
    g.exp(g.input("other", [4]));
    expect(g.writeOnnx({ outputs: { y: build().y } })).toEqual(g.writeOnnx({ outputs: { y } }));
  });

  test("computes a common sub-expression once", () => {
    const { x } = build();
    const once = g.writeOnnx({ outputs: { y: g.exp(g.mul(x, x)) } });
    const twice = g.writeOnnx({ outputs: { y: g.exp(g.mul(x, x)), z: g.exp(g.mul(x, x)) } });
    // In the file an operator's name is field 4 (tag 0x22) of length 3.
    const count = (bytes: Uint8Array) =>
      new TextDecoder("latin1").decode(bytes).split("\u0022\u0003Exp").length - 1;
    expect([count(once), count(twice)]).toEqual([1, 1]);
  });

  test("bakes parameters in for inference", async () => {
    const { y } = build();
    const w = { data: Float32Array.of(1, 2, 3, 4, 5, 6), shape: [2, 3] };
    const x = { data: Float32Array.of(0.1, -0.2, 0.3), shape: [1, 3] };
    const baked = await g.Session.compile({ outputs: { y }, baked: { w }, threads: 1 });
    expect(baked.inputs.map(({ name }) => name)).toEqual(["x"]);
    const fed = await g.Session.compile({ outputs: { y }, threads: 1 });
    const [a, b] = [await baked.run({ x }), await fed.run({ x, w })];
    // tanh(0.1 − 0.4 + 0.9) and tanh(0.4 − 1 + 1.8)
    expectClose(a.y!.data as Float32Array, [Math.tanh(0.6), Math.tanh(1.2)], 1e-6);
    expect(a.y).toEqual(b.y);
    await Promise.all([baked.dispose(), fed.dispose()]);
  });

  test("says what is wrong with a baked tensor", () => {
    const w = { data: new Float32Array(6), shape: [3, 2] };
    expect(() => g.writeOnnx({ outputs: { y: build().y }, baked: { w } })).toThrow(
      '"w" needs float32 [2, 3], got float32 [3, 2]',
    );
  });

  test("refuses two inputs of one name, and an output called like an input", () => {
    const two = g.add(g.input("x", [2]), g.input("x", [2]));
    expect(() => g.writeOnnx({ outputs: { y: two } })).toThrow('two inputs are called "x"');
    expect(() => g.writeOnnx({ outputs: { x: build().y } })).toThrow(
      'an input and an output are both called "x"',
    );
  });

  test("a size that no input has is an error that says what to do; with such an input it is known", async () => {
    const y = g.zeros(["n", 2]);
    expect(() => g.writeOnnx({ outputs: { y } })).toThrow(
      'no input of the model has the size "n": list one that has it in `inputs`',
    );
    const session = await g.Session.compile({ outputs: { y }, inputs: [g.input("x", ["n"])] });
    const { y: result } = await session.run({ x: { data: new Float32Array(3), shape: [3] } });
    expect(result).toEqual({ data: new Float32Array(6), shape: [3, 2] });
    await session.dispose();
  });

  test("an input can be an output", async () => {
    const x = g.input("x", ["n"]);
    const session = await g.Session.compile({ outputs: { same: x, again: x } });
    const data = Float32Array.of(1, 2);
    const { same, again } = await session.run({ x: { data, shape: [2] } });
    expect([same!.data, again!.data]).toEqual([data, data]);
    await session.dispose();
  });
});
