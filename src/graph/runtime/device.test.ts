import { expect, test } from "vitest";
import { UserError } from "../../errors.ts";
import * as g from "../index.ts";
import { type Device, deviceError } from "./device.ts";
import type { OrtPackage } from "./installed-runtimes.ts";

const debian = { platform: "linux", arch: "x64" };
const ofLinux = ["cpu", "webgpu", "cuda"].map((name) => ({ name }));

test.each<[Exclude<Device, "cpu">, string, string]>([
  [
    "cuda",
    "OrtSessionOptionsAppendExecutionProvider_Cuda: Failed to load shared library",
    'the device "cuda" cannot be used: OrtSessionOptionsAppendExecutionProvider_Cuda: Failed to load shared library (it needs Linux on x64, an NVIDIA GPU, CUDA 12 and cuDNN 9, and ONNX Runtime\'s CUDA library: npm install onnxruntime-node@1.30.0 beside lacuna fetches it)',
  ],
  [
    "coreml",
    "no available backend found. ERR: [coreml] backend not found.",
    'the device "coreml" cannot be used: ONNX Runtime for linux/x64 has only cpu, webgpu, cuda (it needs macOS on Apple silicon)',
  ],
  [
    "webgpu",
    "/src/webgpu_context.cc:136 adapter_result == Success was false. Failed to get a WebGPU adapter: No supported adapters\n",
    'the device "webgpu" cannot be used: Failed to get a WebGPU adapter: No supported adapters (it needs a GPU with a driver for Vulkan (Linux), Metal (macOS) or DirectX 12 (Windows))',
  ],
])("one line says why, and what to install: %s", (device, told, line) => {
  const error = deviceError(device, new Error(told), debian, ofLinux);
  expect(error).toBeInstanceOf(UserError);
  expect(error.message).toBe(line);
});

const y = g.mul(g.input("x", ["n"]), 2);
const bytes = g.writeOnnx({ outputs: { y } });

/** A package of ONNX Runtime that notes what sessions it is asked for; `device` is the only one it has. */
function fakePackage(device: string, asked: unknown[]): OrtPackage {
  return {
    Tensor: class {} as unknown as OrtPackage["Tensor"],
    env: { wasm: {} },
    listSupportedBackends: () => [{ name: "cpu" }, { name: device }],
    InferenceSession: {
      create: async (_, options) => {
        asked.push(options.executionProviders);
        if (options.executionProviders?.[0] !== device) throw new Error("no available backend found");
        return { inputMetadata: [], outputMetadata: [], release: async () => {} } as never;
      },
    },
  };
}

test("the device is handed to ONNX Runtime, alone, in the package that has it", async () => {
  const asked: unknown[] = [];
  const wrong = () => Promise.reject(new Error("not this one"));
  const load = { node: wrong, web: wrong, device: async () => fakePackage("dml", asked) };
  await using session = await g.OnnxSession.load(bytes, { device: "dml", load });
  expect(session.runtime).toBe("node");
  await expect(g.OnnxSession.load(bytes, { device: "coreml", load })).rejects.toThrow(
    /"coreml" cannot be used: ONNX Runtime for \S+ has only cpu, dml/,
  );
  expect(asked).toEqual([["dml"], ["coreml"]]);
});

test("without the native runtime there is no other device", async () => {
  const broken = () => Promise.reject(new Error("Cannot find package 'onnxruntime-node'"));
  const load = { node: broken, web: () => import("onnxruntime-web") };
  await expect(g.OnnxSession.load(bytes, { device: "cuda", load })).rejects.toThrow(
    /^the device "cuda" cannot be used: .*Cannot find package/,
  );
});

test("this machine says of a device that it lacks what it needs", async () => {
  const lacking = process.platform === "darwin" ? "dml" : "coreml";
  await expect(g.OnnxSession.load(bytes, { device: lacking })).rejects.toThrow(
    new RegExp(`^the device "${lacking}" cannot be used: ONNX Runtime for .* \\(it needs `),
  );
});
