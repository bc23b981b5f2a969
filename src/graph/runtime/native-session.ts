import type { InferenceSession, Tensor as OrtTensor } from "onnxruntime-common";
import { dtypeOf, type Tensor, type TypedArray } from "../dtype.ts";
import { deviceError } from "./device.ts";
import { loadRuntime, type Runtime, type RuntimeKind, type RuntimeOptions } from "./runtime.ts";
import { thisMachine } from "./why-not-native.ts";

export interface NativeSessionOptions extends RuntimeOptions {
  /** Threads per operator. Default: all cores. The same number gives the same bits. */
  readonly threads?: number;
  /** Waiting threads spin: faster on a quiet machine, 2–3 times slower on a busy one. */
  readonly spinning?: boolean;
  /** Write a profile of every operator to files that start with this. */
  readonly profile?: string;
}

/** One session of ONNX Runtime, native or WebAssembly: the base of `Session` and `OnnxSession`. Concurrent runs are queued. */
export class NativeSession {
  readonly runtime: RuntimeKind;
  readonly inputs: readonly InferenceSession.ValueMetadata[];
  readonly outputs: readonly InferenceSession.ValueMetadata[];
  readonly #runtime: Runtime;
  #native: InferenceSession | undefined;
  /** The previous run, which the next one waits for. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(native: InferenceSession, runtime: Runtime) {
    this.#native = native;
    this.#runtime = runtime;
    this.runtime = runtime.kind;
    this.inputs = native.inputMetadata;
    this.outputs = native.outputMetadata;
  }

  /** Loads a model, from its bytes or from a file. */
  static async create(model: Uint8Array | string, options: NativeSessionOptions): Promise<NativeSession> {
    const runtime = await loadRuntime(options);
    const spinning = (options.spinning ?? true) ? "1" : "0";
    const { device = "cpu" } = options;
    const settings: InferenceSession.SessionOptions = {
      ...(options.threads === undefined ? {} : { intraOpNumThreads: options.threads }),
      interOpNumThreads: 1,
      executionMode: "sequential",
      graphOptimizationLevel: "all",
      enableCpuMemArena: true,
      // A failing operator is thrown as an error; it need not be printed as well.
      logSeverityLevel: 4,
      ...(options.profile === undefined ? {} : { enableProfiling: true, profileFilePrefix: options.profile }),
      ...(device === "cpu" ? {} : { executionProviders: [device] }),
      ...(runtime.kind === "node" ? { extra: { session: sessionEntries(spinning) } } : {}),
    };
    try {
      return new NativeSession(await runtime.createSession(model, settings), runtime);
    } catch (cause) {
      throw device === "cpu" ? cause : deviceError(device, cause, thisMachine(), runtime.backends);
    }
  }

  wrap({ data, shape }: Tensor): OrtTensor {
    return new this.#runtime.Tensor(dtypeOf(data), data, shape);
  }

  /** Computes the outputs in `fetches`, into the given tensor or a new one. */
  run(
    feeds: Readonly<Record<string, OrtTensor>>,
    fetches: Readonly<Record<string, OrtTensor | null>>,
  ): Promise<Record<string, Tensor>> {
    const result = this.#last.then(async () => {
      if (this.#native === undefined) throw new Error("this session was disposed");
      const results = await this.#native.run(feeds, fetches);
      return Object.fromEntries(
        Object.entries(results).map(([name, { data, dims }]) => [
          name,
          { data: data as TypedArray, shape: dims },
        ]),
      );
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Waits for pending runs and frees the session; running it again is an error. */
  async dispose(): Promise<void> {
    await this.#last;
    const native = this.#native;
    this.#native = undefined;
    await native?.release();
  }

  /** Ends profiling, if it was on, and writes the file. */
  endProfiling(): void {
    this.#native?.endProfiling();
  }
}

/**
 * Processors without dot products of 8-bit integers (x64 before VNNI) add two of them in 16 bits, which overflow with
 * 8-bit weights; the second setting has ONNX Runtime go another way there, slower and exact.
 */
function sessionEntries(spinning: string) {
  return { intra_op: { allow_spinning: spinning }, x64quantprecision: "1" };
}
