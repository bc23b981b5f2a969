import { UserError } from "../errors.ts";
import type { OnnxSessionOptions } from "../graph/index.ts";
import { loadParameters, ParameterStore, writeOnnx } from "../graph/index.ts";
import { inferenceGraph, weightsOf } from "../models/index.ts";
import type { OpenedModel } from "./open-model-folder.ts";

/**
 * Whether a weight may be an 8-bit integer: those of encoders, which take nearly all of the time. What stands on top of
 * them (scores of tags and spans, transitions) is small and decides, and stays float32.
 */
export function isQuantised(name: string): boolean {
  return name.startsWith("encoder.");
}

/** Refuses 8-bit weights on a device that has no products of them. */
export function checkInt8({ device = "cpu" }: Pick<OnnxSessionOptions, "device">): void {
  if (device === "cpu") return;
  throw new UserError(`8-bit weights are for the processor, not for the device "${device}"`, {
    hint: "leave out int8, or the device",
  });
}

/** The graph of a saved model with 8-bit weights: its own if it has them, else one made from its float32 weights. */
export async function int8Graph(opened: OpenedModel): Promise<Uint8Array | string> {
  if (opened.precision === "int8") return opened.onnx;
  const parameters = await loadedWeights(opened);
  const outputs = inferenceGraph({ ...opened, parameters });
  return writeOnnx({ outputs, baked: weightsOf(parameters, Object.values(outputs)), int8: isQuantised });
}

/** The weights of a saved model that tagging computes with. */
async function loadedWeights(opened: OpenedModel): Promise<ParameterStore> {
  const parameters = new ParameterStore({ training: false });
  inferenceGraph({ ...opened, parameters });
  await loadParameters(parameters, opened.weights, { extra: "ignore" });
  return parameters;
}
