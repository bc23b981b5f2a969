import { closeSync, openSync, readSync } from "node:fs";
import { access } from "node:fs/promises";
import { basename, join } from "node:path";
import { messageOf, UserError } from "../../errors.ts";
import { sha256OfFile } from "../../files/index.ts";
import type { Initialiser, StoredDtype } from "../../graph/index.ts";
import { floatConverters, SafetensorsFile } from "../../graph/index.ts";
import { readJsonObject } from "./read-json-file.ts";

/** The location of one tensor in a weight file. */
export interface StoredWeight {
  readonly file: string;
  readonly dtype: StoredDtype;
  readonly shape: readonly number[];
  /** Its bytes in the file. */
  readonly start: number;
  readonly end: number;
}

/** The tensors of a model folder, by name; from one file or from several with an index. */
type StoredWeights = ReadonlyMap<string, StoredWeight>;

const WEIGHTS = "model.safetensors";
const INDEX = "model.safetensors.index.json";

/** Reads and validates the headers of a folder's weight files. */
export async function findWeights(dir: string): Promise<StoredWeights> {
  const whole = join(dir, WEIGHTS);
  if (await exists(whole)) return entriesOf(whole);
  const index = join(dir, INDEX);
  if (await exists(index)) return sharded(dir, index);
  const pickled = await exists(join(dir, "pytorch_model.bin"));
  throw new UserError(
    pickled
      ? `cannot read "${whole}": there is no such file, and "pytorch_model.bin" may hold code and is not read; save the model as safetensors`
      : `cannot read "${whole}": there is no such file`,
  );
}

/** The SHA-256 of each file that holds weights of a folder, by its name: what a run is bound to, wherever the folder is. */
export async function hashWeights(dir: string): Promise<Readonly<Record<string, string>>> {
  const files = [...new Set([...(await findWeights(dir)).values()].map(({ file }) => file))].sort();
  const sums = await Promise.all(files.map((file) => sha256OfFile(file)));
  return Object.fromEntries(files.map((file, i) => [basename(file), sums[i]!]));
}

/** Initialises a parameter from a stored tensor, converted to float32. Read when the values are first needed. */
export function storedInitialiser(weight: StoredWeight): Initialiser {
  return (values) => {
    const { file, dtype, start, end } = weight;
    const handle = opened(file);
    try {
      if (dtype === "F32") {
        return readFully(
          handle,
          weight,
          start,
          new Uint8Array(values.buffer, values.byteOffset, end - start),
        );
      }
      const convert = floatConverters[dtype];
      if (convert === undefined) throw new Error(`tensor of "${file}" is ${dtype}`);
      const width = (end - start) / values.length;
      for (let at = start; at < end; at += CHUNK) {
        const chunk = new Uint8Array(Math.min(CHUNK, end - at));
        readFully(handle, weight, at, chunk);
        const first = (at - start) / width;
        convert(chunk.buffer, values.subarray(first, first + chunk.length / width));
      }
    } finally {
      closeSync(handle);
    }
  };
}

/** Whether a stored tensor can be converted to float32. */
export function isFloating(dtype: StoredDtype): boolean {
  return dtype === "F32" || floatConverters[dtype] !== undefined;
}

/** Bytes per read when converting; a multiple of every element size. */
const CHUNK = 1 << 20;

async function sharded(dir: string, index: string): Promise<StoredWeights> {
  const map = (await readJsonObject(index)).weight_map;
  if (typeof map !== "object" || map === null)
    throw new UserError(`"${index}" is not valid: it has no "weight_map"`);
  const files = new Set<string>();
  for (const [tensor, file] of Object.entries(map)) {
    // A name with a path could lead out of the folder.
    if (typeof file !== "string" || basename(file) !== file) {
      throw new UserError(`"${index}" is not valid: the file of "${tensor}" is not a plain file name`);
    }
    files.add(file);
  }
  const all = new Map<string, StoredWeight>();
  for (const file of files)
    for (const [name, entry] of await entriesOf(join(dir, file))) all.set(name, entry);
  return all;
}

async function entriesOf(path: string): Promise<Map<string, StoredWeight>> {
  const file = await SafetensorsFile.open(path);
  await file.close();
  const { dataStart } = file;
  return new Map(
    [...file.tensors].map(([name, { dtype, shape, start, end }]) => [
      name,
      { file: path, dtype, shape, start: dataStart + start, end: dataStart + end },
    ]),
  );
}

/** The file was there when its header was read; it may be gone by now. */
function opened(file: string): number {
  try {
    return openSync(file, "r");
  } catch (cause) {
    throw new UserError(`cannot read "${file}": ${messageOf(cause)}`, { cause });
  }
}

function readFully(handle: number, { file }: StoredWeight, offset: number, target: Uint8Array): void {
  for (let done = 0; done < target.length; ) {
    const length = Math.min(1 << 26, target.length - done);
    const read = readSync(handle, target, done, length, offset + done);
    if (read === 0) throw new UserError(`cannot read "${file}": it became shorter while being read`);
    done += read;
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
