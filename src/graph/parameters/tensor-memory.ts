import { wasmBuffer } from "../kernels/wasm-kernels.ts";

/** Room for one float32 tensor and, in the same memory, for companions of the same size. */
export interface TensorSlot {
  readonly values: Float32Array;
  /** The tensor's `index`-th companion: zeros at first, the same array at each call. */
  companion(index: number): Float32Array;
}

const FIRST_BLOCK = 4 << 20;
const LARGEST_BLOCK = 256 << 20;
/** A cache line, and more than any SIMD width. */
const ALIGNMENT = 64;

/**
 * Places tensors in WebAssembly memories, so that ONNX Runtime reads weights and writes gradients
 * without copies and the optimiser's kernel finds both in one memory.
 *
 * Memories are never grown, because that would detach the views handed out: when one is full, a
 * larger one is added. Companions are reserved with the tensor but cost no physical memory until
 * they are written. Where WebAssembly cannot serve (or `kind` is `"plain"`), slots are ordinary arrays.
 */
export class TensorMemory {
  readonly #kind: "wasm" | "plain";
  readonly #companions: number;
  #block: ArrayBuffer | undefined;
  #used = 0;
  #nextBlock = FIRST_BLOCK;

  constructor({ kind, companions }: { kind: "wasm" | "plain"; companions: number }) {
    this.#kind = kind;
    this.#companions = companions;
  }

  allocate(length: number): TensorSlot {
    const stride = Math.ceil((4 * length) / ALIGNMENT) * ALIGNMENT;
    const room = this.#kind === "wasm" ? this.#reserve(stride * (1 + this.#companions)) : undefined;
    const place =
      room === undefined
        ? () => new Float32Array(length)
        : (index: number) => new Float32Array(room.block, room.start + index * stride, length);
    const companions: Float32Array[] = [];
    return {
      values: place(0),
      companion: (index) => {
        if (index >= this.#companions) throw new Error(`no room was reserved for companion ${index}`);
        companions[index] ??= place(1 + index);
        return companions[index];
      },
    };
  }

  /** Where `bytes` lie in the current block, a new one if need be; `undefined` if no block can hold them. */
  #reserve(bytes: number): { readonly block: ArrayBuffer; readonly start: number } | undefined {
    let block = this.#block;
    if (block === undefined || this.#used + bytes > block.byteLength) {
      block = wasmBuffer(Math.max(this.#nextBlock, bytes));
      if (block === undefined) return undefined;
      this.#block = block;
      this.#used = 0;
      this.#nextBlock = Math.min(2 * this.#nextBlock, LARGEST_BLOCK);
    }
    const start = this.#used;
    this.#used += bytes;
    return { block, start };
  }
}
