import type { WantedTensors } from "../../encoders/index.ts";
import type { Match } from "./match.ts";
import type { Weights } from "./onnx-constants.ts";
import type { OnnxLayers } from "./onnx-layers.ts";

/**
 * Finds tensors by name. Exporters fold the transposition of a matrix into it and then call it `onnx::MatMul_123`, but
 * the operation that reads it, or the bias that is added next, still says which layer it belongs to.
 */
export function matchByName(layers: OnnxLayers, { tensors }: WantedTensors): Match {
  const { graph, constants } = layers;
  const byPath = <T extends { readonly paths: readonly string[] }>(parts: readonly T[]) =>
    endings(parts.flatMap((part) => part.paths.map((path) => [path, part] as const)));
  const [dense, norms, tables] = [byPath(layers.dense), byPath(layers.norms), byPath(layers.tables)];
  const stored = endings(
    [...graph.tensors.keys()].map((name) => [name.replace(/^[./]+/, ""), name] as const),
  );
  const weights = new Map<string, () => Weights>();
  const missing: string[] = [];
  let last = { at: -1, output: "" };
  for (const [parameter, { names, shape }] of tensors) {
    const find = (): (() => Weights) | undefined => {
      for (const name of names) {
        const module = name.replace(/\.(?:weight|bias|gamma|beta)$/, "");
        const isBias = /\.(?:bias|beta)$/.test(name);
        const layer = shape.length === 2 ? dense.get(module) : (norms.get(module) ?? dense.get(module));
        const own = isBias ? layer?.bias : layer?.weight;
        if (layer !== undefined && own !== undefined && fits(layer, shape)) {
          if (norms.get(module) === layer && layer.at > last.at) last = layer;
          return own;
        }
        const table = tables.get(module);
        if (table !== undefined && table.shape.join() === shape.join()) return table.values;
        const tensor = stored.get(name);
        if (tensor !== undefined && constants.shape(tensor)?.join() === shape.join() && !isWhole(tensor)) {
          return () => constants.floats(tensor) as Weights;
        }
      }
      return undefined;
    };
    const found = find();
    if (found === undefined) missing.push(parameter);
    else weights.set(parameter, found);
  }
  return {
    weights,
    missing,
    states: graph.outputs.find((name) => name === "last_hidden_state") ?? last.output,
  };

  /** Whole numbers say nothing without their scale. */
  function isWhole(tensor: string): boolean {
    return /int/.test(constants.dtype(tensor) ?? "int");
  }
}

function fits(layer: object, shape: readonly number[]): boolean {
  return shape.length !== 2 || ("shape" in layer && String(layer.shape) === shape.join());
}

/** A table that finds an entry by the end of its path: `encoder.layer.0` for `wrapped.bert.encoder.layer.0`. */
function endings<T>(entries: readonly (readonly [path: string, entry: T])[]): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const [path, entry] of entries) {
    const parts = path.split(".");
    for (let from = 0; from < parts.length; from++) {
      const ending = parts.slice(from).join(".");
      if (!found.has(ending)) found.set(ending, entry);
    }
  }
  return found;
}
