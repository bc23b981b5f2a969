import { setEnvironmentData, Worker } from "node:worker_threads";
import { expect, test, vi } from "vitest";
import { loadRuntime } from "./runtime.ts";

const broken = () => Promise.reject(new Error("Cannot find package 'onnxruntime-node'\nand more"));

test("falls back to WebAssembly with one line that says why", async () => {
  const lines: string[] = [];
  const runtime = await loadRuntime({
    notice: (line) => lines.push(line),
    load: { node: broken, web: () => import("onnxruntime-web") },
  });
  expect(runtime.kind).toBe("web");
  expect(lines).toEqual([
    "computing in WebAssembly, 4 to 6 times slower: native ONNX Runtime does not load (Cannot find package 'onnxruntime-node'). Cure: install lacuna again; in a clone, npm ci",
  ]);
});

test("says nothing when the native runtime loads or the other is asked for", async () => {
  const notice = (line: string) => {
    throw new Error(line);
  };
  expect((await loadRuntime({ notice })).kind).toBe("node");
  expect((await loadRuntime({ notice, runtime: "web" })).kind).toBe("web");
});

test("does not fall back when a runtime was named", async () => {
  const load = { node: broken, web: () => import("onnxruntime-web") };
  await expect(loadRuntime({ runtime: "node", load })).rejects.toThrow("Cannot find package");
});

test("says it once per process, threads included", async () => {
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    const load = { node: broken, web: () => import("onnxruntime-web") };
    await Promise.all([loadRuntime({ load }), loadRuntime({ load })]);
    await loadRuntime({ load });
    expect(written.mock.calls).toEqual([[expect.stringMatching(/^computing in WebAssembly, .*\n$/)]]);
    const thread = new Worker(
      `const { getEnvironmentData, parentPort } = require("node:worker_threads");
       parentPort.postMessage(getEnvironmentData("lacuna: computing in WebAssembly"));`,
      { eval: true },
    );
    expect(await new Promise((resolve) => thread.once("message", resolve))).toBe(true);
  } finally {
    written.mockRestore();
    setEnvironmentData("lacuna: computing in WebAssembly", undefined as never);
  }
});
