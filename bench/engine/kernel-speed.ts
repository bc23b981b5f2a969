import { adamW, type GradientValues, initialise, ParameterStore } from "../../src/graph/index.ts";
import { median } from "./median.ts";

/** Median milliseconds of one AdamW update of `count` weights, in WebAssembly memory or plain. */
export function updateTime(memory: "wasm" | "plain", count: number, clipNorm?: number): number {
  const store = new ParameterStore({ memory });
  const weights = store.declare("w", [count], initialise.constant(0.1));
  const gradient = weights.companion("gradient").fill(0.01);
  const gradients = new Map<string, GradientValues>([["w", { kind: "dense", values: gradient }]]);
  const optimiser = adamW(store, {
    learningRate: 1e-3,
    weightDecay: 0.01,
    ...(clipNorm === undefined ? {} : { clipNorm }),
  });
  const times = Array.from({ length: 12 }, () => {
    const start = performance.now();
    optimiser.step(gradients);
    return performance.now() - start;
  });
  return median(times.slice(2));
}
