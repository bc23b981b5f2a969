import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { assembleConfig, resumedConfig } from "./assemble-config.ts";
import { setValues } from "./set-value.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-config-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const fileOf = (text: string) => {
  const path = join(folder, `${++files}.json`);
  writeFileSync(path, text);
  return path;
};

describe("a config from its sources", () => {
  test("--set wins over flags, flags over the file, the file over defaults", async () => {
    const file = fileOf('{"seed": 2, "epochs": 3, "train": ["a"], "batch": {"sentences": 8}}');
    const config = await assembleConfig({
      file,
      flags: { epochs: 4, train: ["b"] },
      set: setValues(['train=["c"]', "batch.tokens=100"]),
    });
    expect(config).toMatchObject({
      seed: 2,
      epochs: 4,
      train: ["c"],
      batch: { sentences: 8, tokens: 100, pool: null },
      optimiser: { weightDecay: 0.01 },
    });
  });

  test("a key within the default kind can be set without naming the kind", async () => {
    const { encoder, sampler, features } = await assembleConfig({
      set: setValues(["method=weighted", "encoder.width=16", "sampler.rate=0.5", "features.hashed.width=8"]),
    });
    expect(encoder).toMatchObject({ kind: "cnn", width: 16, depth: 4 });
    expect(sampler).toMatchObject({ kind: "weighted", rate: 0.5 });
    expect(features.hashed).toMatchObject({ width: 8, dim: 128 });
  });

  test("another kind or method comes with its own defaults", async () => {
    const set = setValues(["method=uniform", "encoder.kind=bilstm", "encoder.hidden=20"]);
    const config = await assembleConfig({ flags: { encoder: { kind: "cnn" } }, set });
    expect(config.encoder).toEqual({ kind: "bilstm", hidden: 20, layers: 1, dropout: 0.2 });
    expect(config.sampler).toMatchObject({ kind: "uniform" });
  });

  test.each([
    [
      ["optimiser.learningRat=1"],
      'the training config with --set is not valid\n  unknown key "optimiser.learningRat", did you mean',
    ],
    [["__proto__.seed=1"], 'unknown key "__proto__"'],
    [["seed=one"], '"seed": invalid input: expected number, received string'],
    [["seed.x=1"], '"seed": invalid input: expected number, received object'],
    [["method=nothing"], 'unknown method "nothing"'],
  ])("%j is refused", async (set, message) => {
    await expect(assembleConfig({ set: setValues(set) })).rejects.toThrow(message);
  });

  test.each([
    ["{", "is not JSON"],
    ["[1]", "it holds no object"],
    ['{"sed": 1}', 'unknown key "sed", did you mean "seed"?'],
  ])("the file %s is refused by name", async (text, message) => {
    const file = fileOf(text);
    await expect(assembleConfig({ file })).rejects.toThrow(message);
    await expect(assembleConfig({ file })).rejects.toThrow(file);
  });

  test("a missing file is said", async () => {
    await expect(assembleConfig({ file: join(folder, "none.json") })).rejects.toThrow("no such file");
  });
});

describe("a resumed run", () => {
  const saved = assembleConfig({
    flags: { train: ["a:partial"], epochs: 3, encoder: { kind: "cnn", width: 16 } },
  });

  test("may repeat what it was started with", async () => {
    const flags = { train: ["a:partial"], encoder: { kind: "cnn" } };
    await resumedConfig(await saved, { flags, set: setValues(["epochs=3"]) });
    await resumedConfig(await saved, { file: fileOf('{"seed": 1, "encoder": {"kind": "cnn"}}') });
  });

  test.each([
    [{ flags: { epochs: 4 } }, '"epochs" was 3, now 4'],
    [{ flags: { train: ["a"] } }, '"train" was ["a:partial"], now ["a"]'],
    [{ set: setValues(["encoder.width=32"]) }, '"encoder.width" was 16, now 32'],
    [{ set: setValues(["encoder.wide=32"]) }, '"encoder.wide" was not there, now 32'],
    [{ flags: { encoder: { kind: "bilstm" } } }, '"encoder.kind" was "cnn", now "bilstm"'],
  ])("%j is refused with the key", async (sources, message) => {
    await expect(resumedConfig(await saved, sources)).rejects.toThrow(message);
  });

  test("may say where the folder of its encoder is now", async () => {
    const begun = await assembleConfig({
      flags: { train: ["a"], encoder: { kind: "pretrained", dir: "old" } },
    });
    const set = setValues(["encoder.dir=new"]);
    expect(await resumedConfig(begun, { set })).toEqual({
      ...begun,
      encoder: { ...begun.encoder, dir: "new" },
    });
    await expect(resumedConfig(begun, { set: setValues(["encoder.dir=new", "epochs=3"]) })).rejects.toThrow(
      /^a resumed run cannot be changed\n {2}"epochs" was null, now 3$/,
    );
  });
});
