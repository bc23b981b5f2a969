import type { AdamWScalars, Kernels, SgdScalars } from "./signatures.ts";
import { wasmBase64 } from "./tensor-kernels.generated.ts";

/** What tensor-kernels.as exports: byte offsets and scalars in the order of its signatures. */
type Exports = Readonly<Record<keyof Kernels, (...args: (number | boolean)[]) => number>>;

/** As much of WebAssembly as is used here: the compiler's own description comes only with the browser's. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (limits: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

const PAGE = 65536;
const MOST_PAGES = 65536;

const kernelsByBuffer = new WeakMap<ArrayBufferLike, Kernels>();
let wasm: { readonly api: WebAssemblyApi; readonly module: object } | "unavailable" | undefined;

/**
 * A zeroed buffer in which tensors are updated in place by WebAssembly, or `undefined` where there is no
 * WebAssembly SIMD or not enough room. Its memory never grows: growing would detach every view on it.
 */
export function wasmBuffer(bytes: number): ArrayBuffer | undefined {
  const pages = Math.ceil(bytes / PAGE);
  if (pages > MOST_PAGES) return undefined;
  wasm ??= compile();
  if (wasm === "unavailable") return undefined;
  const { api, module } = wasm;
  const limit = Math.max(1, pages);
  let memory: { readonly buffer: ArrayBuffer };
  try {
    memory = new api.Memory({ initial: limit, maximum: limit });
  } catch {
    return undefined; // the address space or the memory is exhausted
  }
  const { exports } = new api.Instance(module, { env: { memory } });
  kernelsByBuffer.set(memory.buffer, wrap(exports as Exports));
  return memory.buffer;
}

/** The kernels of the WebAssembly memory behind `buffer`, if it is one. */
export function wasmKernelsFor(buffer: ArrayBufferLike): Kernels | undefined {
  return kernelsByBuffer.get(buffer);
}

function compile(): typeof wasm & {} {
  const api = (globalThis as { WebAssembly?: WebAssemblyApi }).WebAssembly;
  if (api === undefined) return "unavailable";
  try {
    return { api, module: new api.Module(Uint8Array.from(atob(wasmBase64), (char) => char.charCodeAt(0))) };
  } catch {
    return "unavailable"; // no SIMD, or forbidden by a content security policy
  }
}

function wrap(kernel: Exports): Kernels {
  return {
    adamW(values, gradient, first, second, s) {
      kernel.adamW(
        values.byteOffset,
        gradient.byteOffset,
        first.byteOffset,
        second.byteOffset,
        values.length,
        ...adamWNumbers(s),
      );
    },
    sgd(values, gradient, momentum, s) {
      kernel.sgd(
        values.byteOffset,
        gradient.byteOffset,
        momentum.byteOffset,
        values.length,
        ...sgdNumbers(s),
      );
    },
    adamWRows(values, gradient, first, second, { rows, width, fading }, s) {
      kernel.adamWRows(
        values.byteOffset,
        gradient.byteOffset,
        first.byteOffset,
        second.byteOffset,
        rows.byteOffset,
        fading[0]!.byteOffset,
        fading[1]!.byteOffset,
        rows.length,
        width,
        ...adamWNumbers(s),
      );
    },
    sgdRows(values, gradient, momentum, { rows, width, fading }, s) {
      kernel.sgdRows(
        values.byteOffset,
        gradient.byteOffset,
        momentum.byteOffset,
        rows.byteOffset,
        fading[0]!.byteOffset,
        rows.length,
        width,
        ...sgdNumbers(s),
      );
    },
    addRows(sum, rows, places, width) {
      kernel.addRows(sum.byteOffset, rows.byteOffset, places.byteOffset, places.length, width);
    },
    squaredNorm: (x) => kernel.squaredNorm(x.byteOffset, x.length),
    addScaled: (y, a, x) => void kernel.addScaled(y.byteOffset, a, x.byteOffset, y.length),
    scale: (x, a) => void kernel.scale(x.byteOffset, a, x.length),
  };
}

/** In the order of tensor-kernels.as, as the next. */
function adamWNumbers(s: AdamWScalars): number[] {
  return [
    s.gradientScale,
    s.keep,
    s.firstRate,
    s.secondKeep,
    s.secondRate,
    s.stepSize,
    s.secondScale,
    s.epsilon,
  ];
}

function sgdNumbers(s: SgdScalars): (number | boolean)[] {
  return [s.gradientScale, s.decay, s.momentumKeep, s.rate, s.ahead];
}
