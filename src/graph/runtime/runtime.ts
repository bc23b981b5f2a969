import type { InferenceSession, TensorConstructor } from "onnxruntime-common";
import { UserError } from "../../errors.ts";
import type { Backend, Device } from "./device.ts";
import type { OrtPackage } from "./installed-runtimes.ts";
import { thisMachine, whyNotNative } from "./why-not-native.ts";

/** The runtime of compiled graphs: native ONNX Runtime, or its WebAssembly build. */
export type RuntimeKind = "node" | "web";

/** The part of ONNX Runtime's interface the engine uses; both packages have it. */
export interface Runtime {
  readonly kind: RuntimeKind;
  readonly Tensor: TensorConstructor;
  /** What it can compute with, where it says. */
  readonly backends: readonly Backend[] | undefined;
  /** From the bytes of a model or from a file; in a browser, from an address. */
  createSession(
    model: Uint8Array | string,
    options: InferenceSession.SessionOptions,
  ): Promise<InferenceSession>;
}

export interface RuntimeOptions {
  /** Use only this runtime. */
  readonly runtime?: RuntimeKind;
  /** Where to compute; default: on the processor. Another device needs the native runtime. */
  readonly device?: Device;
  /** Receives one line when the slower runtime is used because the native one is missing. Default: writes to stderr. */
  readonly notice?: (line: string) => void;
  /** How to load each package. Default: as installed; pages and tests have other ways. */
  readonly load?: { readonly [K in RuntimeKind]: () => Promise<OrtPackage> } & {
    /** The native package for other devices than the processor; default: that for the processor. */
    readonly device?: () => Promise<OrtPackage>;
  };
}

/** Loads ONNX Runtime: the native package if it is installed and loads, else WebAssembly. */
export async function loadRuntime(options: RuntimeOptions = {}): Promise<Runtime> {
  const { runtime, device = "cpu" } = options;
  const load = options.load ?? (await import("./installed-runtimes.ts")).installedRuntimes;
  if (device !== "cpu") return forDevice(device, load.device ?? load.node);
  if (runtime !== undefined) return wrapped(runtime, await load[runtime]());
  try {
    return wrapped("node", await load.node());
  } catch (error) {
    const notify: (line: string) => unknown = options.notice ?? toStderr;
    await notify(`computing in WebAssembly, 4 to 6 times slower: ${whyNotNative(error, thisMachine())}`);
    return wrapped("web", await load.web());
  }
}

async function forDevice(device: Device, load: () => Promise<OrtPackage>): Promise<Runtime> {
  let found: OrtPackage;
  try {
    found = await load();
  } catch (cause) {
    const why = whyNotNative(cause, thisMachine());
    throw new UserError(`the device "${device}" cannot be used: ${why}`, { cause });
  }
  // What goes wrong is thrown; it need not be printed as well.
  found.env.logLevel = "fatal";
  return wrapped("node", found);
}

function wrapped(kind: RuntimeKind, found: OrtPackage): Runtime {
  const { Tensor, InferenceSession, env } = found;
  return {
    kind,
    Tensor,
    backends: found.listSupportedBackends?.(),
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

const SAID = "lacuna: computing in WebAssembly";

/** Says it once per process: threads that are started afterwards know that it was said. */
async function toStderr(line: string): Promise<void> {
  const { getEnvironmentData, setEnvironmentData } = await import("node:worker_threads");
  if (getEnvironmentData(SAID) === true) return;
  setEnvironmentData(SAID, true);
  process.stderr.write(`${line}\n`);
}
