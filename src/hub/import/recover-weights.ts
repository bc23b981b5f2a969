import type { WantedTensors } from "../../encoders/index.ts";
import { UserError } from "../../errors.ts";
import { counted } from "../../format.ts";
import type { OnnxGraph } from "../../graph/index.ts";
import type { Recovered } from "./match.ts";
import { matchByName } from "./match-by-name.ts";
import { matchByStructure } from "./match-by-structure.ts";
import { layersOf } from "./onnx-layers.ts";

/**
 * Finds the tensor of every parameter in a graph: by the names that exporters leave on operations and tensors, else by
 * the order in which a BERT's layers follow one another.
 *
 * @param file where the graph comes from, for messages
 */
export function recoverWeights(graph: OnnxGraph, wanted: WantedTensors, file: string): Recovered {
  const layers = layersOf(graph);
  const byName = matchByName(layers, wanted);
  if (byName.missing.length === 0) return byName;
  const byStructure = matchByStructure(layers, wanted);
  if (typeof byStructure !== "string") return byStructure;
  const first = byName.missing[0] ?? "";
  const name = wanted.tensors.get(first)?.names[0] ?? first;
  const others = byName.missing.length - 1;
  throw new UserError(
    `"${file}" is not the graph of a known ${wanted.architecture} model: it has no tensor "${name}"${others > 0 ? ` (and ${others} more)` : ""}, and ${byStructure}`,
    { hint: unknownParts(graph) },
  );
}

/** Operations that a plain export does not have; one of them may be what hides the weights. */
function unknownParts({ nodes }: OnnxGraph): string {
  const foreign = new Map<string, number>();
  for (const { op } of nodes) if (op.includes(".")) foreign.set(op, (foreign.get(op) ?? 0) + 1);
  const shown = [...foreign].map(([op, count]) => `${op} (${counted(count, "time")})`).slice(0, 4);
  const another = "another file of the same model (onnx/model.onnx is the plainest) may do";
  return shown.length === 0
    ? `does its config.json belong to it? ${another}`
    : `it is made of ${shown.join(", ")}; ${another}`;
}
