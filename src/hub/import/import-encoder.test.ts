import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { tarOf } from "../../../test/support/archives/tar-of.ts";
import { fusedBert } from "../../../test/support/models/fused-bert.ts";
import { expectedOf } from "../../../test/support/models/model-fixtures.ts";
import { inspectEncoderFolder, pretrainedTransformer } from "../../encoders/index.ts";
import { UserError } from "../../errors.ts";
import { ParameterStore, SafetensorsFile, Session } from "../../graph/index.ts";
import { importEncoder } from "./import-encoder.ts";

let folder: string;
let cache: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lacuna-import-"));
  cache = join(folder, "cache");
});

afterEach(() => rmSync(folder, { recursive: true }));

const tiny = (family: string) => join("test", "fixtures", `${family}-tiny`);
const exported = (name: string) =>
  gunzipSync(readFileSync(join("test", "fixtures", "onnx", `${name}.onnx.gz`)));

/** A transformers.js folder: the small files of a tiny model, and a graph in `onnx/`. */
function modelFolder(family: string, onnx: Uint8Array, name = family): string {
  const dir = join(folder, name);
  mkdirSync(join(dir, "onnx"), { recursive: true });
  for (const file of ["config.json", "tokenizer.json"]) cpSync(join(tiny(family), file), join(dir, file));
  writeFileSync(join(dir, "onnx", "model.onnx"), onnx);
  return dir;
}

/** The largest difference between the states of the words of `expected.json` and those of a folder. */
async function gapOf(dir: string, family: string): Promise<number> {
  const encoder = await pretrainedTransformer(dir);
  const cases = expectedOf(tiny(family)).plain.filter(({ words }) => words.length > 0);
  const batch = cases.map(({ words }) => encoder.prepare(words));
  const parameters = new ParameterStore({ training: false });
  const outputs = encoder.build({ parameters, training: false });
  const baked = Object.fromEntries(
    [...parameters].map(({ name, values, shape }) => [name, { data: values, shape }]),
  );
  const session = await Session.compile({
    outputs: { words: outputs.words, sentences: outputs.sentences },
    baked,
    threads: 1,
  });
  const states = (await session.run(encoder.feed(batch))).words!.data as Float32Array;
  await session.dispose();
  let gap = 0;
  let row = 0;
  for (const { words, word_ids: ids, last_hidden_state: expected } of cases) {
    words.forEach((_, word) => {
      const piece = ids.indexOf(word);
      if (piece >= 0) {
        expected[piece]!.forEach((value, i) => {
          gap = Math.max(gap, Math.abs(value - states[row * expected[piece]!.length + i]!));
        });
      }
      row++;
    });
  }
  return gap;
}

describe("states of an imported encoder are those of the original (expected.json)", () => {
  // Half precision keeps 11 bits, eight bits about 1 % of the largest weight.
  test.each([
    ["bert", "bert", "float32", 1e-5],
    ["distilbert", "distilbert.fp16", "float16", 1e-2],
    ["electra", "electra.fp16", "float16", 1e-2],
    ["bert", "bert.int8-columns", "8 bits", 0.1],
    ["roberta", "roberta.int8", "8 bits", 0.2],
  ])("%s from %s", async (family, file, precision, bound) => {
    const result = await importEncoder(modelFolder(family, exported(file)), { cache });
    expect(result).toMatchObject({
      name: family,
      precision,
      layers: 2,
      hidden: 32,
      dir: join(cache, family),
    });
    expect(await gapOf(result.dir, family)).toBeLessThan(bound);
    const report = await inspectEncoderFolder(result.dir);
    expect(report.problems).toEqual([]);
    expect([...report.dtypes.keys()]).toEqual([precision === "float32" ? "F32" : "F16"]);
    expect(readdirSync(cache)).toEqual([family]);
  });

  test("a graph of fused operations, where no name is left", async () => {
    const { dir } = await importEncoder(modelFolder("bert", await fusedBert(tiny("bert"))), { cache });
    expect(await gapOf(dir, "bert")).toBeLessThan(1e-5);
    expect(await tensorsOf(dir)).toEqual(await tensorsOf(tiny("bert"), true));
  });
});

test("float32 weights are the very same numbers", async () => {
  const { dir, gap } = await importEncoder(modelFolder("bert", exported("bert")), { cache });
  expect(await tensorsOf(dir)).toEqual(await tensorsOf(tiny("bert"), true));
  expect(gap.largest).toBeLessThan(1e-5);
  expect(gap.words).toBeGreaterThan(3);
});

/** The tensors of a folder by name; `cut` leaves out heads and the prefix of the model. */
async function tensorsOf(dir: string, cut = false): Promise<Map<string, number[]>> {
  const file = await SafetensorsFile.open(join(dir, "model.safetensors"));
  const found = new Map<string, number[]>();
  for (const name of [...file.tensors.keys()].sort()) {
    const own = cut ? name.replace(/^bert\./, "") : name;
    if (!/^(?:embeddings|encoder)\./.test(own) || own.includes("position_ids")) continue;
    found.set(own, Array.from((await file.read(name)).data as Float32Array));
  }
  await file.close();
  return found;
}

test("--layers keeps the lower layers, after the whole was compared", async () => {
  const { dir, layers, name } = await importEncoder(modelFolder("bert", exported("bert")), {
    cache,
    layers: 1,
    dtype: "float16",
  });
  expect([layers, name]).toEqual([1, "bert-l1"]);
  expect(JSON.parse(readFileSync(join(dir, "config.json"), "utf8")).num_hidden_layers).toBe(1);
  const report = await inspectEncoderFolder(dir);
  expect(report).toMatchObject({ problems: [], unusedTensors: [], sizes: { layers: 1 } });
  await expect(importEncoder(join(folder, "bert"), { cache, layers: 3 })).rejects.toThrow(
    /cannot keep 3 layers: .* has 2/,
  );
});

describe("where it comes from and goes to", () => {
  test("an ONNX file, its config beside it or one folder above", async () => {
    const dir = modelFolder("bert", exported("bert"));
    const { onnx, name } = await importEncoder(join(dir, "onnx", "model.onnx"), { cache });
    expect([onnx, name]).toEqual([join(dir, "onnx", "model.onnx"), "bert"]);
    writeFileSync(join(folder, "lonely.onnx"), exported("bert"));
    await expect(importEncoder(join(folder, "lonely.onnx"), { cache })).rejects.toThrow(
      /no "config.json" beside/,
    );
  });

  test("a package with one model; with several, one is to be chosen", async () => {
    const file = (path: string, data: string | Uint8Array) => ({ path: `package/${path}`, data });
    const files = (name: string) => [
      file(`models/${name}/config.json`, readFileSync(join(tiny("bert"), "config.json"))),
      file(`models/${name}/tokenizer.json`, readFileSync(join(tiny("bert"), "tokenizer.json"))),
      file(`models/${name}/onnx/model.onnx`, exported("bert")),
    ];
    const archive = join(folder, "pack-1.0.0.tgz");
    writeFileSync(archive, gzipSync(tarOf([file("index.js", "throw 1"), ...files("one")])));
    const { dir, onnx } = await importEncoder(archive, { cache });
    expect(dir).toBe(join(cache, "one"));
    expect(onnx).toBe("pack-1.0.0.tgz:models/one/onnx/model.onnx");
    writeFileSync(archive, gzipSync(tarOf([...files("one"), ...files("two")])));
    await expect(importEncoder(archive, { cache })).rejects.toMatchObject({
      message: expect.stringContaining("holds 2 models"),
      hint: "choose one with --path: models/one, models/two",
    });
    expect((await importEncoder(archive, { cache, path: "two" })).name).toBe("two");
    await expect(importEncoder(archive, { cache, path: "tow" })).rejects.toThrow(/holds no model "tow"/);
    expect(readdirSync(cache).sort()).toEqual(["one", "two"]);
  });

  test("weights in a file beside the graph", async () => {
    const dir = modelFolder("bert", await fusedBert(tiny("bert"), { data: "model.onnx_data" }));
    const data = await fusedBert(tiny("bert"), { data: "model.onnx_data", part: "data" });
    await expect(importEncoder(dir, { cache })).rejects.toThrow(
      /model\.onnx_data": there is no such file, and it holds weights/,
    );
    writeFileSync(join(dir, "onnx", "model.onnx_data"), data.subarray(0, data.length - 4));
    await expect(importEncoder(dir, { cache })).rejects.toThrow(/model\.onnx_data" is too short/);
    writeFileSync(join(dir, "onnx", "model.onnx_data"), data);
    const { gap } = await importEncoder(dir, { cache });
    expect(gap.largest).toBeLessThan(1e-5);
    writeFileSync(
      join(dir, "onnx", "model.onnx"),
      await fusedBert(tiny("bert"), { data: "../model.onnx_data" }),
    );
    await expect(importEncoder(dir, { cache, force: true })).rejects.toThrow(
      /"\.\.\/model\.onnx_data", which is not a file in the model's folder/,
    );
  });

  test("--out writes a folder; nothing is replaced unless told", async () => {
    const dir = modelFolder("bert", exported("bert"));
    const out = join(folder, "new", "mine");
    expect(await importEncoder(dir, { out, cache })).toMatchObject({ dir: out, name: undefined });
    await expect(importEncoder(dir, { out, cache })).rejects.toThrow(/there is already something in/);
    await importEncoder(dir, { out, cache, force: true });
    expect(readdirSync(join(folder, "new"))).toEqual(["mine"]);
    expect(existsSync(cache)).toBe(false);
    for (const name of ["../x", "cnn", "a@b", "", ".x"]) {
      await expect(importEncoder(dir, { cache, name })).rejects.toThrow(/cannot be the name of an encoder/);
    }
  });
});

describe("what cannot be imported is told in one line, and nothing is written", () => {
  const bert = () => exported("bert");
  const asText = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
  const renamed = (from: string, to: string) => () =>
    Buffer.from(asText(bert()).replaceAll(from, to), "latin1");
  test.each<[string, string, () => Uint8Array, RegExp]>([
    ["an empty file", "bert", () => new Uint8Array(), /is not an ONNX model: it holds no operations/],
    ["a page", "bert", () => Buffer.from("<html>log in</html>"), /is not an ONNX (?:file|model)/],
    [
      "a pointer",
      "bert",
      () => Buffer.from("version https://git-lfs.github.com/spec/v1\n"),
      /is not an ONNX (?:file|model)/,
    ],
    ["a graph cut short", "bert", () => bert().subarray(0, 60_000), /is not an ONNX file, or not all of one/],
    ["a graph of another family", "roberta", bert, /is not the graph of (?:a known|this) roberta model/],
    ["a graph of other sizes", "electra", bert, /is not the graph of (?:a known|this) electra model/],
    ["another operation", "bert", renamed("Softmax", "Softplu"), /cannot be (?:run|loaded)/],
  ])("%s", async (_, family, onnx, message) => {
    const error = await importEncoder(modelFolder(family, onnx()), { cache }).catch((e) => e);
    expect(error).toBeInstanceOf(UserError);
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain("\n");
    expect(readdirSync(folder)).toEqual([family]);
  });

  test("weights that compute something else than the graph", async () => {
    const dir = modelFolder("bert", exported("bert"));
    const config = JSON.parse(readFileSync(join(dir, "config.json"), "utf8"));
    writeFileSync(join(dir, "config.json"), JSON.stringify({ ...config, num_attention_heads: 1 }));
    await expect(importEncoder(dir, { cache })).rejects.toThrow(
      /does not compute what it computes: their last states differ by up to/,
    );
    expect(existsSync(cache)).toBe(false);
  });

  test("missing and foreign files", async () => {
    const dir = modelFolder("bert", exported("bert"));
    rmSync(join(dir, "tokenizer.json"));
    await expect(importEncoder(dir, { cache })).rejects.toThrow(/the model has no "tokenizer.json"/);
    await expect(importEncoder(tiny("bert"), { cache })).rejects.toThrow(/holds no model/);
    await expect(importEncoder(join(folder, "none"), { cache })).rejects.toThrow(
      /there is no file or folder/,
    );
    writeFileSync(join(folder, "x.zip"), "");
    await expect(importEncoder(join(folder, "x.zip"), { cache })).rejects.toThrow(/neither an ONNX file/);
    writeFileSync(join(folder, "x.tgz"), gzipSync(tarOf([{ path: "../x", data: "y" }])));
    await expect(importEncoder(join(folder, "x.tgz"), { cache })).rejects.toThrow(
      /"\.\.\/x" would lead out of the folder/,
    );
    expect(readdirSync(folder).sort()).toEqual(["bert", "x.tgz", "x.zip"]);
  });
});
