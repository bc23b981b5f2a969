import { open } from "node:fs/promises";
import { replaceFile } from "../../files/index.ts";
import { bytesOf } from "../dtype.ts";
import type { StoredTensor } from "./safetensors-file.ts";
import { byteLength, dtypeBytes, METADATA_KEY } from "./safetensors-header.ts";

/**
 * Writes a safetensors file atomically. The bytes depend on the content alone, not on the order of the maps: wider
 * dtypes first, so that each tensor is aligned, then by name.
 */
export async function writeSafetensors(
  path: string,
  tensors: ReadonlyMap<string, StoredTensor>,
  metadata: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const sorted = [...tensors].sort(
    ([a, { dtype: x }], [b, { dtype: y }]) => dtypeBytes[y] - dtypeBytes[x] || compare(a, b),
  );
  const header = headerBytes(sorted, metadata);
  await replaceFile(path, async (temporary) => {
    const handle = await open(temporary, "wx");
    try {
      await writeAll(handle, header);
      for (const [, { data }] of sorted) await writeAll(handle, bytesOf(data));
    } finally {
      await handle.close();
    }
  });
}

/** One call of the operating system cannot write 2 GB or more. */
const LARGEST_WRITE = 1 << 26;

async function writeAll(handle: Awaited<ReturnType<typeof open>>, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, Math.min(LARGEST_WRITE, bytes.length - done));
    done += bytesWritten;
  }
}

/** Built by hand: an object would move keys that look like numbers to the front. */
function headerBytes(
  sorted: readonly (readonly [string, StoredTensor])[],
  metadata: ReadonlyMap<string, string>,
): Uint8Array {
  const members: string[] = [];
  if (metadata.size > 0) {
    const texts = [...metadata].sort(([a], [b]) => compare(a, b)).map(([key, text]) => member(key, text));
    members.push(`${JSON.stringify(METADATA_KEY)}:{${texts.join(",")}}`);
  }
  let start = 0;
  for (const [name, { dtype, shape, data }] of sorted) {
    if (name === METADATA_KEY) throw new Error(`a tensor cannot be called "${METADATA_KEY}"`);
    if (byteLength(shape, dtype) !== data.byteLength) {
      throw new Error(`tensor "${name}" has ${data.byteLength} bytes, which is not ${dtype} [${shape}]`);
    }
    const end = start + data.byteLength;
    members.push(member(name, { dtype, shape, data_offsets: [start, end] }));
    start = end;
  }
  const json = new TextEncoder().encode(`{${members.join(",")}}`);
  const padded = Math.ceil(json.length / 8) * 8;
  const bytes = new Uint8Array(8 + padded).fill(0x20);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(padded), true);
  bytes.set(json, 8);
  return bytes;
}

function member(key: string, value: unknown): string {
  return `${JSON.stringify(key)}:${JSON.stringify(value)}`;
}

/** By UTF-16 code units: the same on every machine, whatever its language. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
