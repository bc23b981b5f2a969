import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { inspectEncoderFolder } from "../encoders/index.ts";
import { SafetensorsFile } from "../graph/index.ts";
import { importLac } from "./import-lac.ts";
import { readPaddleTensor } from "./paddle-tensor.ts";

const root = mkdtempSync(join(tmpdir(), "lacuna-lac-"));
afterAll(() => rmSync(root, { recursive: true }));

const varint = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >> 7)];

/** A tensor as Paddle saves it. */
function paddle(shape: readonly number[], values: readonly number[], type = 5): Uint8Array {
  const message = [0x08, type, ...shape.flatMap((size) => [0x10, ...varint(size)])];
  const head = new Uint8Array(20);
  new DataView(head.buffer).setInt32(16, message.length, true);
  return Buffer.concat([head, Uint8Array.from(message), new Uint8Array(Float32Array.from(values).buffer)]);
}

const [HIDDEN, CHARACTERS, TAGS] = [2, 5, 3];
const counting = (count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i);

/** A jieba with a network of two. */
function jieba(name: string): string {
  const lac = join(root, name, "jieba", "lac_small");
  mkdirSync(join(lac, "model_baseline"), { recursive: true });
  writeFileSync(join(lac, "word.dic"), "0\t北\n1\t京\n2\ta\n4\tOOV\n");
  writeFileSync(join(lac, "tag.dic"), "0\tn-B\n1\tn-I\n2\tO\n");
  const save = (file: string, ...shape: readonly number[]) =>
    writeFileSync(
      join(lac, "model_baseline", file),
      paddle(shape, counting(shape.reduce((a, b) => a * b, 1))),
    );
  save("word_emb", CHARACTERS!, HIDDEN!);
  for (let i = 0; i < 4; i++) {
    save(`fc_${i}.w_0`, i < 2 ? HIDDEN! : 2 * HIDDEN!, 3 * HIDDEN!);
    save(`fc_${i}.b_0`, 3 * HIDDEN!);
    save(`gru_${i}.w_0`, HIDDEN!, 3 * HIDDEN!);
    save(`gru_${i}.b_0`, 1, 3 * HIDDEN!);
  }
  save("fc_4.w_0", 2 * HIDDEN!, TAGS!);
  save("fc_4.b_0", TAGS!);
  save("crfw", TAGS! + 2, TAGS!);
  return join(root, name);
}

let out: string;
let made = 0;
beforeEach(() => {
  out = join(root, `out${made++}`, "lac-bigru");
});

test("a jieba becomes a folder that can be used", async () => {
  const dir = jieba("whole");
  const result = await importLac(dir, { out });
  expect(result).toMatchObject({ dir: out, architecture: "lac-bigru", layers: 2, hidden: 2, characters: 5 });
  expect(readFileSync(join(out, "vocab.txt"), "utf8")).toBe("北\n京\na\n\nOOV\n");
  expect(JSON.parse(readFileSync(join(out, "config.json"), "utf8"))).toMatchObject({
    model_type: "lac-bigru",
    tags: ["n-B", "n-I", "O"],
    unknown: "OOV",
  });
  const file = await SafetensorsFile.open(join(out, "model.safetensors"));
  // Biases of both kinds are summed; the first two thirds of a GRU's numbers are its gates.
  expect([...(await file.read("layers.0.backward.input.bias")).data]).toEqual([0, 2, 4, 6, 8, 10]);
  expect([...(await file.read("layers.1.forward.gates.weight")).data]).toEqual(counting(8));
  expect([...(await file.read("layers.1.forward.candidate.weight")).data]).toEqual(counting(4, 8));
  await file.close();
  const report = await inspectEncoderFolder(out);
  expect(report).toMatchObject({
    problems: [],
    sizes: { vocabulary: 5, embedding: 2, hidden: 2, layers: 2 },
  });
  expect(report.unusedTensors.toSorted()).toEqual(["tags.bias", "tags.crf", "tags.weight"]);
  await expect(importLac(dir, { out })).rejects.toThrow("is there already");
  await importLac(join(dir, "jieba"), { out, force: true });
  expect(readdirSync(join(out, ".."))).toEqual(["lac-bigru"]);
});

test("what is wrong is told, and nothing is written", async () => {
  const refused = async (dir: string, message: RegExp) => {
    await expect(importLac(dir, { out })).rejects.toThrow(message);
    expect(() => readdirSync(join(out, ".."))).toThrow();
  };
  await refused(root, /^there is no jieba with LAC in /);
  const dir = jieba("broken");
  const at = (file: string) => join(dir, "jieba", "lac_small", file);
  writeFileSync(at("model_baseline/fc_1.w_0"), paddle([2, 5], counting(10)));
  await refused(dir, /fc_1\.w_0" has sizes \[2, 5\], where LAC has \[2, 6\]$/);
  rmSync(at("model_baseline/fc_1.w_0"));
  await refused(dir, /^cannot read ".*fc_1\.w_0"/);
  writeFileSync(at("word.dic"), "0\t北\n0\t京\n");
  await refused(dir, /word\.dic", line 2: "0" is not a number of its own$/);
  writeFileSync(at("word.dic"), "0\t北\n");
  await refused(dir, /word\.dic" has 1 characters, but the table of their vectors has 5 rows$/);
});

test.each<[string, Uint8Array, RegExp]>([
  ["an empty file", new Uint8Array(0), /it is too short$/],
  ["another version", new Uint8Array(30).fill(1), /its version is unknown$/],
  ["a description beyond the end", paddle([2], [1, 2]).subarray(0, 21), /it is cut short$/],
  ["whole numbers", paddle([2], [1, 2], 3), /its numbers are not float32$/],
  ["too few numbers", paddle([3], [1, 2]), /its sizes \[3\] do not agree with its \d+ bytes$/],
  ["sizes that no file has", paddle([2 ** 30, 2 ** 30], [1]), /do not agree/],
])("%s is no tensor", (_, bytes, message) => {
  expect(() => readPaddleTensor(bytes, "x")).toThrow(message);
});
