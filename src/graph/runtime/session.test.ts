import { describe, expect, test } from "vitest";
import { Random } from "../../random.ts";
import * as g from "../index.ts";
import type { Node } from "../node.ts";

const x = g.input("x", ["n", 2]);
const i = g.input("i", ["n"], "int64");
const w = g.parameter("w", [2, 2]);
const y = g.add(g.matmul(x, w), g.unsqueeze(g.cast(i, "float32"), 1));
const feed = (n: number, value: number): g.Tensors => ({
  x: { data: new Float32Array(2 * n).fill(value), shape: [n, 2] },
  i: { data: BigInt64Array.from({ length: n }, (_, k) => BigInt(k)), shape: [n] },
});
const identity = { data: Float32Array.of(1, 0, 0, 1), shape: [2, 2] };

describe("session", () => {
  test("feeds of different sizes, one after another", async () => {
    await using session = await g.Session.compile({ outputs: { y }, bound: { w: identity } });
    expect((await session.run(feed(2, 5))).y).toEqual({
      data: Float32Array.of(5, 5, 6, 6),
      shape: [2, 2],
    });
    expect((await session.run(feed(1, 7))).y).toEqual({ data: Float32Array.of(7, 7), shape: [1, 2] });
  });

  test("runs asked for at once do not disturb each other", async () => {
    const session = await g.Session.compile({ outputs: { y }, bound: { w: identity }, threads: 2 });
    const wanted = Array.from({ length: 40 }, (_, k) => k);
    const results = await Promise.all(wanted.map((k) => session.run(feed(1 + (k % 3), k))));
    expect(results.map(({ y }) => y!.data[0])).toEqual(wanted);
    expect(results.map(({ y }) => y!.shape[0])).toEqual(wanted.map((k) => 1 + (k % 3)));
    await session.dispose();
  });

  test("bound arrays are read where they lie, and outputs are written where they are wanted", async () => {
    const weights = Float32Array.of(1, 0, 0, 1);
    const target = new Float32Array(4);
    const loss = g.reduceSum(g.mul(y, y));
    const session = await g.Session.compile({
      outputs: { loss, dw: g.gradient(loss, [w])[0]! },
      bound: { w: { data: weights, shape: [2, 2] } },
      into: { dw: { data: target, shape: [2, 2] } },
    });
    // One row x = (1, 1), i = 0: y = x·w, loss = Σy², dw = 2·xᵀy.
    const first = await session.run(feed(1, 1));
    expect(first.loss!.data[0]).toBe(2);
    expect(first.dw!.data).toBe(target);
    expect([...target]).toEqual([2, 2, 2, 2]);
    weights.set([3, 0, 0, 0]);
    expect((await session.run(feed(1, 1))).loss!.data[0]).toBe(9);
    expect([...target]).toEqual([6, 0, 6, 0]);
    await session.dispose();
  });

  test("views on WebAssembly memory are read and written in place", async () => {
    // TypeScript knows WebAssembly only together with the browser's types.
    type Memory = new (options: { initial: number }) => { readonly buffer: ArrayBuffer };
    const { Memory } = (globalThis as unknown as { WebAssembly: { Memory: Memory } }).WebAssembly;
    const memory = new Memory({ initial: 1 });
    const weights = new Float32Array(memory.buffer, 64, 4);
    const target = new Float32Array(memory.buffer, 256, 4);
    weights.set([1, 0, 0, 1]);
    const session = await g.Session.compile({
      outputs: { double: g.mul(w, 2) },
      bound: { w: { data: weights, shape: [2, 2] } },
      into: { double: { data: target, shape: [2, 2] } },
    });
    await session.run();
    expect([...target]).toEqual([2, 0, 0, 2]);
    await session.dispose();
  });

  const mistakes: Readonly<Record<string, readonly [g.Tensors, string]>> = {
    "nothing fed": [{}, '"x" is not fed, it needs float32 [n, 2]'],
    "a shape that does not fit": [
      { ...feed(2, 1), x: { data: new Float32Array(6), shape: [2, 3] } },
      '"x" needs [n, 2] = [2, 2] here, got [2, 3]',
    ],
    "sizes that contradict each other": [
      { ...feed(2, 1), i: { data: new BigInt64Array(3), shape: [3] } },
      '"i" needs [n] = [2] here, got [3]',
    ],
    "another type": [
      { ...feed(1, 1), i: { data: new Float32Array(1), shape: [1] } },
      '"i" needs int64 [n], got float32 [1]',
    ],
    "values missing": [
      { ...feed(1, 1), x: { data: new Float32Array(1), shape: [1, 2] } },
      '"x" has 1 values, not the 2 of [1, 2]',
    ],
    "an unknown name": [
      { ...feed(1, 1), z: { data: new Float32Array(1), shape: [1] } },
      '"z" is not an input of this graph; it has "x", "i"',
    ],
  };
  for (const [name, [feeds, message]] of Object.entries(mistakes)) {
    test(`mistake: ${name}`, async () => {
      const session = await g.Session.compile({ outputs: { y }, bound: { w: identity } });
      await expect(session.run(feeds)).rejects.toThrow(message);
      // A refused run leaves the session usable.
      expect((await session.run(feed(1, 4))).y!.data[0]).toBe(4);
      await session.dispose();
    });
  }

  test("a run that fails inside does not stop the next one", async () => {
    const rows = g.gather(w, i);
    const session = await g.Session.compile({ outputs: { rows }, bound: { w: identity } });
    const bad = session.run({ i: { data: BigInt64Array.of(9n), shape: [1] } });
    const good = session.run({ i: { data: BigInt64Array.of(1n), shape: [1] } });
    await expect(bad).rejects.toThrow();
    expect([...(await good).rows!.data]).toEqual([0, 1]);
    await session.dispose();
  });

  test("disposing waits for runs under way, and ends the session", async () => {
    const session = await g.Session.compile({ outputs: { y }, bound: { w: identity } });
    const running = session.run(feed(1, 3));
    await session.dispose();
    expect((await running).y!.data[0]).toBe(3);
    await expect(session.run(feed(1, 3))).rejects.toThrow("this session was disposed");
    await session.dispose();
  });

  test("the same feeds and the same number of threads give the same bits", async () => {
    const random = new Random(1);
    const draw = (shape: readonly number[]) => ({
      data: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => random.normal()),
      shape,
    });
    const table = g.parameter("table", [50, 32]);
    const ids = g.input("ids", ["n"], "int64");
    const weight = g.parameter("weight", [32, 32]);
    const h = g.softmax(g.matmul(g.gather(table, ids), weight));
    const loss = g.reduceMean(g.mul(h, h));
    const outputs: Record<string, Node> = { loss };
    for (const [k, slope] of g.gradient(loss, [table, weight]).entries()) outputs[`d${k}`] = slope;
    const bound = { table: draw([50, 32]), weight: draw([32, 32]) };
    const feeds = {
      ids: { data: BigInt64Array.from({ length: 3000 }, () => BigInt(random.below(50))), shape: [3000] },
    };
    const results: string[] = [];
    for (let k = 0; k < 2; k++) {
      const session = await g.Session.compile({ outputs, bound, threads: 2 });
      for (let run = 0; run < 5; run++) {
        const found = await session.run(feeds);
        const bytes = Object.values(found).map(({ data }) =>
          Buffer.from(data.buffer, data.byteOffset, data.byteLength),
        );
        results.push(Buffer.concat(bytes).toString("hex"));
      }
      await session.dispose();
    }
    expect(new Set(results).size).toBe(1);
  });

  test("sums over places named many times have the same bits too, with two threads", async () => {
    const random = new Random(2);
    const [count, width] = [20_000, 384];
    const rows = g.input("rows", ["n", width]);
    const places = g.input("places", ["n"], "int64");
    const session = await g.Session.compile({
      outputs: { sum: g.scatterAddRows(g.zeros([8, width]), places, rows) },
      threads: 2,
    });
    const feeds = {
      rows: {
        data: Float32Array.from({ length: count * width }, () => random.uniform()),
        shape: [count, width],
      },
      places: { data: BigInt64Array.from({ length: count }, () => BigInt(random.below(8))), shape: [count] },
    };
    const first = (await session.run(feeds)).sum!.data;
    for (let run = 0; run < 8; run++) expect((await session.run(feeds)).sum!.data).toEqual(first);
    // Each row gets about 2,500 numbers of mean ½.
    expect(Math.abs(Number(first[0]) - 1250)).toBeLessThan(100);
    await session.dispose();
  });
});

describe("WebAssembly runtime", () => {
  test("gives the same numbers, also with transposed products, loops and scatters", async () => {
    const start = g.parameter("start", [2]);
    const { outputs } = g.scan({
      initial: [start],
      inputs: [x],
      body: ([h], [row]) => {
        const next = g.tanh(g.add(g.mul(h!, 0.5), row!));
        return { carries: [next], outputs: [next] };
      },
    });
    const batch = g.reshape(g.matmul(outputs[0]!, w, { transposeB: true }), ["n", 1, 2]);
    const scores = g.matmul(batch, batch, { transposeB: true, scale: 0.5 });
    const loss = g.add(g.reduceSum(scores), g.reduceSum(g.gelu(g.gather(w, g.min(i, 1)))));
    const compiled = { loss, dw: g.gradient(loss, [w])[0]!, ds: g.gradient(loss, [start])[0]! };
    const bound = {
      w: { data: Float32Array.of(1, 2, -1, 0.5), shape: [2, 2] },
      start: { data: Float32Array.of(1, -1), shape: [2] },
    };
    const native = await g.Session.compile({ outputs: compiled, bound, threads: 1 });
    const web = await g.Session.compile({
      outputs: compiled,
      bound,
      threads: 1,
      runtime: "web",
      into: { dw: { data: new Float32Array(4), shape: [2, 2] } },
    });
    expect([native.runtime, web.runtime]).toEqual(["node", "web"]);
    const [a, b] = [await native.run(feed(3, 0.3)), await web.run(feed(3, 0.3))];
    for (const name of Object.keys(compiled)) {
      a[name]!.data.forEach((value, k) => {
        expect(b[name]!.data[k]).toBeCloseTo(Number(value), 4);
      });
    }
    await Promise.all([native.dispose(), web.dispose()]);
  });
});
