import type { InferenceSession } from "onnxruntime-common";
import { entryOf } from "../../entries.ts";
import { UserError } from "../../errors.ts";
import type { Tensor, Tensors } from "../dtype.ts";
import { formatShape } from "../shape.ts";
import { NativeSession, type NativeSessionOptions } from "./native-session.ts";
import type { RuntimeKind } from "./runtime.ts";

export type OnnxSessionOptions = Pick<
  NativeSessionOptions,
  "threads" | "spinning" | "runtime" | "device" | "notice" | "load"
>;

/** An input or output of a model file, as the file declares it. */
export interface OnnxValueSpec {
  readonly name: string;
  /** `"float32"`, `"int64"`, …; undefined if it is not a tensor. */
  readonly dtype: string | undefined;
  /** Sizes, or names of sizes known only at run time. */
  readonly shape: readonly (number | string)[];
}

/**
 * A loaded model file: what `Session` is for a graph. Owns one ONNX Runtime session until disposed. Concurrent runs
 * are queued.
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
   * Computes the given outputs (default: all). Tensors without an input are ignored, because an encoder may feed more
   * than one model reads.
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
    return Object.fromEntries(names.map((name) => [name, entryOf(results, name)]));
  }

  /** Waits for pending runs and frees the session; running it again is an error. */
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

/** Whether the file is at fault, rather than a missing package or a wrong option. */
function isAboutTheModel({ message }: Error): boolean {
  return /load model|protobuf|INVALID_GRAPH|NO_SUCHFILE|no graph|ERROR_CODE|ENOENT|EISDIR/i.test(message);
}
