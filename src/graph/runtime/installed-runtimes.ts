import { existsSync } from "node:fs";
import type { InferenceSession, TensorConstructor } from "onnxruntime-common";

/** What both packages of ONNX Runtime have in common. */
export interface OrtPackage {
  readonly Tensor: TensorConstructor;
  readonly InferenceSession: {
    create(model: Uint8Array | string, options: InferenceSession.SessionOptions): Promise<InferenceSession>;
  };
  readonly env: { readonly wasm: { numThreads?: number } };
}

/** ONNX Runtime where this program finds it: in its own package (scripts/copy-onnxruntime.mjs), or as npm installed it. */
export const installedRuntimes = {
  node: (): Promise<OrtPackage> => carried("native/dist/index.js") ?? import("onnxruntime-node"),
  web: (): Promise<OrtPackage> => carried("web/ort.node.min.mjs") ?? import("onnxruntime-web"),
};

/** What the built package carries; the sources carry nothing. */
function carried(file: string): Promise<OrtPackage> | undefined {
  const address = new URL(`../../onnxruntime/${file}`, import.meta.url);
  return existsSync(address) ? import(address.href) : undefined;
}
