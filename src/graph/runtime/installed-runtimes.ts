import { existsSync } from "node:fs";
import type { InferenceSession, TensorConstructor } from "onnxruntime-common";
import type { Backend } from "./device.ts";

/** What both packages of ONNX Runtime have in common. */
export interface OrtPackage {
  readonly Tensor: TensorConstructor;
  readonly InferenceSession: {
    create(model: Uint8Array | string, options: InferenceSession.SessionOptions): Promise<InferenceSession>;
  };
  readonly env: { readonly wasm: { numThreads?: number }; logLevel?: "fatal" | string };
  /** What the native package can compute with; the other has no such list. */
  listSupportedBackends?(): readonly Backend[];
}

/** ONNX Runtime where this program finds it: in its own package (scripts/copy-onnxruntime.mjs), or as npm installed it. */
export const installedRuntimes = {
  node: (): Promise<OrtPackage> => carried("native/dist/index.js") ?? import("onnxruntime-node"),
  /** For other devices than the processor: what npm installed goes first, because ours is carried without their libraries. */
  device: (): Promise<OrtPackage> =>
    import("onnxruntime-node").catch((cause) => carried("native/dist/index.js") ?? Promise.reject(cause)),
  web: (): Promise<OrtPackage> => carried("web/ort.node.min.mjs") ?? import("onnxruntime-web"),
};

/** What the built package carries; the sources carry nothing. */
function carried(file: string): Promise<OrtPackage> | undefined {
  const address = new URL(`../../onnxruntime/${file}`, import.meta.url);
  return existsSync(address) ? import(address.href) : undefined;
}
