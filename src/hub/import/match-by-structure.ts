import type { WantedTensors } from "../../encoders/index.ts";
import type { OnnxNode } from "../../graph/index.ts";
import type { Match } from "./match.ts";
import { columnsOf, dequantised, flipped, type Weights } from "./onnx-constants.ts";
import type { DenseLayer, EmbeddingTable, NormLayer, OnnxLayers } from "./onnx-layers.ts";

/** A matrix and its bias, wherever they come from. */
type Linear = Pick<DenseLayer, "weight" | "bias">;

/** The three products that an attention begins with. */
interface AttentionInputs {
  readonly at: number;
  readonly query: Linear;
  readonly key: Linear;
  readonly value: Linear;
  /** The layers of the graph that these are, so that they are not taken for others. */
  readonly taken: readonly DenseLayer[];
}

const MICROSOFT = "com.microsoft.";

/**
 * Finds the tensors of a BERT by how its layers follow one another, where names say nothing: attention, product, norm,
 * two products, norm, and so on. Returns what is in the way if the graph is not built so.
 */
export function matchByStructure(layers: OnnxLayers, wanted: WantedTensors): Match | string {
  const { tensors } = wanted;
  if (![...tensors.keys()].every((name) => bertParameter.test(name))) {
    return "its layers are only known by name";
  }
  const attentions = attentionsOf(layers).slice(0, wanted.layers);
  if (attentions.length < wanted.layers) {
    return `it has ${attentions.length} attentions where its config says ${wanted.layers} layers`;
  }
  const first = attentions[0]?.at ?? 0;
  const taken = new Set(attentions.flatMap((attention) => attention.taken));
  const free = layers.dense.filter((dense) => !taken.has(dense));
  const products = free.filter(({ at }) => at > first);
  const { norms } = layers;
  if (norms.length < 1 + 2 * wanted.layers || products.length < 3 * wanted.layers) {
    return `it has ${norms.length} layer norms and ${products.length} products after its first attention`;
  }
  const parts = new Map<string, Linear | NormLayer | undefined>([
    ["embeddings.norm", norms[0]],
    ["embeddings.projection", free.find(({ at }) => at < first)],
  ]);
  attentions.forEach(({ query, key, value }, layer) => {
    const own = {
      query,
      key,
      value,
      output: products[3 * layer],
      up: products[3 * layer + 1],
      down: products[3 * layer + 2],
      norm1: norms[1 + 2 * layer],
      norm2: norms[2 + 2 * layer],
    };
    for (const [name, part] of Object.entries(own)) parts.set(`layer.${layer}.${name}`, part);
  });
  const weights = new Map<string, () => Weights>();
  const missing: string[] = [];
  for (const [parameter, { shape }] of tensors) {
    const part = parts.get(parameter.replace(/\.(?:weight|bias)$/, ""));
    const found = parameter.endsWith(".bias")
      ? part?.bias
      : (part?.weight ?? tableOf(layers.tables, shape)?.values);
    if (found === undefined) missing.push(parameter);
    else weights.set(parameter, found);
  }
  if (missing.length > 0) return `its order of layers leaves nothing for "${missing[0]}"`;
  return { weights, missing, states: norms[2 * wanted.layers]?.output ?? "" };
}

const bertParameter =
  /^(?:embeddings\.(?:word|position|type|norm\.\w+|projection\.\w+)|layer\.\d+\.(?:query|key|value|output|up|down|norm1|norm2)\.(?:weight|bias))$/;

function tableOf(tables: readonly EmbeddingTable[], shape: readonly number[]): EmbeddingTable | undefined {
  return tables.find((table) => table.shape.join() === shape.join());
}

function attentionsOf(layers: OnnxLayers): AttentionInputs[] {
  const found: AttentionInputs[] = [];
  layers.graph.nodes.forEach((node, at) => {
    const one =
      node.op === `${MICROSOFT}Attention` || node.op === `${MICROSOFT}QAttention`
        ? fusedAttention(layers, node, at)
        : node.op === `${MICROSOFT}MultiHeadAttention`
          ? multiHead(layers, node, at)
          : node.op === "Softmax"
            ? writtenOut(layers, node, at)
            : undefined;
    if (one !== undefined) found.push(one);
  });
  return found;
}

/** One operation with the three matrices side by side. */
function fusedAttention({ constants }: OnnxLayers, node: OnnxNode, at: number): AttentionInputs | undefined {
  const { inputs } = node;
  const width = (constants.shape(inputs[1])?.[1] ?? 0) / 3;
  if (!Number.isInteger(width) || width === 0 || (node.lists.get("qkv_hidden_sizes")?.length ?? 0) > 0)
    return undefined;
  const whole = (): Weights => {
    const stored = constants.floats(inputs[1]) as Weights;
    const scale = node.op.endsWith("QAttention") ? constants.floats(inputs[4]) : undefined;
    if (scale === undefined) return stored;
    return dequantised(stored, { scale, zeroPoint: constants.floats(inputs[7]), axis: 1 });
  };
  const part = (index: number): Linear => ({
    weight: () => flipped(columnsOf(whole(), index * width, width)),
    bias: sliceOf(constants.floats(inputs[2]), index, width),
  });
  return { at, query: part(0), key: part(1), value: part(2), taken: [] };
}

/** One operation that reads three products; their biases may be its own. */
function multiHead(layers: OnnxLayers, node: OnnxNode, at: number): AttentionInputs | undefined {
  const sources = node.inputs.slice(0, 3).map((value) => denseBehind(layers, value));
  const bias = layers.constants.floats(node.inputs[3]);
  const [query, key, value] = sources.map((dense, index) =>
    dense === undefined || dense.bias !== undefined
      ? dense
      : { weight: dense.weight, bias: sliceOf(bias, index, dense.shape[0]) },
  );
  if (query === undefined || key === undefined || value === undefined) return undefined;
  return { at, query, key, value, taken: sources.flatMap((dense) => dense ?? []) };
}

/** Query times key, a softmax over it, times value. */
function writtenOut(layers: OnnxLayers, softmax: OnnxNode, at: number): AttentionInputs | undefined {
  const scores = behind(layers, softmax.inputs[0], (node) => isProduct(layers, node));
  const mixed = ahead(layers, softmax.outputs[0], (node) => isProduct(layers, node));
  const sources = [scores?.inputs[0], scores?.inputs[1], mixed?.inputs[1]].map((value) =>
    value === undefined ? undefined : denseBehind(layers, value),
  );
  const [query, key, value] = sources;
  if (query === undefined || key === undefined || value === undefined) return undefined;
  return { at, query, key, value, taken: [query, key, value] };
}

/** Whether an operation multiplies two values that are both computed. */
function isProduct({ constants }: OnnxLayers, { op, inputs }: OnnxNode): boolean {
  const isOne = op === "MatMul" || op === "MatMulInteger" || op === `${MICROSOFT}FusedMatMul`;
  return isOne && inputs.slice(0, 2).every((input) => constants.shape(input) === undefined);
}

function denseBehind(layers: OnnxLayers, value: string): DenseLayer | undefined {
  const direct = layers.dense.find(({ output }) => output === value);
  if (direct !== undefined) return direct;
  let found: DenseLayer | undefined;
  behind(layers, value, (node) => {
    found = layers.dense.find(({ output }) => node.outputs.includes(output));
    return found !== undefined;
  });
  return found;
}

/** The nearest operation on the way back from a value. Sizes are not a way: they lead everywhere. */
function behind(
  { constants }: OnnxLayers,
  value: string | undefined,
  isIt: (node: OnnxNode) => boolean,
): OnnxNode | undefined {
  const seen = new Set<OnnxNode>();
  let values = value === undefined ? [] : [value];
  while (values.length > 0) {
    const next: string[] = [];
    for (const one of values) {
      const node = constants.producer(one);
      if (node === undefined || node.op === "Shape" || seen.has(node)) continue;
      if (isIt(node)) return node;
      seen.add(node);
      next.push(...node.inputs);
    }
    values = next;
  }
  return undefined;
}

/** The nearest operation that a value leads to. */
function ahead(
  { consumers }: OnnxLayers,
  value: string | undefined,
  isIt: (node: OnnxNode) => boolean,
): OnnxNode | undefined {
  const seen = new Set<OnnxNode>();
  let values = value === undefined ? [] : [value];
  while (values.length > 0) {
    const next: string[] = [];
    for (const node of values.flatMap((one) => consumers(one))) {
      if (node.op === "Shape" || seen.has(node)) continue;
      if (isIt(node)) return node;
      seen.add(node);
      next.push(...node.outputs);
    }
    values = next;
  }
  return undefined;
}

function sliceOf(bias: Weights | undefined, index: number, width: number): (() => Weights) | undefined {
  if (bias === undefined) return undefined;
  return () => ({ shape: [width], values: bias.values.slice(index * width, (index + 1) * width) });
}
