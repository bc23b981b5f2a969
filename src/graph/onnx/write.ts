import { entryOf } from "../../entries.ts";
import { isSymbol } from "../dimension.ts";
import { type DType, dtypeOf, type Tensors } from "../dtype.ts";
import { isOp, type Node, type OpName, type PlainOp, topological } from "../node.ts";
import { bodyOf, stacksOf, takenBy } from "../scan.ts";
import { elementsOf, formatShape, type Shape } from "../shape.ts";
import { Emitter, tensorProto, valueInfo } from "./emitter.ts";
import { type Fusions, findFusions } from "./fusions.ts";
import { operators, type Writing } from "./operators.ts";
import { encodeModel } from "./proto.ts";
import { findQuantised } from "./quantised-weights.ts";

/** ONNX operator set and file version: the newest that ONNX Runtime 1.30 knows in full and older ones from 1.20 read. */
const OPSET = 21;
const IR_VERSION = 10;

export interface WriteOptions {
  /** What the model computes, by output name. */
  readonly outputs: Readonly<Record<string, Node>>;
  /** Inputs the model is to have even where no output depends on them, e.g. for their sizes. */
  readonly inputs?: readonly Node[];
  /** Values written into the model in place of inputs or parameters: for inference, where the weights are final. */
  readonly baked?: Tensors;
  /** The baked weights, by name, that are written as 8-bit integers where what reads them allows it; see `findQuantised`. */
  readonly int8?: (name: string) => boolean;
  /** Text stored beside the graph. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** An input that a written model must be fed. */
export interface InputSpec {
  readonly name: string;
  readonly shape: Shape;
  readonly dtype: DType;
}

type Leaf = Node<"input"> | Node<"parameter">;

/** What has to be fed to compute the outputs: inputs and parameters that are not baked in, in order of creation. */
export function inputsOf(options: Pick<WriteOptions, "outputs" | "inputs" | "baked">): InputSpec[] {
  return leavesOf(options)
    .filter(({ attributes }) => !Object.hasOwn(options.baked ?? {}, attributes.name))
    .map(({ attributes, shape, dtype }) => ({ name: attributes.name, shape, dtype }));
}

/** The names of the baked weights that `writeOnnx` writes as 8-bit integers. */
export function quantisedWeights({
  outputs,
  baked = {},
  int8,
}: Pick<WriteOptions, "outputs" | "baked" | "int8">): Set<string> {
  if (int8 === undefined) return new Set();
  const nodes = Object.values(outputs);
  const { leaves } = findQuantised(topological(nodes), new Set(nodes), baked, int8);
  return new Set([...leaves].map(({ attributes }) => attributes.name));
}

/** Writes a graph as an ONNX file. The same graph always gives the same bytes. */
export function writeOnnx(options: WriteOptions): Uint8Array {
  const { outputs, baked = {}, metadata = {}, int8 } = options;
  const leaves = leavesOf(options);
  const order = topological(Object.values(outputs));
  const results = new Set(Object.values(outputs));
  const quantised = int8 === undefined ? undefined : findQuantised(order, results, baked, int8);
  const fed = leaves.filter(({ attributes }) => !Object.hasOwn(baked, attributes.name));
  const emit = Emitter.forModel(sizeSources(fed));
  for (const leaf of leaves) {
    const { name } = leaf.attributes;
    emit.names.set(leaf, [name]);
    if (!Object.hasOwn(baked, name)) continue;
    const tensor = bakedTensor(leaf, baked);
    if (!isOp(leaf, "parameter") || !quantised?.leaves.has(leaf)) emit.initializers.push(tensor);
  }
  writeNodes(order, results, emit, quantised);
  // Outputs keep the names they were given, whatever computes them.
  for (const [name, node] of Object.entries(outputs)) {
    emit.nodes.push({
      input: [emit.name(node)],
      output: [name],
      name: `output ${name}`,
      opType: "Identity",
      attribute: [],
      domain: "",
    });
  }
  const domains = [...emit.domains].filter((domain) => domain !== "");
  return encodeModel({
    irVersion: IR_VERSION,
    producerName: "lacuna",
    graph: {
      name: "lacuna",
      node: emit.nodes,
      initializer: emit.initializers,
      input: fed.map((leaf) => valueInfo(leaf.attributes.name, leaf)),
      output: Object.entries(outputs).map(([name, node]) => valueInfo(name, node)),
    },
    opsetImport: [{ domain: "", version: OPSET }, ...domains.map((domain) => ({ domain, version: 1 }))],
    metadataProps: Object.entries(metadata).map(([key, value]) => ({ key, value })),
  });
}

function leavesOf({ outputs, inputs = [] }: Pick<WriteOptions, "outputs" | "inputs">): Leaf[] {
  const leaves = topological([...Object.values(outputs), ...inputs]).filter(
    (node): node is Leaf => isOp(node, "input") || isOp(node, "parameter"),
  );
  const byName = new Map<string, Leaf>();
  for (const leaf of leaves) {
    const { name } = leaf.attributes;
    if (byName.has(name)) throw new Error(`two inputs are called "${name}"`);
    if (Object.hasOwn(outputs, name)) throw new Error(`an input and an output are both called "${name}"`);
    byName.set(name, leaf);
  }
  return leaves;
}

/** For each symbolic size, an input and an axis that has it. */
function sizeSources(leaves: readonly Leaf[]): Map<string, { name: string; axis: number }> {
  const sources = new Map<string, { name: string; axis: number }>();
  for (const { attributes, shape } of leaves) {
    shape.forEach((dim, axis) => {
      if (isSymbol(dim) && !sources.has(dim)) sources.set(dim, { name: attributes.name, axis });
    });
  }
  return sources;
}

function bakedTensor(leaf: Leaf, baked: Tensors) {
  const { name } = leaf.attributes;
  const { data, shape } = entryOf(baked, name);
  const size = elementsOf(shape);
  const fits = shape.length === leaf.shape.length && leaf.shape.every((dim, axis) => dim === shape[axis]);
  if (!fits || size !== data.length || dtypeOf(data) !== leaf.dtype) {
    throw new Error(
      `"${name}" needs ${leaf.dtype} ${formatShape(leaf.shape)}, got ${dtypeOf(data)} ${formatShape(shape)}`,
    );
  }
  return tensorProto(name, leaf.dtype, data, shape);
}

function writeNodes(
  order: readonly Node[],
  outputs: ReadonlySet<Node>,
  emit: Emitter,
  first?: Fusions,
): void {
  const fusions = findFusions(order, outputs, first);
  for (const node of order) {
    if (emit.names.has(node) || fusions.absorbed.has(node)) continue;
    const fused = fusions.written.get(node);
    emit.names.set(node, [fused === undefined ? written(node, order, emit) : fused(emit)].flat());
  }
}

function written(node: Node, order: readonly Node[], emit: Emitter): string | readonly string[] {
  if (isOp(node, "scan")) return writeLoop(node, stacksOf(node, order), emit);
  const taken = takenBy(node, order);
  if (taken !== undefined) return emit.name(taken.source, taken.place);
  const inputs = node.inputs.map((input) => emit.name(input));
  const write = operators[node.op as PlainOp] as Writing<OpName>;
  return write(node, inputs, emit);
}

/** A loop as ONNX Scan: the state, then the stacked values, are both its inputs' and its results' order. */
function writeLoop(node: Node<"scan">, stacks: readonly Node[], emit: Emitter): readonly string[] {
  const { loop } = node.attributes;
  const body = emit.inner();
  const given = [...loop.carries, ...loop.steps].map((stand) => {
    const name = emit.fresh("given");
    body.names.set(stand, [name]);
    return valueInfo(name, stand);
  });
  const results = [...loop.next, ...stacks];
  writeNodes(bodyOf(loop, results), new Set(results), body);
  // A result needs a name of its own in the body, also where it is passed through from outside or occurs twice.
  const own = new Set(body.nodes.flatMap((made) => made.output));
  const output = results.map((result) => {
    let name = body.name(result);
    if (!own.delete(name)) {
      const source = name;
      name = emit.fresh("result");
      body.nodes.push({
        input: [source],
        output: [name],
        name,
        opType: "Identity",
        attribute: [],
        domain: "",
      });
    }
    return valueInfo(name, result);
  });
  const graph = { name: emit.fresh("body"), node: body.nodes, initializer: [], input: given, output };
  const directions = (count: number) => Array.from({ length: count }, () => Number(loop.reverse));
  const inputs = node.inputs.slice(0, given.length).map((input) => emit.name(input));
  return emit.ops("Scan", inputs, results.length, {
    body: { graph },
    num_scan_inputs: loop.steps.length,
    scan_input_directions: directions(loop.steps.length),
    ...(stacks.length > 0 ? { scan_output_directions: directions(stacks.length) } : {}),
  });
}
