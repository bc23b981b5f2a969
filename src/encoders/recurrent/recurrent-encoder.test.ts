import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkEncoderGradients } from "../../../test/support/models/check-encoder-gradients.ts";
import { describeEncoder } from "../../../test/support/models/describe-encoder.ts";
import { encodeOnce, largestDifference } from "../../../test/support/models/encoder-runner.ts";
import { everyFeature, smallSpelling } from "../../../test/support/models/small-features.ts";
import { plainLac, tinyLac } from "../../../test/support/models/tiny-lac.ts";
import { ParameterStore } from "../../graph/index.ts";
import { Random } from "../../random.ts";
import { pretrainedEncoder } from "../pretrained-encoder.ts";
import { cachedEncoder } from "../states/cached-encoder.ts";
import { pretrainedRecurrent, type RecurrentOptions, restoreRecurrent } from "./make-recurrent.ts";

const root = mkdtempSync(join(tmpdir(), "lacuna-lac-"));
const dir = join(root, "lac");
let matrices: Map<string, number[][]>;
beforeAll(async () => {
  matrices = await tinyLac(dir);
});
afterAll(() => rmSync(root, { recursive: true }));

/** With drawn weights, as before those of a model are loaded. */
async function drawn(options: RecurrentOptions = {}) {
  const made = await pretrainedRecurrent(dir, options);
  return restoreRecurrent(made.config, await made.files(), options.features ?? []);
}

describeEncoder("recurrent, one layer frozen, an LSTM above both", () =>
  drawn({ dropout: 0.2, frozenLayers: 1, output: "all", above: { kind: "bilstm", hidden: 3 } }),
);

test("every trained weight of both layers, a mix of them and a feature has the right gradient", async () => {
  const encoder = await drawn({ dropout: 0.2, output: "mix", dim: 6, features: [smallSpelling()] });
  await checkEncoderGradients(encoder, [["北", "Hm"], ["上"]]);
});

test("the states of both layers are those of plain loops", async () => {
  const texts = ["北京在中国。", "Hm", "上海x人民y"];
  const encoder = await pretrainedRecurrent(dir, { output: "all" });
  const store = new ParameterStore({ training: false });
  const prepared = texts.map((text) => encoder.prepare([...text]));
  const { words, sentences } = await encodeOnce(encoder, prepared, { store });
  for (const [i, text] of texts.entries()) {
    const [lower, upper] = plainLac(matrices, text) as [number[][], number[][]];
    expect(
      largestDifference(
        words[i]!,
        lower.map((row, at) => [...row, ...upper[at]!]),
      ),
    ).toBeLessThan(1e-5);
    // Forward at the end, backward at the beginning.
    const ends = [lower, upper].flatMap((rows) => [...rows.at(-1)!.slice(0, 4), ...rows[0]!.slice(4)]);
    expect(largestDifference([sentences[i]!], [ends])).toBeLessThan(1e-5);
  }
});

test("a word of several characters has the vector of its first, its last, or their mean", async () => {
  const [, upper] = plainLac(matrices, "北京在") as [number[][], number[][]];
  const wanted = {
    first: upper[0]!,
    last: upper[1]!,
    mean: upper[0]!.map((value, i) => (value + upper[1]![i]!) / 2),
  };
  for (const pooling of ["first", "last", "mean"] as const) {
    const encoder = await pretrainedRecurrent(dir, { pooling });
    const store = new ParameterStore({ training: false });
    const { words } = await encodeOnce(encoder, [encoder.prepare(["北京", "在"])], { store });
    expect(largestDifference(words[0]!, [wanted[pooling], upper[2]!])).toBeLessThan(1e-5);
  }
});

const sentences = ["北京在中国。", "上海人民", "Hm", "中国人民在上海，", "京北在国中。"].map((text) => [
  ...text,
]);

async function cached(options: RecurrentOptions) {
  const encoder = await pretrainedRecurrent(dir, options);
  const parameters = new ParameterStore({ training: false });
  encoder.build({ parameters, training: false });
  const cache = cachedEncoder(encoder, { parameters, session: { threads: 1 }, storage: "float32" });
  const prepared = sentences.map((words) => cache.prepare(words));
  await cache.ready(prepared);
  return { encoder, cache, parameters, prepared };
}

describe("training from the cache is training from the text", () => {
  test.each([
    [{ frozenLayers: 0 }],
    [{ frozenLayers: 1 }],
    [{ frozenLayers: 1, output: "all" }],
    [{ frozenLayers: 2, output: "mix" }],
    [{ frozenLayers: "all", layers: 1 }],
    [{ frozenLayers: "all", output: "all", above: { kind: "bilstm", hidden: 5 }, features: everyFeature() }],
  ] as const)("case %#", async (options) => {
    const { encoder, cache, parameters: store, prepared } = await cached(options);
    for (const random of [undefined, () => new Random(3)]) {
      const plain = await encodeOnce(encoder, prepared, { store, random: random?.() });
      const fromCache = await encodeOnce(cache, prepared, { store, random: random?.() });
      expect(largestDifference(fromCache.words.flat(), plain.words.flat())).toBeLessThan(1e-5);
      expect(largestDifference(fromCache.sentences, plain.sentences)).toBeLessThan(1e-5);
    }
    await cache.close();
  });
});

test("what is wrong with a folder is told in one line", async () => {
  const broken = join(root, "broken");
  const fresh = () => cp(dir, broken, { recursive: true, force: true });
  const refused = async (message: RegExp, options: RecurrentOptions = {}) =>
    expect(pretrainedRecurrent(broken, options)).rejects.toThrow(message);
  await fresh();
  await refused(/^cannot use 3 layers: .* has 2$/, { layers: 3 });
  await refused(/^cannot freeze 3 layers: this model has 2$/, { frozenLayers: 3 });
  const config = JSON.parse(readFileSync(join(dir, "config.json"), "utf8")) as object;
  const write = (changed: object) =>
    writeFileSync(join(broken, "config.json"), JSON.stringify({ ...config, ...changed }));
  write({ hidden_size: "four" });
  await refused(/config\.json" is not a usable lac-bigru config: "hidden_size" must be a whole number$/);
  write({ vocab_size: 66 });
  await refused(/vocab\.txt" has \d+ characters, but .* has a vocabulary of 66$/);
  write({ layers: 3 });
  await refused(/lacks tensors of a lac-bigru model: "layers\.2\.forward\.input\.weight".* and 5 more$/);
  write({ hidden_size: 5 });
  await refused(
    /tensor "layers\.0\.forward\.input\.weight" .* has shape \[3, 12\], but .* makes it \[3, 15\]$/,
  );
  await fresh();
  rmSync(join(broken, "model.safetensors"));
  await refused(/model\.safetensors": there is no such file$/);
});

test("a folder is known by its config.json, and settings of transformers are refused", async () => {
  expect((await pretrainedEncoder(dir, { mix: true })).config).toMatchObject({
    kind: "recurrent",
    output: "mix",
  });
  await expect(pretrainedEncoder(dir, { window: 9 })).rejects.toThrow(
    /"encoder\.window" does not apply to .*: a recurrent encoder has none/,
  );
});
