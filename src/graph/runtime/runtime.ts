import type { InferenceSession, TensorConstructor } from "onnxruntime-web";
import { messageOf } from "../../errors.ts";

/** The runtime of compiled graphs: native ONNX Runtime, or its WebAssembly build. */
export type RuntimeKind = "node" | "web";

/** The part of ONNX Runtime's interface the engine uses; both packages have it. */
export interface Runtime {
  readonly kind: RuntimeKind;
  readonly Tensor: TensorConstructor;
  /** From the bytes of a model or from a file; in a browser, from an address. */
  createSession(
    model: Uint8Array | string,
    options: InferenceSession.SessionOptions,
  ): Promise<InferenceSession>;
}

export interface RuntimeOptions {
  /** Use only this runtime. */
  readonly runtime?: RuntimeKind;
  /** Receives one line when the slower runtime is used because the native one is missing. Default: writes to stderr. */
  readonly notice?: (line: string) => void;
  /** How to load each package; only tests change this. */
  readonly load?: { readonly [K in RuntimeKind]: () => Promise<Package> };
}

type Package = {
  readonly Tensor: TensorConstructor;
  readonly InferenceSession: {
    create(model: Uint8Array | string, options: InferenceSession.SessionOptions): Promise<InferenceSession>;
  };
  readonly env: { readonly wasm: { numThreads?: number } };
};

const packages: NonNullable<RuntimeOptions["load"]> = {
  node: () => import("onnxruntime-node"),
  web: () => import("onnxruntime-web"),
};

let noticed = false;

/** Loads ONNX Runtime: the native package if it is installed and loads, else WebAssembly. */
export async function loadRuntime(options: RuntimeOptions = {}): Promise<Runtime> {
  const { runtime, load = packages } = options;
  if (runtime !== undefined) return wrapped(runtime, await load[runtime]());
  try {
    return wrapped("node", await load.node());
  } catch (error) {
    const notify = options.notice ?? toStderr;
    const [reason] = messageOf(error).split("\n");
    notify(`onnxruntime-node does not load (${reason}); using onnxruntime-web, about 4 times slower`);
    return wrapped("web", await load.web());
  }
}

function wrapped(kind: RuntimeKind, { Tensor, InferenceSession, env }: Package): Runtime {
  return {
    kind,
    Tensor,
    async createSession(model, options) {
      // WebAssembly takes its thread count once, for the process; later sessions cannot change it.
      if (kind === "web") env.wasm.numThreads ??= options.intraOpNumThreads ?? 1;
      return InferenceSession.create(kind === "web" ? await withoutPath(model) : model, options);
    },
  };
}

/** WebAssembly would fetch a path as a URL, which does not work for files in Node. */
async function withoutPath(model: Uint8Array | string): Promise<Uint8Array | string> {
  const isNode = typeof process !== "undefined" && process.versions?.node !== undefined;
  if (typeof model !== "string" || !isNode) return model;
  const { readFile } = await import("node:fs/promises");
  return readFile(model);
}

/** Shown once per process. */
function toStderr(line: string): void {
  if (!noticed) process.stderr.write(`${line}\n`);
  noticed = true;
}
