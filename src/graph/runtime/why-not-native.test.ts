import { expect, test } from "vitest";
import { type Machine, thisMachine, whyNotNative } from "./why-not-native.ts";

const debian: Machine = { platform: "linux", arch: "x64", glibc: "2.36" };
const missing = new Error(
  "Cannot find module '../bin/napi-v6/linux/x64/onnxruntime_binding.node'\nRequire stack: …",
);

test.each<[string, unknown, Machine, string]>([
  [
    "an Intel Mac",
    missing,
    { platform: "darwin", arch: "x64", glibc: undefined },
    "ONNX Runtime has no native build for darwin/x64",
  ],
  [
    "Alpine",
    new Error("Error loading shared library ld-linux-x86-64.so.2: No such file or directory"),
    { ...debian, glibc: undefined },
    "native ONNX Runtime needs glibc, which this Linux (Alpine?) lacks. Cure: one that has it, such as the image node:22-slim",
  ],
  [
    // 2.9 is older than 2.28, although it is the greater number.
    "an old system",
    new Error("version `GLIBC_2.28' not found"),
    { ...debian, glibc: "2.9" },
    "native ONNX Runtime needs glibc 2.28, this is 2.9. Cure: a newer system",
  ],
  [
    "files that are gone",
    missing,
    debian,
    "native ONNX Runtime does not load (Cannot find module '../bin/napi-v6/linux/x64/onnxruntime_binding.node'). Cure: install lacuna again; in a clone, npm ci",
  ],
  [
    "Windows without the libraries of its compiler",
    new Error("The specified module could not be found."),
    { platform: "win32", arch: "x64", glibc: undefined },
    "native ONNX Runtime does not load (The specified module could not be found.). Cure: install Microsoft's Visual C++ Redistributable",
  ],
])("says why, and what helps: %s", (_, error, machine, line) => {
  expect(whyNotNative(error, machine)).toBe(line);
});

test("knows this machine", () => {
  const { platform, arch, glibc } = thisMachine();
  expect([platform, arch]).toEqual([process.platform, process.arch]);
  if (glibc !== undefined) expect(glibc).toMatch(/^\d+\.\d+/);
});
