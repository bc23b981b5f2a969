import type { StoredTensor } from "../../../src/graph/parameters/safetensors-file.ts";

/** A safetensors file put together byte by byte, by hand. */
export function bytesOf(header: string, data: readonly number[] | Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(header);
  const bytes = new Uint8Array(8 + text.length + data.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
  bytes.set(text, 8);
  bytes.set(data, 8 + text.length);
  return bytes;
}

/** The bytes of a tensor's values. */
export function rawBytes({ data }: StoredTensor): number[] {
  return [...new Uint8Array(data.buffer, data.byteOffset, data.byteLength)];
}
