import type { InferenceSession, Tensor as OrtTensor } from "onnxruntime-web";
import { UserError } from "../../errors.ts";
import type { Tensor, Tensors, TypedArray } from "../dtype.ts";
import { formatShape } from "../shape.ts";
import { NativeSession, type NativeSessionOptions } from "./native-session.ts";
import type { RuntimeKind } from "./runtime.ts";

export type OnnxSessionOptions = Pick<
  NativeSessionOptions,
  "threads" | "spinning" | "runtime" | "notice" | "load"
>;

/** An input or output of a model file, as far as the file says. */
export interface OnnxValueSpec {
  readonly name: string;
  /** `"float32"`, `"int64"`, …; undefined for what is no tensor. */
  readonly dtype: string | undefined;
  /** Sizes, or the names of sizes that are known only when it runs. */
  readonly shape: readonly (number | string)[];
}

/**
 * A model file in use: what `Session` is for a graph, without the graph. Owns one ONNX Runtime session until
 * disposed. Runs asked for at the same time are done one after another.
 */
export class OnnxSession {
  readonly inputs: readonly OnnxValueSpec[];
  readonly outputs: readonly OnnxValueSpec[];
  readonly runtime: RuntimeKind;
  readonly #native: NativeSession;

  private constructor(native: NativeSession) {
    this.#native = native;
    this.runtime = native.runtime;
    this.inputs = native.inputs.map(specOf);
    this.outputs = native.outputs.map(specOf);
  }

  /** Loads an ONNX model from its bytes or from a file; in a browser, from an address. */
  static async load(model: Uint8Array | string, options: OnnxSessionOptions = {}): Promise<OnnxSession> {
    try {
      return new OnnxSession(await NativeSession.create(model, options));
    } catch (cause) {
      if (!(cause instanceof Error) || !isAboutTheModel(cause)) throw cause;
      const what = typeof model === "string" ? `"${model}"` : "this model";
      throw new UserError(`${what} cannot be loaded as an ONNX model: ${cause.message.split("\n")[0]}`, {
        cause,
      });
    }
  }

  /**
   * Computes the wanted outputs (default: all). Tensors that the model has no input for are passed over, because
   * what an encoder feeds may be more than one model looks at.
   */
  async run(feeds: Tensors, wanted?: readonly string[]): Promise<Record<string, Tensor>> {
    const tensors = this.inputs.map(({ name, dtype, shape }) => {
      const tensor = Object.hasOwn(feeds, name) ? feeds[name] : undefined;
      if (tensor === undefined)
        throw new Error(`"${name}" is not fed, it needs ${dtype} ${formatShape(shape)}`);
      return [name, this.#native.wrap(tensor)] as const;
    });
    const names = wanted ?? this.outputs.map(({ name }) => name);
    const unknown = names.find((name) => !this.outputs.some((output) => output.name === name));
    if (unknown !== undefined) throw new Error(`"${unknown}" is not an output of this model`);
    const fetches = Object.fromEntries(names.map((name) => [name, null]));
    const results = await this.#native.run(Object.fromEntries(tensors), fetches);
    return Object.fromEntries(
      names.map((name) => {
        const { data, dims } = results[name] as OrtTensor;
        return [name, { data: data as TypedArray, shape: dims }];
      }),
    );
  }

  /** Waits for runs under way and frees the session; running it again is an error. */
  dispose(): Promise<void> {
    return this.#native.dispose();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }
}

function specOf(value: InferenceSession.ValueMetadata): OnnxValueSpec {
  return value.isTensor
    ? { name: value.name, dtype: value.type, shape: value.shape }
    : { name: value.name, dtype: undefined, shape: [] };
}

/** Whether the file is at fault, rather than a package that is missing or an option that is wrong. */
function isAboutTheModel({ message }: Error): boolean {
  return /load model|protobuf|INVALID_GRAPH|NO_SUCHFILE|no graph|ERROR_CODE|ENOENT|EISDIR/i.test(message);
}
