import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everyFeature } from "../../test/support/models/small-features.ts";
import {
  bilstmEncoder,
  cnnEncoder,
  type Encoder,
  hashedFeatures,
  pretrainedTransformer,
  randomTransformer,
  staticVectors,
} from "../encoders/index.ts";
import { UserError } from "../errors.ts";
import { loadParameters, ParameterStore } from "../graph/index.ts";
import { inferenceGraph, labelSet, Predictor, spanModel } from "../models/index.ts";
import { usualCutting } from "../text/index.ts";
import { openModelFolder } from "./open-model-folder.ts";
import { checkOnnxSize, type SavedModel, saveModelFolder } from "./save-model-folder.ts";
import { Tagger } from "./tagger.ts";

const labels = labelSet(["PER", "LOC", "__proto__", "constructor"]);
const columns = [
  { feature: "lower", rows: 200 },
  { feature: "shape", rows: 50 },
] as const;

function tiny(seed = 1): SavedModel {
  const features = [hashedFeatures({ width: 8, dim: 16, columns: [...columns] })];
  const encoder = cnnEncoder({ width: 16, depth: 1, features });
  const model = spanModel({ labels, dim: encoder.dim }, { head: { kind: "span" }, maxWidth: 4 });
  return { encoder, model, parameters: new ParameterStore({ seed }), config: { method: "weighted", seed } };
}

const sentences = [
  ["Ada", "Lovelace", "met", "Charles", "Babbage", "in", "London"],
  ["nothing"],
  ["Paris", "is", "not", "in", "Texas", "."],
].map((tokens) => ({ tokens }));

let root: string;
let folder: string;
const saved = tiny();
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "lacuna-model-"));
  folder = join(root, "model");
  await saveModelFolder(folder, saved);
});
afterAll(() => rm(root, { recursive: true }));

let copies = 0;
async function copy(): Promise<string> {
  const to = join(root, `copy-${copies++}`);
  await cp(folder, to, { recursive: true });
  return to;
}

/** What tagging must find, by the graph itself and without any file. */
async function expected({ encoder, model, parameters }: SavedModel) {
  const predictor = await Predictor.compile({ encoder, model, parameters, session: { threads: 1 } });
  const found = await predictor.tag(sentences.map(({ tokens }) => encoder.prepare(tokens)));
  await predictor.dispose();
  return found;
}

async function expectTags(dir: string, model: SavedModel): Promise<void> {
  await using tagger = await Tagger.load(dir, { threads: 1 });
  const found = await tagger.tagSentences(sentences);
  const wanted = await expected(model);
  const plain = (all: typeof found) =>
    all.map((of) => of.map(({ start, end, label }) => `${start}-${end} ${label}`));
  expect(plain(found)).toEqual(plain(wanted as typeof found));
  // An untrained model names some spans: with none the comparison would say nothing.
  expect(found.flat().length).toBeGreaterThan(2);
  found.flat().forEach(({ score }, i) => {
    expect(Math.abs(score - wanted.flat()[i]!.score!)).toBeLessThan(1e-6);
  });
}

describe("a saved model", () => {
  test("tags like the model it was saved from", () => expectTags(folder, saved));

  test("holds its config, its labels and who made it", async () => {
    const opened = await openModelFolder(folder);
    expect(opened.config).toEqual({ method: "weighted", seed: 1 });
    expect(opened.labels.labels).toEqual(["LOC", "PER", "__proto__", "constructor"]);
    expect(opened.encoder.config).toEqual(saved.encoder.config);
    expect(opened.model.config).toEqual(saved.model.config);
    expect(opened.trainedWith.method).toBe("weighted");
    expect(opened.trainedWith.lacuna).toMatch(/^\d+\.\d+\.\d+/);
  });

  test("says how it cuts raw text into words; one that does not say cuts in the usual way", async () => {
    const dir = join(root, "cutting");
    const cutting = { ...usualCutting, joined: "-" };
    await saveModelFolder(dir, { ...tiny(), cutting });
    {
      await using tagger = await Tagger.load(dir);
      expect(tagger.cutting).toEqual(cutting);
      expect((await tagger.tag("a well-known man"))[0]!.tokens).toEqual(["a", "well-known", "man"]);
    }
    const path = join(dir, "model.json");
    const { cutting: _, ...older } = JSON.parse(await readFile(path, "utf8"));
    await writeFile(path, JSON.stringify(older));
    await using tagger = await Tagger.load(dir, { verify: false });
    expect(tagger.cutting).toEqual(usualCutting);
  });

  test("gives its weights back bit for bit", async () => {
    const { encoder, model, weights } = await openModelFolder(folder);
    const parameters = new ParameterStore({ seed: 99 });
    inferenceGraph({ encoder, model, parameters });
    await loadParameters(parameters, weights);
    expect(parameters.snapshot()).toEqual(saved.parameters.snapshot());
  });

  test("is tagged with even where its weights file is gone", async () => {
    const dir = await copy();
    await rm(join(dir, "weights.safetensors"));
    await expectTags(dir, saved);
  });

  test("keeps the files of its encoder, also in folders", async () => {
    const dir = join(root, "vectors");
    const rows = { dim: 2, words: ["London", "Paris"], values: Float32Array.of(1, 2, 3, 4) };
    const features = [
      hashedFeatures({ width: 8, dim: 16, columns: [...columns] }),
      staticVectors({ ...rows, read: 2, duplicates: 0 }),
    ];
    const encoder = cnnEncoder({ width: 16, depth: 1, features });
    const model = spanModel({ labels, dim: 16 }, { head: { kind: "width" }, maxWidth: 3 });
    const other = { ...tiny(), encoder, model };
    await saveModelFolder(dir, other);
    const below = await readdir(join(dir, "encoder"), { recursive: true, withFileTypes: true });
    const files = below.filter((entry) => entry.isFile());
    expect(files.length).toBe((await encoder.files()).size);
    expect(files.length).toBeGreaterThan(0);
    await expectTags(dir, other);
    // The next model has no such files: none may be left over.
    await saveModelFolder(dir, saved);
    await expect(stat(join(dir, "encoder"))).rejects.toThrow("ENOENT");
    await expectTags(dir, saved);
  });
});

describe("every kind of encoder is saved with all it needs", () => {
  const fixture = (name: string) => join("test", "fixtures", name);
  const encoders: Readonly<Record<string, () => Encoder | Promise<Encoder>>> = {
    "cnn with every word feature": () => cnnEncoder({ width: 16, depth: 1, features: everyFeature() }),
    bilstm: () => bilstmEncoder({ hidden: 8, features: everyFeature() }),
    "transformer from the start": () =>
      randomTransformer({ hidden: 8, heads: 2, layers: 1, inner: 12, vocabulary: 60, maxPositions: 24 }),
    "pretrained BERT": () => pretrainedTransformer(fixture("bert-tiny")),
    "pretrained RoBERTa with word features": () =>
      pretrainedTransformer(fixture("roberta-tiny"), { features: everyFeature() }),
  };
  test.each(Object.entries(encoders))("%s", async (name, make) => {
    const encoder = await make();
    const model = spanModel({ labels, dim: encoder.dim }, { head: { kind: "span" }, maxWidth: 5 });
    const other = { ...tiny(), encoder, model };
    const dir = join(root, name);
    await saveModelFolder(dir, other);
    await expectTags(dir, other);
  });

  test("words that a saved transformer cannot see are named", async () => {
    await using tagger = await Tagger.load(join(root, "pretrained BERT"), { threads: 1 });
    const told: unknown[] = [];
    const tokens = ["a", "\u200b", "b"];
    await tagger.tagSentences([{ tokens: ["b"] }, { tokens }], { onUnseen: (...all) => told.push(all) });
    expect(told).toEqual([[1, [1]]]);
  });
});

describe("saving", () => {
  test("over an older model leaves the rest of the folder alone", async () => {
    const dir = await copy();
    await mkdir(join(dir, "checkpoints"));
    await writeFile(join(dir, "checkpoints", "3"), "state");
    await writeFile(join(dir, "log.jsonl"), "{}\n");
    const other = tiny(2);
    await saveModelFolder(dir, { ...other, extra: new Map([["notes.txt", "a note"]]) });
    await expectTags(dir, other);
    expect(await readFile(join(dir, "checkpoints", "3"), "utf8")).toBe("state");
    expect(await readFile(join(dir, "log.jsonl"), "utf8")).toBe("{}\n");
    expect(await readFile(join(dir, "notes.txt"), "utf8")).toBe("a note");
    expect((await readdir(dir)).filter((name) => name.startsWith("."))).toEqual([]);
    const manifest = await readFile(join(dir, "manifest.json"), "utf8");
    const paths = (JSON.parse(manifest) as { files: { path: string }[] }).files.map(({ path }) => path);
    expect(paths).toEqual([
      "config.json",
      "labels.json",
      "model.json",
      "model.onnx",
      "notes.txt",
      "weights.safetensors",
    ]);
  });

  test("the same model gives the same bytes", async () => {
    const dir = join(root, "again");
    await saveModelFolder(dir, tiny());
    for (const name of await readdir(folder)) {
      expect((await readFile(join(dir, name))).equals(await readFile(join(folder, name))), name).toBe(true);
    }
  });

  test("that fails leaves the older model whole", async () => {
    const dir = await copy();
    const broken = {
      ...tiny(2),
      encoder: { ...tiny(2).encoder, files: () => Promise.reject(new Error("no")) },
    };
    await expect(saveModelFolder(dir, broken)).rejects.toThrow("no");
    await expectTags(dir, saved);
    expect((await readdir(dir)).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("that cannot be put in place is never taken for a whole model, and comes as soon as it can", async () => {
    const dir = await copy();
    // A file cannot take the place of a folder that is not empty: putting files in place ends there.
    await rm(join(dir, "labels.json"));
    await mkdir(join(dir, "labels.json", "obstacle"), { recursive: true });
    const other = tiny(2);
    await expect(saveModelFolder(dir, other)).rejects.toThrow("labels.json");
    await expect(Tagger.load(dir)).rejects.toThrow("could not be put in place");
    await rm(join(dir, "labels.json"), { recursive: true });
    await expectTags(dir, other);
    expect((await readdir(dir)).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("that is killed between any two files leaves a whole model", async () => {
    const newer = join(root, "newer");
    const other = tiny(2);
    await saveModelFolder(newer, other);
    const names = (await readdir(newer)).filter((name) => name !== "manifest.json");
    for (let done = 0; done <= names.length; done++) {
      const dir = await copy();
      await mkdir(join(dir, "encoder"));
      await writeFile(join(dir, "encoder", "old.json"), "of the older model");
      await cp(newer, join(dir, ".saving"), { recursive: true });
      for (const name of names.slice(0, done)) await rename(join(dir, ".saving", name), join(dir, name));
      // Before all is in place the manifest in the folder is the older one.
      await expectTags(dir, other);
      expect((await readdir(dir)).sort()).toEqual([...names, "manifest.json"].sort());
    }
  });

  test("refuses weights that no ONNX file can hold", () => {
    expect(() => checkOnnxSize([2 ** 30, 2 ** 29])).not.toThrow();
    // 1 + 1 = 2 GB
    expect(() => checkOnnxSize([2 ** 30, 2 ** 30])).toThrow("take 2.0 GB, and an ONNX file cannot hold more");
  });

  test.each(["model.json", "checkpoints", "a/b", "..", ""])(
    "refuses a further file called %j",
    async (name) => {
      const extra = new Map([[name, "x"]]);
      await expect(saveModelFolder(join(root, "refused"), { ...saved, extra })).rejects.toThrow(
        "further file",
      );
    },
  );

  test("refuses a file in place of the folder", async () => {
    const file = join(root, "file");
    await writeFile(file, "");
    await expect(saveModelFolder(file, saved)).rejects.toThrow(UserError);
  });
});

describe("mistakes", () => {
  test.each([
    ["model.json", "e"],
    ["labels.json", "r"],
    ["model.onnx", ""],
    ["config.json", "1"],
  ])("one altered byte in %s is noticed, and the file named", async (name, letter) => {
    const dir = await copy();
    const bytes = await readFile(join(dir, name));
    // A byte inside a text or a number, so that the file can still be read as what it is.
    const at = name === "model.onnx" ? bytes.length >> 1 : bytes.lastIndexOf(letter);
    expect(at).toBeGreaterThan(0);
    bytes[at] = bytes[at]! ^ 1;
    await writeFile(join(dir, name), bytes);
    const opening = Tagger.load(dir);
    await expect(opening).rejects.toThrow(UserError);
    await expect(opening).rejects.toThrow(join(dir, name));
  });

  test("damaged weights are noticed when they are asked for", async () => {
    const dir = await copy();
    const bytes = await readFile(join(dir, "weights.safetensors"));
    bytes[bytes.length - 1] = bytes.at(-1)! ^ 1;
    await writeFile(join(dir, "weights.safetensors"), bytes);
    await expect(openModelFolder(dir)).rejects.toThrow("weights.safetensors");
  });

  test("a cut-off model.onnx is named even where nothing is compared", async () => {
    const dir = await copy();
    const bytes = await readFile(join(dir, "model.onnx"));
    await writeFile(join(dir, "model.onnx"), bytes.subarray(0, bytes.length >> 1));
    const opening = Tagger.load(dir, { verify: false });
    await expect(opening).rejects.toThrow(UserError);
    await expect(opening).rejects.toThrow("model.onnx");
  });

  const cases: Readonly<Record<string, readonly [(dir: string) => Promise<unknown>, string, string]>> = {
    "no folder": [(dir) => rm(dir, { recursive: true }), "there is no model folder", "lacuna train --out"],
    "a file": [
      async (dir) => {
        await rm(dir, { recursive: true });
        await writeFile(dir, "");
      },
      "is a file, not a model folder",
      "folder",
    ],
    "an empty folder": [
      async (dir) => {
        await rm(dir, { recursive: true });
        await mkdir(dir);
      },
      'it has no "model.json"',
      "lacuna train --out",
    ],
    "an encoder from elsewhere": [
      async (dir) => {
        await rm(join(dir, "model.json"));
        await writeFile(join(dir, "tokenizer.json"), "{}");
      },
      "is not a model folder",
      "--encoder",
    ],
    "unfinished training": [
      async (dir) => {
        await rm(join(dir, "manifest.json"));
        await mkdir(join(dir, "checkpoints"));
      },
      "was not finished",
      "--resume",
    ],
    "a copy without manifest": [
      (dir) => rm(join(dir, "manifest.json")),
      '"manifest.json" is missing',
      "copy it again",
    ],
    "a newer format": [
      (dir) => writeFile(join(dir, "model.json"), '{"format": 3}'),
      "made by a newer version of lacuna (format 3, not 2)",
      "update",
    ],
    "a file missing": [(dir) => rm(join(dir, "labels.json")), "labels.json", "damaged"],
    "a description that is not JSON": [
      (dir) => writeFile(join(dir, "model.json"), "{"),
      'model.json" is not JSON',
      "damaged",
    ],
  };
  test.each(Object.entries(cases))("%s", async (_, [spoil, message, hint]) => {
    const dir = await copy();
    await spoil(dir);
    const error = await Tagger.load(dir).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toContain(dir);
    expect((error as UserError).message).toContain(message);
    expect((error as UserError).hint).toContain(hint);
  });
});
