import type { InferenceSession, TensorConstructor } from "onnxruntime-web";

/** Where compiled graphs run: native ONNX Runtime, or the same compiled to WebAssembly. */
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
  /** Take this one and no other. */
  readonly runtime?: RuntimeKind;
  /** Told, in one line, when the slower runtime is used for want of the native one. Default: writes to stderr. */
  readonly notice?: (line: string) => void;
  /** How to load each package; only tests change this. */
  readonly load?: { readonly [K in RuntimeKind]: () => Promise<unknown> };
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

/** Finds ONNX Runtime: the native package where it is installed and loads, WebAssembly everywhere else. */
export async function loadRuntime(options: RuntimeOptions = {}): Promise<Runtime> {
  const { runtime, load = packages } = options;
  if (runtime !== undefined) return wrapped(runtime, (await load[runtime]()) as Package);
  try {
    return wrapped("node", (await load.node()) as Package);
  } catch (error) {
    const notify = options.notice ?? toStderr;
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    notify(`onnxruntime-node does not load (${reason}); using onnxruntime-web, about 4 times slower`);
    return wrapped("web", (await load.web()) as Package);
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

/** WebAssembly fetches what it is given as an address, which in Node is no way to a file. */
async function withoutPath(model: Uint8Array | string): Promise<Uint8Array | string> {
  const isNode = typeof process !== "undefined" && process.versions?.node !== undefined;
  if (typeof model !== "string" || !isNode) return model;
  const { readFile } = await import("node:fs/promises");
  return readFile(model);
}

/** Once per process is enough. */
function toStderr(line: string): void {
  if (!noticed) process.stderr.write(`${line}\n`);
  noticed = true;
}
