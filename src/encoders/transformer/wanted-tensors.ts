import { entryOf } from "../../entries.ts";
import { storedNames } from "./hugging-face-folder.ts";
import { parseModelConfig } from "./model-config.ts";
import type { JsonObject } from "./read-json-file.ts";
import { parameterShapes } from "./transformer-sizes.ts";

/** A tensor that a model folder must hold. */
export interface WantedTensor {
  /** Its name in the weight file, and further names that are read too. */
  readonly names: readonly [string, ...string[]];
  readonly shape: readonly number[];
}

/** What a model folder with a certain config must hold. */
export interface WantedTensors {
  /** `bert`, `roberta`, … */
  readonly architecture: string;
  readonly layers: number;
  /** Width of the layers. */
  readonly hidden: number;
  /** By the name of the parameter, without `encoder.`, in the order of the graph. */
  readonly tensors: ReadonlyMap<string, WantedTensor>;
  /** The config of the same model with its lower layers only. */
  cutTo(layers: number): JsonObject;
}

/** The tensors that the weight file beside a `config.json` must hold; `file` is for messages. */
export function wantedTensors(json: JsonObject, file: string): WantedTensors {
  const { architecture, family, sizes } = parseModelConfig(json, file);
  const tensors = new Map<string, WantedTensor>();
  for (const [name, shape] of parameterShapes(sizes)) {
    const pattern = entryOf(family.tensors, name.replace(/^layer\.\d+\./, "layer.#."));
    tensors.set(name, { names: storedNames(pattern, name, family.prefix), shape });
  }
  return {
    architecture,
    layers: sizes.layers,
    hidden: sizes.hidden,
    tensors,
    cutTo: (layers) => ({ ...json, [family.configKeys.layers]: layers }),
  };
}
