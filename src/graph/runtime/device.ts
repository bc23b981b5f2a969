import { UserError } from "../../errors.ts";
import type { Machine } from "./why-not-native.ts";

/** Where graphs can be computed: ONNX Runtime's execution providers, by its own names. */
export const devices = ["cpu", "cuda", "coreml", "dml", "webgpu"] as const;

export type Device = (typeof devices)[number];

/** A provider that a build of ONNX Runtime knows of. */
export interface Backend {
  readonly name: string;
}

const VERSION = "1.30.0";

/** What each device needs, for those who do not have it. */
const needs: { readonly [D in Exclude<Device, "cpu">]: string } = {
  cuda: `it needs Linux on x64, an NVIDIA GPU, CUDA 12 and cuDNN 9, and ONNX Runtime's CUDA library: npm install onnxruntime-node@${VERSION} beside lacuna fetches it`,
  coreml: "it needs macOS on Apple silicon",
  dml: `it needs Windows with DirectX 12, and ONNX Runtime's DirectML: npm install onnxruntime-node@${VERSION} beside lacuna`,
  webgpu: "it needs a GPU with a driver for Vulkan (Linux), Metal (macOS) or DirectX 12 (Windows)",
};

/**
 * Why a session could not be made on a device, and what to install.
 *
 * @param backends what this build of ONNX Runtime has; undefined where it does not say
 */
export function deviceError(
  device: Exclude<Device, "cpu">,
  cause: unknown,
  { platform, arch }: Pick<Machine, "platform" | "arch">,
  backends: readonly Backend[] | undefined,
): UserError {
  const isKnown = backends?.some(({ name }) => name === device) ?? true;
  const others = (backends ?? []).filter(({ name }) => (devices as readonly string[]).includes(name));
  const why = isKnown
    ? firstLine(cause)
    : `ONNX Runtime for ${platform}/${arch} has only ${others.map(({ name }) => name).join(", ")}`;
  return new UserError(`the device "${device}" cannot be used: ${why} (${needs[device]})`, { cause });
}

function firstLine(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  // ONNX Runtime begins with the place in its own sources.
  const told = message
    .trim()
    .split("\n")[0]!
    .replace(/^.*\bwas false\. /, "");
  return told === "" ? "ONNX Runtime does not say why" : told.replace(/\.$/, "");
}
