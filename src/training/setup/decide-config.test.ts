import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { maskSentence, type Sentence } from "../../data/index.ts";
import { demoCorpus, demoDictionary } from "../../demo/index.ts";
import { methods } from "../../methods/index.ts";
import { Random } from "../../random.ts";
import { parseTrainConfig } from "../config/config.ts";
import { decideConfig } from "./decide-config.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-decide-"));
afterAll(() => rmSync(folder, { recursive: true }));
const dictionary = join(folder, "dictionary.tsv");
writeFileSync(
  dictionary,
  [...demoDictionary()].flatMap(([label, names]) => names.map((name) => `${name}\t${label}\n`)).join(""),
);

const demo = demoCorpus({ train: 40, dev: 10, test: 1 });
const random = new Random(1);
const partial = demo.train.map((sentence) => maskSentence(sentence, 0.5, random));
const mixed = [...demo.train.slice(0, 20), ...partial.slice(20)];

const decide = (train: readonly Sentence[], given: object) =>
  decideConfig(parseTrainConfig({ train: ["a"], ...given }, "test"), { train, dev: demo.dev, notices: [] });

/** The keys of a config that hold `null` or `auto`, with dots. */
function openKeys(value: unknown, path = ""): string[] {
  if (value === null || value === "auto") return [path];
  if (typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, own]) => openKeys(own, path === "" ? key : `${path}.${key}`));
}

/** Where `null` means "none" or "never", and nobody decides anything; files tell how they are to be read. */
const NONE = [
  "from",
  "dev",
  "reading",
  "vectors",
  "dictionary",
  "documents",
  "maxMinutes",
  "batch.sentences",
  "stopping.everySteps",
  "batch.tokens",
  "batch.growth",
  "optimiser.ema",
  "retrieval",
  "types.file",
  "types.descriptions",
  "features.counts",
  "features.lexicon",
  "features.states",
  "loss.width",
  "distil.teacher",
  // Found in the first stage of the run, by what it trained.
  "pu2.explore",
  "pu2.remove",
  "features.lexicon",
  "features.states",
  "features.hashed",
  "encoder.tokenizer",
];

describe.each(Object.keys(methods))("%s", (method) => {
  test.each([
    ["partial labels", partial, {}],
    ["complete and partial labels", mixed, {}],
    ["a dictionary", partial, { dictionary: { path: dictionary } }],
    ["a bilstm", partial, { encoder: { kind: "bilstm" } }],
    ["a transformer", partial, { encoder: { kind: "transformer", hidden: 16 } }],
  ])("leaves nothing open with %s, and decides to the same again", async (_, train, given) => {
    const { config } = await decide(train, { method, ...given });
    expect(openKeys(config).filter((key) => !NONE.includes(key))).toEqual([]);
    expect((await decide(train, JSON.parse(JSON.stringify(config)))).config).toEqual(config);
  });
});

test("what is given is not decided otherwise", async () => {
  const lacuna = {
    ensemble: 2,
    folds: 4,
    holdOut: "sentences",
    completionEpochs: 0.25,
    outsideRate: 0.3,
    carryWeights: true,
    relabelBelow: 0.2,
    goldOnlyMembers: 1,
    partialUntil: 0.1,
  };
  const { config, method } = await decide(mixed, { lacuna });
  expect(config.lacuna).toEqual(lacuna);
  expect(method.ensemble).toBe(2);
});

test("lacuna decides by what is complete", async () => {
  expect((await decide(partial, {})).config.lacuna).toEqual({
    ensemble: 3,
    folds: 3,
    holdOut: "outside",
    completionEpochs: 1,
    outsideRate: 0.1,
    carryWeights: false,
    relabelBelow: 0,
    goldOnlyMembers: 0,
    partialUntil: 0,
  });
  expect((await decide(mixed, {})).config.lacuna).toMatchObject({
    holdOut: "sentences",
    outsideRate: 0,
    carryWeights: true,
    relabelBelow: 0.5,
    goldOnlyMembers: 1,
    partialUntil: 0.6,
  });
});

test("lacuna takes no angles: its fit on dev needs a logit for each tag", () => {
  expect(() => parseTrainConfig({ train: ["a"], angles: true }, "test")).toThrow('unknown key "angles"');
});
