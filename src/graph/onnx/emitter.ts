import { type Dim, termsOf } from "../dimension.ts";
import { bytesOf, type DType, type TypedArray, typedArray } from "../dtype.ts";
import type { Node } from "../node.ts";
import type { Shape } from "../shape.ts";
import type { AttributeProto, GraphProto, NodeProto, TensorProto, ValueInfoProto } from "./proto.ts";

/** An attribute of an ONNX operator: whole numbers become INT, others must say `{ float }`. */
type AttributeValue =
  | number
  | string
  | readonly number[]
  | { readonly float: number }
  | { readonly graph: GraphProto };

export const MICROSOFT = "com.microsoft";

/** ONNX's numbers for the element types. */
export const elementTypes: { readonly [D in DType]: number } = { float32: 1, int64: 7, bool: 9 };

/** ONNX's number for 8-bit integers with a sign: weights may be written as such, nothing is computed in them by name. */
const INT8 = 3;

/** What all graphs of one model share: names, constants, and where symbolic sizes come from. */
interface Shared {
  count: number;
  readonly initializers: TensorProto[];
  readonly constants: Map<string, string>;
  readonly sources: ReadonlyMap<string, { readonly name: string; readonly axis: number }>;
  readonly domains: Set<string>;
}

/**
 * Collects the operators of one ONNX graph. Two requests for the same operator
 * on the same inputs give the same name, so common sub-expressions are
 * computed once. The body of a loop is an emitter of its own (`inner`); constants
 * and sizes always go to the outermost graph.
 */
export class Emitter {
  readonly nodes: NodeProto[] = [];
  readonly names: Map<Node, readonly string[]>;
  readonly #merged = new Map<string, readonly [string, ...string[]]>();
  readonly #shared: Shared;
  readonly #root: Emitter;
  /** The graph around this one, if this is the body of a loop. */
  readonly #outer: Emitter | undefined;

  private constructor(shared: Shared, outer: Emitter | undefined, names: Map<Node, readonly string[]>) {
    this.#shared = shared;
    this.#outer = outer;
    this.#root = outer === undefined ? this : outer.#root;
    this.names = names;
  }

  static forModel(sources: Shared["sources"]): Emitter {
    const shared = { count: 0, initializers: [], constants: new Map(), sources, domains: new Set<string>() };
    return new Emitter(shared, undefined, new Map());
  }

  get initializers(): TensorProto[] {
    return this.#shared.initializers;
  }

  get domains(): ReadonlySet<string> {
    return this.#shared.domains;
  }

  /** An emitter for a loop body, which sees everything named so far. */
  inner(): Emitter {
    return new Emitter(this.#shared, this, new Map(this.names));
  }

  /** Where to put work on `node` alone so that a loop does it once: the outermost graph in which it is known. */
  around(node: Node): Emitter {
    return this.#outer?.names.has(node) ? this.#outer.around(node) : this;
  }

  /** The name of a node, or of one of several results. */
  name(node: Node, place = 0): string {
    const name = this.names.get(node)?.[place];
    if (name === undefined) throw new Error(`"${node.op}" is used before it is written`);
    return name;
  }

  fresh(kind: string): string {
    return `${kind}_${this.#shared.count++}`;
  }

  /** Adds an operator with one result. */
  op(
    type: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, AttributeValue>> = {},
    domain = "",
  ): string {
    const [name] = this.ops(type, inputs, 1, attributes, domain);
    return name;
  }

  ops(
    type: string,
    inputs: readonly string[],
    results: number,
    attributes: Readonly<Record<string, AttributeValue>> = {},
    domain = "",
  ): readonly [string, ...string[]] {
    const isLoop = Object.values(attributes).some((value) => typeof value === "object" && "graph" in value);
    const key = isLoop ? this.fresh("loop") : JSON.stringify([domain, type, inputs, results, attributes]);
    const known = this.#merged.get(key);
    if (known !== undefined) return known;
    const name = this.fresh(type);
    const others = Array.from({ length: results - 1 }, (_, i) => `${name}.${i + 1}`);
    const output = [name, ...others] as const;
    const attribute = Object.entries(attributes).map(([key, value]) => attributeProto(key, value));
    this.nodes.push({ input: inputs, output, name, opType: type, attribute, domain });
    this.#shared.domains.add(domain);
    this.#merged.set(key, output);
    return output;
  }

  /** A constant tensor, kept once however often it is asked for. */
  constant(dtype: DType, values: ArrayLike<number>, dims: readonly number[]): string {
    // Large tensors are not compared value by value: they would hardly ever be equal.
    const key =
      values.length > 64 ? this.fresh("large") : JSON.stringify([dtype, dims, Array.from(values, String)]);
    const known = this.#shared.constants.get(key);
    if (known !== undefined) return known;
    const name = this.fresh("constant");
    this.initializers.push(tensorProto(name, dtype, typedArray(dtype, values), dims));
    this.#shared.constants.set(key, name);
    return name;
  }

  /** A named tensor of 8-bit integers, made and written at the first call. */
  int8(name: string, values: () => Int8Array, dims: readonly number[]): string {
    return this.#named(name, () => ({ name, dims, dataType: INT8, rawData: bytesOf(values()) }));
  }

  /** A named tensor of float32, made and written at the first call. */
  float32(name: string, values: () => Float32Array, dims: readonly number[]): string {
    return this.#named(name, () => tensorProto(name, "float32", values(), dims));
  }

  #named(name: string, tensor: () => TensorProto): string {
    const key = `named ${name}`;
    if (!this.#shared.constants.has(key)) {
      this.initializers.push(tensor());
      this.#shared.constants.set(key, name);
    }
    return name;
  }

  /** Whole numbers as an int64 vector. */
  int64s(values: readonly number[]): string {
    return this.constant("int64", values, [values.length]);
  }

  /** Sizes as an int64 vector, worked out inside the graph where they are symbolic. */
  dims(shape: Shape): string {
    if (shape.every((dim) => typeof dim === "number")) return this.int64s(shape);
    const root = this.#root;
    const parts = shape.map((dim) => root.#dim(dim));
    const [only] = parts;
    return only !== undefined && parts.length === 1 ? only : root.op("Concat", parts, { axis: 0 });
  }

  /** One size as an int64 scalar. */
  scalarDim(dim: Dim): string {
    if (typeof dim === "number") return this.constant("int64", [dim], []);
    return this.#root.op("Squeeze", [this.#root.#dim(dim)]);
  }

  /** The numbers 0 … size − 1. */
  range(size: Dim): string {
    const [zero, one] = [this.constant("int64", [0], []), this.constant("int64", [1], [])];
    return this.#root.op("Range", [zero, this.scalarDim(size), one]);
  }

  /** Ones at the indices along a new last axis. ONNX's OneHot would do it, but ends the process when there are no indices. */
  oneHot(indices: string, size: Dim): string {
    const column = this.op("Unsqueeze", [indices, this.int64s([-1])]);
    return this.op("Cast", [this.op("Equal", [column, this.range(size)])], { to: elementTypes.float32 });
  }

  /** Reshape knows what to do with one −1, and with 0 for "as before"; other symbolic sizes must be worked out. */
  reshape(name: string, from: Shape, to: Shape): string {
    const symbolic = to.filter((dim) => typeof dim === "string");
    const asBefore = to.every((dim, axis) => typeof dim === "number" || dim === from[axis]);
    if (!to.includes(0) && (symbolic.length <= 1 || asBefore)) {
      const unknown = symbolic.length <= 1 ? -1 : 0;
      const target = this.int64s(to.map((dim) => (typeof dim === "number" ? dim : unknown)));
      return this.op("Reshape", [name, target]);
    }
    return this.op("Reshape", [name, this.dims(to)], { allowzero: 1 });
  }

  /** One size as an int64 vector of length 1. */
  #dim(dim: Dim): string {
    if (typeof dim === "number") return this.int64s([dim]);
    const terms = termsOf(dim).map(([symbols, coefficient]) => {
      const factors = symbols.map((symbol) => {
        const source = this.#shared.sources.get(symbol);
        if (source === undefined) {
          throw new Error(
            `no input of the model has the size "${symbol}": list one that has it in \`inputs\``,
          );
        }
        return this.op("Shape", [source.name], { start: source.axis, end: source.axis + 1 });
      });
      if (coefficient !== 1 || factors.length === 0) factors.push(this.int64s([coefficient]));
      return factors.reduce((a, b) => this.op("Mul", [a, b]));
    });
    return terms.reduce((a, b) => this.op("Add", [a, b]));
  }
}

export function valueInfo(name: string, { shape, dtype }: Pick<Node, "shape" | "dtype">): ValueInfoProto {
  const dim = shape.map((size) => (typeof size === "number" ? { dimValue: size } : { dimParam: size }));
  return { name, type: { tensorType: { elemType: elementTypes[dtype], shape: { dim } } } };
}

export function tensorProto(
  name: string,
  dtype: DType,
  data: TypedArray,
  dims: readonly number[],
): TensorProto {
  return { name, dims, dataType: elementTypes[dtype], rawData: bytesOf(data) };
}

function attributeProto(name: string, value: AttributeValue): AttributeProto {
  if (typeof value === "number") return { name, type: 2, i: value };
  if (typeof value === "string") return { name, type: 3, s: new TextEncoder().encode(value) };
  if ("float" in value) return { name, type: 1, f: value.float };
  if ("graph" in value) return { name, type: 5, g: value.graph };
  return { name, type: 7, ints: value };
}
