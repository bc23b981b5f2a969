import type { Tensor as OrtTensor } from "onnxruntime-common";
import { entryOf } from "../../entries.ts";
import { bytesOf, dtypeOf, type Tensor, type Tensors, type TypedArray } from "../dtype.ts";
import type { Node } from "../node.ts";
import { type InputSpec, inputsOf, type WriteOptions, writeOnnx } from "../onnx/write.ts";
import { elementsOf, formatShape } from "../shape.ts";
import { bindSizes } from "./bind-sizes.ts";
import { NativeSession, type NativeSessionOptions } from "./native-session.ts";
import type { RuntimeKind } from "./runtime.ts";

export interface SessionOptions extends WriteOptions, NativeSessionOptions {
  /**
   * Inputs that are fed once and for all, such as parameters. Their arrays are not copied: what an
   * optimiser writes into them is what the next run sees.
   */
  readonly bound?: Tensors;
  /**
   * Arrays that receive outputs in place, by output name, such as gradients. Each run overwrites
   * them; outputs not listed come in fresh arrays.
   */
  readonly into?: Readonly<Record<string, Tensor>>;
}

/**
 * A compiled function: owns one ONNX Runtime session and its tensors until disposed. Concurrent runs are queued.
 *
 *     const square = await Session.compile({ outputs: { y: mul(x, x) } });
 *     const { y } = await square.run({ x: { data: Float32Array.of(3), shape: [1] } });
 *     await square.dispose();
 */
export class Session {
  /** What `run` must be fed. */
  readonly inputs: readonly InputSpec[];
  readonly runtime: RuntimeKind;
  readonly #native: NativeSession;
  readonly #outputs: Readonly<Record<string, Node>>;
  readonly #bound: Readonly<Record<string, OrtTensor>>;
  readonly #boundSizes: ReadonlyMap<string, number>;
  readonly #into: Readonly<Record<string, { tensor: OrtTensor; data: TypedArray }>>;

  private constructor(native: NativeSession, options: SessionOptions) {
    this.#native = native;
    this.runtime = native.runtime;
    this.#outputs = options.outputs;
    const specs = inputsOf(options);
    const { bound = {}, into = {} } = options;
    const isBound = ({ name }: InputSpec): boolean => Object.hasOwn(bound, name);
    this.inputs = specs.filter((spec) => !isBound(spec));
    const { found, sizes } = checked(specs.filter(isBound), bound, new Map());
    this.#bound = this.#wrapAll(found);
    this.#boundSizes = sizes;
    const targets = Object.keys(into).map((name) => {
      const output = Object.hasOwn(options.outputs, name) ? options.outputs[name] : undefined;
      if (output === undefined) throw new Error(`"${name}" is not an output of this graph`);
      return { name, shape: output.shape, dtype: output.dtype };
    });
    this.#into = Object.fromEntries(
      checked(targets, into, sizes).found.map(([name, tensor]) => [
        name,
        { tensor: native.wrap(tensor), data: tensor.data },
      ]),
    );
  }

  /** Writes the graph as an ONNX model and loads it. */
  static async compile(options: SessionOptions): Promise<Session> {
    const native = await NativeSession.create(writeOnnx(options), options);
    try {
      return new Session(native, options);
    } catch (error) {
      await native.dispose();
      throw error;
    }
  }

  /** Computes the outputs. Arrays are read when the run starts, not when it is queued. */
  async run(feeds: Tensors = {}): Promise<Record<string, Tensor>> {
    const tensors = this.#wrapAll(checked(this.inputs, feeds, this.#boundSizes).found);
    for (const name of Object.keys(feeds)) {
      if (!this.inputs.some((spec) => spec.name === name)) {
        throw new Error(
          `"${name}" is not an input of this graph; it has ${this.inputs.map((i) => `"${i.name}"`).join(", ")}`,
        );
      }
    }
    return this.#execute({ ...this.#bound, ...tensors });
  }

  /** The same where some feeds may have no input here and are then ignored: an encoder may feed more than a graph reads. */
  runWith(feeds: Tensors): Promise<Record<string, Tensor>> {
    const known = this.inputs.flatMap(({ name }) => {
      const tensor = Object.hasOwn(feeds, name) ? feeds[name] : undefined;
      return tensor === undefined ? [] : [[name, tensor] as const];
    });
    return this.run(Object.fromEntries(known));
  }

  /** Waits for pending runs and frees the session; running it again is an error. */
  dispose(): Promise<void> {
    return this.#native.dispose();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }

  /** Ends profiling, if it was on, and writes the file. */
  endProfiling(): void {
    this.#native.endProfiling();
  }

  async #execute(feeds: Readonly<Record<string, OrtTensor>>): Promise<Record<string, Tensor>> {
    // WebAssembly has a memory of its own and cannot write into arrays outside it: copied afterwards.
    const inPlace = this.runtime === "node";
    const fetches = Object.fromEntries(
      Object.keys(this.#outputs).map((name) => [name, (inPlace && this.#into[name]?.tensor) || null]),
    );
    const results = await this.#native.run(feeds, fetches);
    return Object.fromEntries(
      Object.keys(this.#outputs).map((name) => [name, this.#received(name, entryOf(results, name))]),
    );
  }

  #received(name: string, result: Tensor): Tensor {
    const target = this.#into[name];
    if (target === undefined) return result;
    // The native runtime has written into the array; WebAssembly cannot reach it.
    if (this.runtime === "web" && result.data !== target.data) bytesOf(target.data).set(bytesOf(result.data));
    return { data: target.data, shape: result.shape };
  }

  #wrapAll(tensors: readonly (readonly [string, Tensor])[]): Record<string, OrtTensor> {
    return Object.fromEntries(tensors.map(([name, tensor]) => [name, this.#native.wrap(tensor)]));
  }
}

/** Finds and checks a tensor for each declared input, and infers the sizes they bind. */
function checked(
  specs: readonly InputSpec[],
  tensors: Tensors,
  known: ReadonlyMap<string, number>,
): { found: (readonly [string, Tensor])[]; sizes: Map<string, number> } {
  const found = specs.map(({ name, dtype, shape: declared }) => {
    const tensor = Object.hasOwn(tensors, name) ? tensors[name] : undefined;
    const wanted = `${dtype} ${formatShape(declared)}`;
    if (tensor === undefined) throw new Error(`"${name}" is not fed, it needs ${wanted}`);
    const { data, shape } = tensor;
    if (dtypeOf(data) !== dtype)
      throw new Error(`"${name}" needs ${wanted}, got ${dtypeOf(data)} ${formatShape(shape)}`);
    const size = elementsOf(shape);
    if (size !== data.length)
      throw new Error(`"${name}" has ${data.length} values, not the ${size} of ${formatShape(shape)}`);
    return { name, declared, shape, tensor };
  });
  return { found: found.map(({ name, tensor }) => [name, tensor] as const), sizes: bindSizes(found, known) };
}
