import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bytesOf, rawBytes } from "../../../test/support/models/safetensors-bytes.ts";
import { UserError } from "../../errors.ts";
import { SafetensorsFile, type StoredTensor } from "./safetensors-file.ts";
import { writeSafetensors } from "./write-safetensors.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lacuna-safetensors-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("reading", () => {
  test("gives each format its values", async () => {
    const cases: [string, number[], unknown[]][] = [
      ["F64", [0, 0, 0, 0, 0, 0, 0xf8, 0x3f], [1.5]],
      ["F32", [0, 0, 0xc0, 0xbf], [-1.5]],
      ["F16", [0, 0x3e], [0x3e00]],
      ["BF16", [0xc0, 0x3f], [0x3fc0]],
      ["I64", [254, 255, 255, 255, 255, 255, 255, 255], [-2n]],
      ["I32", [254, 255, 255, 255], [-2]],
      ["I16", [254, 255], [-2]],
      ["I8", [254], [-2]],
      ["U8", [254], [254]],
      ["BOOL", [1], [1]],
    ];
    for (const [dtype, data, values] of cases) {
      const header = `{"x":{"dtype":"${dtype}","shape":[1],"data_offsets":[0,${data.length}]}}`;
      const file = await SafetensorsFile.parse(bytesOf(header, data), "x");
      const tensor = await file.read("x");
      expect([tensor.dtype, ...tensor.data]).toEqual([dtype, ...values]);
    }
  });

  test("turns floating-point formats into float32, across chunk borders", async () => {
    const count = 700_000; // 1.4 MB as halves, 5.6 MB as doubles: several chunks of 1 MB
    const value = (i: number) => (i % 2048) / 64; // exact in every format but BF16, which keeps 8 bits
    const half = new Uint16Array(count);
    const upper = new Uint16Array(count);
    for (let i = 0; i < count; i++) {
      upper[i] = new Uint32Array(Float32Array.of(i % 256).buffer)[0]! >>> 16; // 0 … 255 need 8 bits
      const exponent = Math.floor(Math.log2(value(i) || 1));
      half[i] =
        value(i) < 2 ** -14 ? 0 : ((exponent + 15) << 10) | Math.round((value(i) / 2 ** exponent - 1) * 1024);
    }
    const path = join(folder, "formats.safetensors");
    await writeSafetensors(
      path,
      new Map<string, StoredTensor>([
        [
          "F64",
          { dtype: "F64", shape: [count], data: Float64Array.from({ length: count }, (_, i) => value(i)) },
        ],
        [
          "F32",
          { dtype: "F32", shape: [count], data: Float32Array.from({ length: count }, (_, i) => value(i)) },
        ],
        ["F16", { dtype: "F16", shape: [count], data: half }],
        ["BF16", { dtype: "BF16", shape: [count], data: upper }],
        ["I32", { dtype: "I32", shape: [1], data: Int32Array.of(3) }],
      ]),
    );
    const file = await SafetensorsFile.open(path);
    const target = new Float32Array(count);
    for (const name of ["F64", "F32", "F16", "BF16"]) {
      target.fill(NaN);
      await file.readFloat32(name, target);
      const wrong = target.findIndex((found, i) => found !== (name === "BF16" ? i % 256 : value(i)));
      expect([name, wrong]).toEqual([name, -1]);
    }
    await expect(file.readFloat32("I32", new Float32Array(1))).rejects.toThrow(
      /^tensor "I32" of ".*formats.safetensors" is I32, not floating-point numbers$/,
    );
    await expect(file.readFloat32("F32", new Float32Array(3))).rejects.toThrow("does not fit 3 numbers");
    await expect(file.read("F31")).rejects.toThrow(/formats.safetensors" has no tensor "F31"$/);
    await file.close();
  });

  test("takes one small tensor out of a file of a gigabyte without loading it", async () => {
    const path = join(folder, "large.safetensors");
    const large = 2 ** 30;
    const header = `{"large":{"dtype":"U8","shape":[${large}],"data_offsets":[0,${large}]},"small":{"dtype":"U8","shape":[2],"data_offsets":[${large},${large + 2}]}}`;
    await writeFile(path, bytesOf(header, []));
    const handle = await open(path, "r+");
    // Written past the end: a hole that takes no room on the disk.
    await handle.write(Uint8Array.of(7, 9), 0, 2, 8 + header.length + large);
    await handle.close();
    const before = process.memoryUsage().arrayBuffers;
    const file = await SafetensorsFile.open(path);
    expect(rawBytes(await file.read("small"))).toEqual([7, 9]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1 << 20);
    await file.close();
    await rm(path);
  });

  test.each([
    ["an empty file", new Uint8Array(0), "it has 0 bytes, fewer than the 8 of the header's length"],
    ["a header beyond the file", Uint8Array.of(9, 0, 0, 0, 0, 0, 0, 0, 1), "9 bytes long, but only 1 follow"],
    ["a header of 2⁵⁶ bytes", Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 1), "at most 100000000 are allowed"],
    ["a header of 100,000,001 bytes", Uint8Array.of(1, 0xe1, 0xf5, 5, 0, 0, 0, 0), "at most 100000000"],
    ["bytes that are not UTF-8", Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0, 255), "its header is not valid UTF-8"],
    ["a byte order mark", bytesOf("\ufeff{}", []), "does not start with {"],
  ])("refuses %s, naming the file", async (_, bytes, reason) => {
    const opened = SafetensorsFile.parse(bytes, "model.safetensors");
    await expect(opened).rejects.toThrow(UserError);
    await expect(opened).rejects.toThrow('"model.safetensors" is not a valid safetensors file: ');
    await expect(opened).rejects.toThrow(reason);
  });

  test("says what is wrong with the path", async () => {
    await expect(SafetensorsFile.open(join(folder, "none"))).rejects.toThrow(
      /^cannot read ".*none": there is no such file$/,
    );
    await expect(SafetensorsFile.open(folder)).rejects.toThrow(/: it is not a file$/);
  });
});

describe("a file written by another program", () => {
  const path = fileURLToPath(
    new URL("../../../test/fixtures/safetensors/bert-tiny.safetensors", import.meta.url),
  );

  test("has the values PyTorch reads from it", async () => {
    const file = await SafetensorsFile.open(path);
    let sum = 0;
    for (const [name, { dtype }] of file.tensors) {
      if (dtype !== "F32") continue;
      for (const value of (await file.read(name)).data as Float32Array) sum += value;
    }
    expect([file.tensors.size, file.metadata.get("format")]).toEqual([37, "pt"]);
    expect(sum).toBeCloseTo(167.89957705189, 9); // torch: the sum of all F32 tensors in float64
    await file.close();
  });

  test("comes out byte for byte when written again", async () => {
    const file = await SafetensorsFile.open(path);
    const tensors = new Map<string, StoredTensor>();
    for (const name of file.tensors.keys()) tensors.set(name, await file.read(name));
    const copy = join(folder, "copy.safetensors");
    await writeSafetensors(copy, tensors, file.metadata);
    await file.close();
    expect((await readFile(copy)).equals(await readFile(path))).toBe(true);
  });
});
