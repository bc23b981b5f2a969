import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bytesOf, rawBytes } from "../../../test/support/models/safetensors-bytes.ts";
import { Random } from "../../random.ts";
import { SafetensorsFile, type StoredTensor } from "./safetensors-file.ts";
import { dtypeBytes } from "./safetensors-header.ts";
import { writeSafetensors } from "./write-safetensors.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lacuna-safetensors-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Any tensor of any format, by its bytes. */
const anyTensor = fc
  .record({
    dtype: fc.constantFrom(...(Object.keys(dtypeBytes) as (keyof typeof dtypeBytes)[])),
    shape: fc.array(fc.nat(4), { maxLength: 3 }),
    seed: fc.integer(),
  })
  .map(({ dtype, shape, seed }) => {
    const random = new Random(seed);
    const count = shape.reduce((product, size) => product * size, 1);
    const bytes = Uint8Array.from({ length: count * dtypeBytes[dtype] }, () => random.below(256));
    const arrays = { 8: Float64Array, 4: Float32Array, 2: Uint16Array, 1: Uint8Array } as const;
    const Elements = dtype === "I64" ? BigInt64Array : arrays[dtypeBytes[dtype]];
    return { dtype, shape, data: new Elements(bytes.buffer) } as StoredTensor;
  });

describe("writing", () => {
  test("what is written is what is read, byte by byte, whatever the order", async () => {
    const path = join(folder, "round.safetensors");
    const again = join(folder, "again.safetensors");
    const name = fc.string({ unit: "grapheme", maxLength: 6 }).filter((text) => text !== "__metadata__");
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(name, anyTensor), { selector: ([key]) => key, maxLength: 6 }),
        fc.uniqueArray(fc.tuple(fc.string(), fc.string()), { selector: ([key]) => key, maxLength: 3 }),
        async (tensors, metadata) => {
          await writeSafetensors(path, new Map(tensors), new Map(metadata));
          const file = await SafetensorsFile.open(path);
          try {
            expect(new Set(file.tensors.keys())).toEqual(new Set(tensors.map(([key]) => key)));
            expect([...file.metadata].sort()).toEqual([...metadata].sort());
            for (const [key, tensor] of tensors) {
              const found = await file.read(key);
              expect([found.dtype, found.shape, rawBytes(found)]).toEqual([
                tensor.dtype,
                tensor.shape,
                rawBytes(tensor),
              ]);
              expect(file.tensors.get(key)!.start % dtypeBytes[tensor.dtype]).toBe(0);
            }
          } finally {
            await file.close();
          }
          await writeSafetensors(again, new Map(tensors.reverse()), new Map(metadata.reverse()));
          expect(await readFile(again)).toEqual(await readFile(path));
        },
      ),
      { numRuns: 100 },
    );
  });

  test("gives the bytes written here by hand", async () => {
    const path = join(folder, "hand.safetensors");
    await writeSafetensors(
      path,
      new Map<string, StoredTensor>([
        ["b", { dtype: "U8", shape: [1], data: Uint8Array.of(5) }],
        ["a", { dtype: "F32", shape: [1], data: Float32Array.of(1) }],
      ]),
      new Map([["k", "v"]]),
    );
    // The wider format first; the header padded with blanks to a multiple of 8.
    const header =
      '{"__metadata__":{"k":"v"},"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"U8","shape":[1],"data_offsets":[4,5]}}';
    const padded = header.padEnd(Math.ceil(header.length / 8) * 8);
    expect(new Uint8Array(await readFile(path))).toEqual(bytesOf(padded, [0, 0, 0x80, 0x3f, 5]));
  });

  test("a tensor that does not fit its shape is refused and nothing is left behind", async () => {
    const path = join(folder, "bad", "x.safetensors");
    const bad = new Map<string, StoredTensor>([
      ["a", { dtype: "F32", shape: [2], data: Float32Array.of(1) }],
    ]);
    await expect(writeSafetensors(join(folder, "x.safetensors"), bad)).rejects.toThrow('"a" has 4 bytes');
    await expect(writeSafetensors(path, new Map())).rejects.toThrow("its folder does not exist");
    expect((await readdir(folder)).filter((name) => name.includes("x.safetensors"))).toEqual([]);
  });

  test("a failing write leaves the earlier file as it was", async () => {
    const path = join(folder, "kept.safetensors");
    await writeSafetensors(path, new Map());
    const before = await readFile(path);
    const gone = Uint8Array.of(1);
    structuredClone(gone.buffer, { transfer: [gone.buffer] }); // detached: its length is now 0
    const bad = new Map<string, StoredTensor>([["a", { dtype: "U8", shape: [1], data: gone }]]);
    await expect(writeSafetensors(path, bad)).rejects.toThrow();
    expect(await readFile(path)).toEqual(before);
    expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});
