import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UserError } from "../../errors.ts";
import * as g from "../index.ts";

const x = g.input("x", ["n", 2]);
const i = g.input("i", ["n"], "int64");
const w = g.parameter("w", [2, 2]);
const y = g.add(g.matmul(x, w), g.unsqueeze(g.cast(i, "float32"), 1));
// y = x·w + i, with w = (1 0; 0 2); z = 2y
const bytes = g.writeOnnx({
  outputs: { y, z: g.mul(y, 2) },
  baked: { w: { data: Float32Array.of(1, 0, 0, 2), shape: [2, 2] } },
});
const feed = (n: number, value: number): g.Tensors => ({
  x: { data: new Float32Array(2 * n).fill(value), shape: [n, 2] },
  i: { data: BigInt64Array.from({ length: n }, (_, k) => BigInt(k)), shape: [n] },
});

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lacuna-onnx-"));
  path = join(folder, "model é.onnx");
  await writeFile(path, bytes);
});
afterAll(() => rm(folder, { recursive: true }));

describe.each(["node", "web"] as const)("with the %s runtime", (runtime) => {
  test.each(["bytes", "a file"])("computes what the graph in %s says", async (from) => {
    await using session = await g.OnnxSession.load(from === "bytes" ? bytes : path, { runtime, threads: 1 });
    expect(session.runtime).toBe(runtime);
    expect(session.inputs).toEqual([
      { name: "x", dtype: "float32", shape: ["n", 2] },
      { name: "i", dtype: "int64", shape: ["n"] },
    ]);
    expect(session.outputs.map(({ name }) => name)).toEqual(["y", "z"]);
    // Rows (5, 5)·w + 0 and (5, 5)·w + 1
    const { y, z } = await session.run(feed(2, 5));
    expect(y).toEqual({ data: Float32Array.of(5, 10, 6, 11), shape: [2, 2] });
    expect([...z!.data]).toEqual([10, 20, 12, 22]);
  });

  test("only what is wanted is fetched, and what the model does not take is passed over", async () => {
    await using session = await g.OnnxSession.load(bytes, { runtime, threads: 1 });
    const found = await session.run({ ...feed(1, 1), other: { data: new Float32Array(1), shape: [1] } }, [
      "z",
    ]);
    expect(found).toEqual({ z: { data: Float32Array.of(2, 4), shape: [1, 2] } });
    await expect(session.run(feed(1, 1), ["q"])).rejects.toThrow('"q" is not an output of this model');
    const { i: _, ...without } = feed(1, 1);
    await expect(session.run(without)).rejects.toThrow('"i" is not fed, it needs int64 [n]');
  });

  test("runs asked for at once do not disturb each other, and disposing waits for them", async () => {
    const session = await g.OnnxSession.load(bytes, { runtime, threads: 1 });
    const wanted = Array.from({ length: 20 }, (_, k) => k);
    const running = Promise.all(wanted.map((k) => session.run(feed(1 + (k % 3), k), ["y"])));
    await session.dispose();
    expect((await running).map(({ y }) => y!.data[0])).toEqual(wanted);
    await expect(session.run(feed(1, 1))).rejects.toThrow("this session was disposed");
    await session.dispose();
  });

  test.each([
    ["bytes that are no model", () => Uint8Array.of(1, 2, 3, 4), "this model cannot be loaded"],
    ["half a model", () => bytes.subarray(0, bytes.length >> 1), "this model cannot be loaded"],
    ["a file that is not there", () => join(folder, "none.onnx"), "none.onnx"],
  ])("mistake: %s", async (_, model, message) => {
    const loading = g.OnnxSession.load(model(), { runtime, threads: 1 });
    await expect(loading).rejects.toThrow(UserError);
    await expect(loading).rejects.toThrow(message);
  });
});
