import {
  type Initialiser,
  initialise,
  type Node,
  type ParameterStore,
  parameter,
} from "../../graph/index.ts";
import type { Weight } from "./hidden-layers.ts";
import { parameterShapes, type TransformerSizes } from "./transformer-sizes.ts";

/** Declares all parameters and returns their leaves. */
export function declareWeights(
  store: Pick<ParameterStore, "declare">,
  sizes: TransformerSizes,
  initialisers: ReadonlyMap<string, Initialiser>,
): Weight {
  const leaves = new Map<string, Node>();
  for (const [name, shape] of parameterShapes(sizes)) {
    store.declare(`encoder.${name}`, shape, initialisers.get(name) ?? fresh(name));
    leaves.set(name, parameter(`encoder.${name}`, shape));
  }
  return (name) => {
    const leaf = leaves.get(name);
    if (leaf === undefined) throw new Error(`a transformer has no parameter "${name}"`);
    return leaf;
  };
}

/** BERT's initialisation. */
function fresh(name: string): Initialiser {
  if (name.endsWith(".bias")) return initialise.zeros;
  return /norm\d?\.weight$/.test(name) ? initialise.ones : initialise.truncatedNormal(0.02);
}
