import type { InferenceSession, OnnxValue, Tensor as OrtTensor } from "onnxruntime-web";
import { bindDim, isSymbol } from "./dimension.ts";
import { dtypeOf, type Tensor, type Tensors, type TypedArray } from "./dtype.ts";
import type { Node } from "./node.ts";
import { type InputSpec, inputsOf, type WriteOptions, writeOnnx } from "./onnx/write.ts";
import { loadRuntime, type Runtime, type RuntimeKind, type RuntimeOptions } from "./runtime.ts";
import { formatShape } from "./shape.ts";

export interface SessionOptions extends WriteOptions, RuntimeOptions {
  /** Threads for one operator; all cores unless told. The same number gives the same bits. */
  readonly threads?: number;
  /** Waiting threads spin: faster on a quiet machine, 2–3 times slower on a busy one. */
  readonly spinning?: boolean;
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
  /** Write a profile of every operator to files that start with this. */
  readonly profile?: string;
}

/**
 * A compiled function: owns one ONNX Runtime session and its tensors until
 * disposed. Runs asked for at the same time are done one after another.
 *
 *     const square = await Session.compile({ outputs: { y: mul(x, x) } });
 *     const { y } = await square.run({ x: { data: Float32Array.of(3), shape: [1] } });
 *     await square.dispose();
 */
export class Session {
  /** What `run` must be fed. */
  readonly inputs: readonly InputSpec[];
  readonly runtime: RuntimeKind;
  readonly #runtime: Runtime;
  readonly #outputs: Readonly<Record<string, Node>>;
  readonly #bound: Readonly<Record<string, OrtTensor>>;
  readonly #boundSizes: ReadonlyMap<string, number>;
  readonly #into: Readonly<Record<string, { tensor: OrtTensor; data: TypedArray }>>;
  #native: InferenceSession | undefined;
  /** The run before, so that the next one waits for it. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(native: InferenceSession, runtime: Runtime, options: SessionOptions) {
    this.#native = native;
    this.#runtime = runtime;
    this.runtime = runtime.kind;
    this.#outputs = options.outputs;
    const specs = inputsOf(options);
    const sizes = new Map<string, number>();
    const { bound = {}, into = {} } = options;
    this.#bound = Object.fromEntries(
      specs
        .filter(({ name }) => Object.hasOwn(bound, name))
        .map((spec) => [spec.name, this.#wrap(checked(spec, bound[spec.name], sizes))]),
    );
    this.#boundSizes = sizes;
    this.inputs = specs.filter(({ name }) => !Object.hasOwn(bound, name));
    this.#into = Object.fromEntries(
      Object.entries(into).map(([name, target]) => {
        const node = Object.hasOwn(options.outputs, name) ? options.outputs[name]! : undefined;
        if (node === undefined) throw new Error(`"${name}" is not an output of this graph`);
        return [
          name,
          { tensor: this.#wrap(checked({ name, ...node }, target, new Map())), data: target.data },
        ];
      }),
    );
  }

  /** Writes the graph as an ONNX model and loads it. */
  static async compile(options: SessionOptions): Promise<Session> {
    const runtime = await loadRuntime(options);
    const spinning = (options.spinning ?? true) ? "1" : "0";
    const native = await runtime.createSession(writeOnnx(options), {
      ...(options.threads === undefined ? {} : { intraOpNumThreads: options.threads }),
      interOpNumThreads: 1,
      executionMode: "sequential",
      graphOptimizationLevel: "all",
      enableCpuMemArena: true,
      logSeverityLevel: 3,
      ...(options.profile === undefined ? {} : { enableProfiling: true, profileFilePrefix: options.profile }),
      ...(runtime.kind === "node" ? { extra: { session: { intra_op: { allow_spinning: spinning } } } } : {}),
    });
    return new Session(native, runtime, options);
  }

  /** Computes the outputs. Arrays are read when the run starts, not when it is asked for. */
  run(feeds: Tensors = {}): Promise<Record<string, Tensor>> {
    // Checked here, so that a mistake is reported by the call that made it.
    const sizes = new Map(this.#boundSizes);
    const tensors = this.inputs.map(
      (spec) => [spec.name, this.#wrap(checked(spec, own(feeds, spec.name), sizes))] as const,
    );
    for (const name of Object.keys(feeds)) {
      if (!this.inputs.some((spec) => spec.name === name)) {
        throw new Error(
          `"${name}" is not an input of this graph; it has ${this.inputs.map((i) => `"${i.name}"`).join(", ")}`,
        );
      }
    }
    const result = this.#last.then(() => this.#execute({ ...this.#bound, ...Object.fromEntries(tensors) }));
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Waits for runs under way and frees the session; running it again is an error. */
  async dispose(): Promise<void> {
    await this.#last;
    const native = this.#native;
    this.#native = undefined;
    await native?.release();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }

  /** Ends profiling, where it was asked for, and writes the file. */
  endProfiling(): void {
    this.#native?.endProfiling();
  }

  async #execute(feeds: Readonly<Record<string, OrtTensor>>): Promise<Record<string, Tensor>> {
    if (this.#native === undefined) throw new Error("this session was disposed");
    const fetches = Object.fromEntries(
      Object.keys(this.#outputs).map((name) => [name, this.#into[name]?.tensor ?? null]),
    );
    const results = await this.#native.run(feeds, fetches);
    return Object.fromEntries(
      Object.keys(this.#outputs).map((name) => [name, this.#received(name, results[name]!)]),
    );
  }

  #received(name: string, value: OnnxValue): Tensor {
    const { data, dims } = value as OrtTensor;
    const target = this.#into[name];
    if (target === undefined) return { data: data as TypedArray, shape: dims };
    // The native runtime has written into the array; WebAssembly cannot reach it.
    if (this.runtime === "web" && data !== target.data)
      (target.data as Float32Array).set(data as Float32Array);
    return { data: target.data, shape: dims };
  }

  #wrap({ data, shape }: Tensor): OrtTensor {
    return new this.#runtime.Tensor(dtypeOf(data), data, shape) as OrtTensor;
  }
}

function own(feeds: Tensors, name: string): Tensor | undefined {
  return Object.hasOwn(feeds, name) ? feeds[name] : undefined;
}

/** Checks a tensor against what the graph declares, and learns the sizes it brings. */
function checked(spec: InputSpec, tensor: Tensor | undefined, sizes: Map<string, number>): Tensor {
  const wanted = `${spec.dtype} ${formatShape(spec.shape)}`;
  if (tensor === undefined) throw new Error(`"${spec.name}" is not fed, it needs ${wanted}`);
  const { data, shape } = tensor;
  const known = spec.shape.map((dim, axis) => {
    if (isSymbol(dim) && !sizes.has(dim) && shape[axis] !== undefined) sizes.set(dim, shape[axis]);
    return typeof dim === "string" && spec.shape.length !== shape.length ? -1 : bindDim(dim, sizes);
  });
  const fits = shape.length === known.length && known.every((size, axis) => size === shape[axis]);
  if (!fits || dtypeOf(data) !== spec.dtype) {
    const meaning = known.some((size, axis) => size !== spec.shape[axis] && size >= 0)
      ? ` = ${formatShape(known)} here`
      : "";
    throw new Error(`"${spec.name}" needs ${wanted}${meaning}, got ${dtypeOf(data)} ${formatShape(shape)}`);
  }
  const size = shape.reduce((product, dim) => product * dim, 1);
  if (size !== data.length)
    throw new Error(`"${spec.name}" has ${data.length} values, not the ${size} of ${formatShape(shape)}`);
  return tensor;
}
