import { UserError } from "../../errors.ts";
import { elementsOf, type OnnxGraph, type OnnxNode } from "../../graph/index.ts";
import { dequantised, flipped, OnnxConstants, unpackBits, type Weights } from "./onnx-constants.ts";

/** What all parts that a graph is made of have. */
interface Part {
  /** The number of its operation: operations are sorted, so a later part never feeds an earlier one. */
  readonly at: number;
  /** What its operation and its tensors are called, as dotted paths: `encoder.layer.0.attention.self.query`. */
  readonly paths: readonly string[];
  /** The value that leaves it. */
  readonly output: string;
}

/** x · Wᵀ + b */
export interface DenseLayer extends Part {
  /** Rows out, columns in, as a model folder keeps it. */
  readonly shape: readonly [number, number];
  weight(): Weights;
  readonly bias: (() => Weights) | undefined;
}

export interface NormLayer extends Part {
  weight(): Weights;
  readonly bias: (() => Weights) | undefined;
}

/** Rows that are looked up by number. */
export interface EmbeddingTable extends Part {
  readonly shape: readonly number[];
  values(): Weights;
}

/** The parts of a graph that hold weights, in the order of its operations. */
export interface OnnxLayers {
  readonly graph: OnnxGraph;
  readonly constants: OnnxConstants;
  readonly dense: readonly DenseLayer[];
  readonly norms: readonly NormLayer[];
  readonly tables: readonly EmbeddingTable[];
  /** The operations that read a value. */
  consumers(value: string): readonly OnnxNode[];
}

const MICROSOFT = "com.microsoft.";

/** Finds the layers of a graph, whichever operations they were exported, quantised or fused into. */
export function layersOf(graph: OnnxGraph): OnnxLayers {
  const constants = new OnnxConstants(graph);
  const consuming = new Map<string, OnnxNode[]>();
  for (const node of graph.nodes) {
    for (const input of new Set(node.inputs)) {
      const known = consuming.get(input);
      if (known === undefined) consuming.set(input, [node]);
      else known.push(node);
    }
  }
  const consumers = (value: string) => consuming.get(value) ?? [];
  const reading: Reading = { constants, consumers };
  const layers = { dense: [] as DenseLayer[], norms: [] as NormLayer[], tables: [] as EmbeddingTable[] };
  graph.nodes.forEach((node, at) => {
    const dense = denseAt(node, at, reading);
    if (dense !== undefined) layers.dense.push(withBias(dense, reading));
    const norm = normAt(node, at, reading);
    if (norm !== undefined) layers.norms.push(norm);
    layers.tables.push(...tablesAt(node, at, reading));
  });
  return { graph, constants, consumers, ...layers };
}

interface Reading {
  readonly constants: OnnxConstants;
  readonly consumers: (value: string) => readonly OnnxNode[];
}

/** A path of an operation's or a tensor's name: `/bert/encoder/layer.0/MatMul` is in `bert.encoder.layer.0`. */
function pathsOf({ name }: OnnxNode, ...tensors: (string | undefined)[]): string[] {
  const own = name.split("/").slice(0, -1);
  const stored = tensors.flatMap(
    (tensor) => /^(.*)\.(?:weight|bias|gamma|beta)\b/.exec(tensor ?? "")?.[1] ?? [],
  );
  return [own.join("."), ...stored].map((path) => path.replace(/^\.+/, "")).filter((path) => path !== "");
}

/** The constant of a value that is known to be one. */
function constantOf({ constants }: Reading, value: string | undefined): Weights {
  const found = constants.floats(value);
  if (found === undefined) throw new UserError(`the graph has no constant "${value}"`);
  return found;
}

/** A product with a constant matrix, in any of its forms, without what is added later. */
function denseAt(node: OnnxNode, at: number, reading: Reading): DenseLayer | undefined {
  const { constants } = reading;
  const { inputs, numbers } = node;
  const shape = constants.shape(inputs[1]);
  if (shape === undefined || inputs[0] === undefined || constants.shape(inputs[0]) !== undefined)
    return undefined;
  const origin = constants.origin(inputs[1] ?? "");
  const output = node.outputs[0] ?? "";
  const made = (
    [rows, columns]: readonly number[],
    weight: () => Weights,
    more: { readonly bias?: string | undefined; readonly output?: string } = {},
  ): DenseLayer => ({
    at,
    shape: [rows ?? 0, columns ?? 0],
    output: more.output ?? output,
    paths: pathsOf(node, origin, more.bias === undefined ? undefined : constants.origin(more.bias)),
    weight,
    bias:
      more.bias === undefined || constants.shape(more.bias) === undefined
        ? undefined
        : () => vector(constantOf(reading, more.bias)),
  });
  if (node.op === `${MICROSOFT}MatMulNBits`) {
    const size = [numbers.get("N") ?? 0, numbers.get("K") ?? 0] as const;
    return made(size, () => blockwise(node, size, reading), { bias: inputs[5] });
  }
  if (shape.length !== 2) return undefined;
  const turned = [...shape].reverse();
  const quantised = (scale: string | undefined, zeroPoint: string | undefined) => () =>
    flipped(
      dequantised(constantOf(reading, inputs[1]), {
        scale: vector(constantOf(reading, scale)),
        zeroPoint: constants.floats(zeroPoint),
        axis: 1,
      }),
    );
  switch (node.op) {
    case "Gemm":
    case "MatMul":
    case `${MICROSOFT}FusedMatMul`: {
      if ((numbers.get("alpha") ?? 1) !== 1) return undefined;
      const isTurned = (numbers.get("transB") ?? 0) !== 0;
      const weight = () => constantOf(reading, inputs[1]);
      return made(isTurned ? shape : turned, isTurned ? weight : () => flipped(weight()), {
        bias: inputs[2],
      });
    }
    case "MatMulInteger": {
      const scaled = scaledProduct(output, reading);
      if (scaled === undefined) return undefined;
      return made(turned, quantised(scaled.scale, inputs[3]), { output: scaled.output });
    }
    case `${MICROSOFT}DynamicQuantizeMatMul`:
      return made(turned, quantised(inputs[2], inputs[3]), { bias: inputs[4] });
    case `${MICROSOFT}MatMulIntegerToFloat`:
      return made(turned, quantised(inputs[3], inputs[5]), { bias: inputs[6] });
    default:
      return undefined;
  }
}

/** A product of whole numbers becomes one of real numbers: it is cast, then multiplied by both scales. */
function scaledProduct(
  product: string,
  { constants, consumers }: Reading,
): { readonly output: string; readonly scale: string } | undefined {
  const cast = consumers(product).find(({ op }) => op === "Cast")?.outputs[0];
  const scaling = cast === undefined ? undefined : consumers(cast).find(({ op }) => op === "Mul");
  const scales = scaling?.inputs.find((input) => input !== cast);
  const output = scaling?.outputs[0];
  if (scales === undefined || output === undefined) return undefined;
  const candidates = [scales, ...(constants.producer(scales)?.inputs ?? [])];
  const scale = candidates.find((candidate) => constants.shape(candidate) !== undefined);
  return scale === undefined ? undefined : { output, scale };
}

/** Adds the bias that a later operation adds. */
function withBias(dense: DenseLayer, { constants, consumers }: Reading): DenseLayer {
  if (dense.bias !== undefined) return dense;
  const value = cast(dense.output, consumers);
  for (const node of consumers(value)) {
    const place = biasPlace(node, value);
    const name = place === undefined ? undefined : node.inputs[place];
    const shape = constants.shape(name);
    if (shape === undefined || elementsOf(shape) !== dense.shape[0]) continue;
    return {
      ...dense,
      paths: [...dense.paths, ...pathsOf(node, constants.origin(name ?? "")).slice(1)],
      output: node.op === "Add" ? (node.outputs[0] ?? dense.output) : dense.output,
      bias: () => vector(constantOf({ constants, consumers }, name)),
    };
  }
  return dense;
}

/** Which input of an operation is the bias of the value that it reads. */
function biasPlace({ op, inputs }: OnnxNode, value: string): number | undefined {
  if (op === "Add") return inputs[0] === value ? 1 : 0;
  if (op === `${MICROSOFT}BiasGelu` || op === `${MICROSOFT}FastGelu`) return 1;
  if (op === `${MICROSOFT}SkipLayerNormalization` && inputs[0] === value) return 4;
  return undefined;
}

/** The value after operations that only change how it is stored. */
function cast(value: string, consumers: Reading["consumers"]): string {
  const [only, ...others] = consumers(value);
  const output = only?.outputs[0];
  const isCast = only?.op === "Cast" || only?.op === "Identity";
  return isCast && others.length === 0 && output !== undefined ? cast(output, consumers) : value;
}

/** Layer normalisation: one operation, fused with what comes before it, or written out. */
function normAt(node: OnnxNode, at: number, reading: Reading): NormLayer | undefined {
  const { constants, consumers } = reading;
  const { inputs } = node;
  const made = (weight: string | undefined, bias: string | undefined, output = node.outputs[0] ?? "") => {
    if (constants.shape(weight) === undefined) return undefined;
    const hasBias = constants.shape(bias) !== undefined;
    return {
      at,
      output,
      paths: pathsOf(
        node,
        constants.origin(weight ?? ""),
        hasBias ? constants.origin(bias ?? "") : undefined,
      ),
      weight: () => vector(constantOf(reading, weight)),
      bias: hasBias ? () => vector(constantOf(reading, bias)) : undefined,
    };
  };
  switch (node.op) {
    case "LayerNormalization":
    case "SimplifiedLayerNormalization":
      return made(inputs[1], inputs[2]);
    case `${MICROSOFT}SkipLayerNormalization`:
      return made(inputs[2], inputs[3]);
    case `${MICROSOFT}EmbedLayerNormalization`:
      return made(inputs[5], inputs[6]);
    case "Mul": {
      // Written out: (x − mean) / √(variance + ε), times the weight, plus the bias.
      const weight = inputs.find((input) => constants.shape(input)?.length === 1);
      const normal = inputs.find((input) => input !== weight);
      if (weight === undefined || !isNormal(uncast(normal, constants), constants)) return undefined;
      const value = cast(node.outputs[0] ?? "", consumers);
      const sum = consumers(value).find(({ op }) => op === "Add");
      const bias = sum?.inputs.find((input) => constants.shape(input)?.length === 1);
      return bias === undefined ? made(weight, undefined) : made(weight, bias, sum?.outputs[0]);
    }
    default:
      return undefined;
  }
}

function isNormal(value: string | undefined, constants: OnnxConstants): boolean {
  const node = value === undefined ? undefined : constants.producer(value);
  return node?.op === "Div" && constants.producer(uncast(node.inputs[1], constants) ?? "")?.op === "Sqrt";
}

function uncast(value: string | undefined, constants: OnnxConstants): string | undefined {
  const node = value === undefined ? undefined : constants.producer(value);
  return node?.op === "Cast" ? uncast(node.inputs[0], constants) : value;
}

function tablesAt(node: OnnxNode, at: number, reading: Reading): EmbeddingTable[] {
  const { constants, consumers } = reading;
  const made = (name: string | undefined, values = () => constantOf(reading, name)): EmbeddingTable[] => {
    const shape = constants.shape(name);
    if (shape?.length !== 2) return [];
    return [
      {
        at,
        shape,
        values,
        output: node.outputs[0] ?? "",
        paths: pathsOf(node, constants.origin(name ?? "")),
      },
    ];
  };
  if (node.op === `${MICROSOFT}EmbedLayerNormalization`)
    return node.inputs.slice(2, 5).flatMap((name) => made(name));
  if (node.op !== "Gather" || (node.numbers.get("axis") ?? 0) !== 0) return [];
  const [name] = node.inputs;
  // Rows that are looked up first and made real numbers afterwards.
  const later = consumers(node.outputs[0] ?? "").find(({ op }) => op === "DequantizeLinear");
  const scale = constants.shape(later?.inputs[1]);
  if (later === undefined || scale === undefined || elementsOf(scale) !== 1) return made(name);
  return made(name, () =>
    dequantised(constantOf(reading, name), {
      scale: vector(constantOf(reading, later.inputs[1])),
      zeroPoint: constants.floats(later.inputs[2]),
      axis: 0,
    }),
  );
}

/** `MatMulNBits`: rows of blocks of `block_size` numbers of a few bits, each block with its own scale and zero point. */
function blockwise(node: OnnxNode, [rows, columns]: readonly [number, number], reading: Reading): Weights {
  const { inputs, numbers } = node;
  const bits = numbers.get("bits") ?? 4;
  const size = numbers.get("block_size") ?? 0;
  const blocks = Math.ceil(columns / size);
  if (![2, 4, 8].includes(bits) || !(size > 0) || reading.constants.shape(inputs[4]) !== undefined) {
    throw new UserError(
      `"${node.name}" keeps its weights in a way that is not known: ${bits} bits, blocks of ${size}`,
    );
  }
  const packed = constantOf(reading, inputs[1]).values;
  const scales = constantOf(reading, inputs[2]).values;
  const zeros = reading.constants.floats(inputs[3])?.values;
  const perByte = 8 / bits;
  const padded = blocks * size;
  if (packed.length * perByte !== rows * padded || scales.length !== rows * blocks) {
    throw new UserError(`the weights of "${node.name}" do not have the size that it says`);
  }
  const stored = unpackBits(packed, bits, rows * padded);
  // Zero points are packed row by row, each row on whole bytes; or they are numbers as the scales are.
  const rowBytes = Math.ceil(blocks / perByte);
  const arePacked = reading.constants.dtype(inputs[3]) === "uint8";
  const zeroAt = (row: number, block: number): number => {
    if (zeros === undefined) return 2 ** (bits - 1);
    if (!arePacked) return zeros[row * blocks + block]!;
    const byte = zeros[row * rowBytes + Math.floor(block / perByte)]!;
    return (byte >> (bits * (block % perByte))) & ((1 << bits) - 1);
  };
  const values = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let block = 0; block < blocks; block++) {
      const [scale, zero] = [scales[row * blocks + block]!, zeroAt(row, block)];
      for (let column = block * size; column < Math.min(columns, (block + 1) * size); column++) {
        values[row * columns + column] = (stored[row * padded + column]! - zero) * scale;
      }
    }
  }
  return { shape: [rows, columns], values };
}

/** The same numbers on one axis: some exports keep a bias as `[1, n]`. */
function vector({ values }: Weights): Weights {
  return { shape: [values.length], values };
}
