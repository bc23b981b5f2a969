import { existsSync } from "node:fs";

/** ONNX Runtime where this program finds it: in its own package (scripts/copy-onnxruntime.mjs), or as npm installed it. */
export const installedRuntimes = {
  node: (): Promise<unknown> => carried("native/dist/index.js") ?? import("onnxruntime-node"),
  web: (): Promise<unknown> => carried("web/ort.node.min.mjs") ?? import("onnxruntime-web"),
};

/** What the built package carries; the sources carry nothing. */
function carried(file: string): Promise<unknown> | undefined {
  const address = new URL(`../../onnxruntime/${file}`, import.meta.url);
  return existsSync(address) ? import(address.href) : undefined;
}
