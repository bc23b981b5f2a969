import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { demoCorpus } from "../demo/index.ts";
import { entryOf } from "../entries.ts";
import { add, constant, mul, reduceMean, reduceSum, softmaxCrossEntropy } from "../graph/index.ts";
import {
  assembleConfig,
  type Method,
  methods,
  type OwnLoss,
  type OwnSampler,
  runTraining,
  spanMethod,
  Tagger,
  type TrainModelOptions,
  train,
} from "../index.ts";

const root = mkdtempSync(join(tmpdir(), "lacuna-own-"));
const at = (name: string) => join(root, name);
afterAll(() => rmSync(root, { recursive: true }));

const corpus = demoCorpus({ train: 40, dev: 10, test: 0 });
const config = { epochs: 2, threads: 1, encoder: { width: 16, depth: 1 }, seed: 3 };
const data = { train: corpus.train, dev: corpus.dev };
const weights = (out: string) => readFileSync(join(at(out), "weights.safetensors"));

const few: OwnSampler = ({ candidates }, { random }) =>
  candidates.count === 0 ? [] : [candidates.at(random.below(candidates.count))];
const plain: OwnLoss = ({ scores, labels }) => reduceMean(softmaxCrossEntropy(scores, labels));

async function trained(method: Method, out: string, more: Partial<TrainModelOptions> = {}) {
  const losses: number[] = [];
  const tagger = await train({
    ...data,
    method,
    out: at(out),
    config,
    onEvent: (event) => {
      if (event.kind === "evaluated") losses.push(event.loss);
    },
    ...more,
  });
  await tagger.dispose();
  return losses;
}

test("a model of a method of one's own is saved, says so, and tags without the method", async () => {
  const losses = await trained(
    spanMethod("few", "one negative a sentence", { sampler: few, loss: plain }),
    "few",
  );
  expect(losses[1]).toBeLessThan(losses[0]!);
  const saved = JSON.parse(readFileSync(join(at("few"), "config.json"), "utf8"));
  expect(saved).toMatchObject({ method: "few", sampler: { kind: "own" }, loss: { kind: "own" } });
  await using model = await Tagger.load(at("few"));
  expect(await model.tag(["Ann Lee left Leeds."])).toHaveLength(1);
  // Its config names a method that only this program has.
  await expect(assembleConfig({ flags: { from: { model: at("few") } } })).rejects.toThrow(
    'unknown method "few"',
  );
});

test("our own parts as functions, or an object of the interface, give the weights of our method", async () => {
  await trained(methods.ce!, "ce");
  const all: OwnSampler = ({ candidates }) =>
    Array.from({ length: candidates.count }, (_, i) => candidates.at(i));
  const head = { kind: "span" } as const;
  await trained(spanMethod("all-spans", "as ce", { head, sampler: all, loss: plain }), "by-functions");
  expect(weights("by-functions").equals(weights("ce"))).toBe(true);
  const ce = entryOf(methods, "ce");
  const mine: Method = {
    name: "mine",
    summary: "as ce",
    options: ce.options,
    configure: (options, facts) => ce.configure(options, facts),
  };
  await trained(mine, "by-interface");
  expect(weights("by-interface").equals(weights("ce"))).toBe(true);
});

test("a sampler sees the model's probabilities where it asks for them, a loss how far the run is", async () => {
  const seen: number[] = [];
  const unlikely: OwnSampler = ({ candidates, probabilities }) => {
    const classes = probabilities!.length / candidates.count;
    seen.push(
      classes,
      probabilities!.subarray(0, classes).reduce((sum, p) => sum + p, 0),
    );
    return candidates.count === 0 ? [] : [candidates.at(0)];
  };
  // The second of two epochs is half-way: half of the loss is 1 there, and nothing of it in the first.
  const fading: OwnLoss = ({ progress, scores }) =>
    add(progress, mul(reduceSum(scores), constant(Float32Array.of(0), [])));
  const parts = { sampler: unlikely, readsProbabilities: true, loss: fading };
  expect(await trained(spanMethod("unlikely", "sees what the model thinks", parts), "unlikely")).toEqual([
    0, 0.5,
  ]);
  expect(seen[0]).toBe(5);
  expect(seen[1]).toBeCloseTo(1, 5);
});

describe("a run goes on only with the version of the method that it began with", () => {
  const begin = async (method: Method, out: string) => {
    const given = { data, method };
    for await (const event of runTraining(await assembleConfig({ method, set: config }), at(out), given)) {
      if (event.kind === "saved") break;
    }
  };
  const versioned = (version: string): Method => ({
    ...spanMethod("dated", "has a version", { sampler: few }),
    version,
  });

  test("by what it says of itself", async () => {
    await begin(versioned("1"), "dated");
    await expect(trained(versioned("2"), "dated", { resume: true })).rejects.toThrow(
      /^the method "dated" is not what the run in ".*" was begun with: its version was 1, now 2$/,
    );
    await trained(versioned("1"), "dated", { resume: true });
    await trained(versioned("1"), "in-one");
    expect(weights("dated").equals(weights("in-one"))).toBe(true);
  });

  test("and else by the source text of its functions", () => {
    const version = (sampler: OwnSampler) => spanMethod("x", "", { sampler }).version;
    expect(version(few)).toBe(version(few));
    expect(version(() => [])).not.toBe(version(few));
  });
});

test.each<[string, Method, string]>([
  ["a name of ours", spanMethod("weighted", "", {}), 'there is a method "weighted" already'],
  ["a name that is none", spanMethod("My method", "", {}), "a method needs a name of small letters"],
  ["no method", { name: "x", summary: "" } as Method, 'the options of the method "x" are no zod object'],
  [
    "a span that is labelled",
    spanMethod("x", "", { sampler: ({ sentence }) => sentence.entities }),
    "it is labelled",
  ],
  [
    "a span beyond the end",
    spanMethod("x", "", { sampler: () => [{ start: 0, end: 900 }] }),
    "the sampler drew the span [0, 900): the sentence has",
  ],
  [
    "a loss of each span",
    spanMethod("x", "", { loss: ({ scores, labels }) => softmaxCrossEntropy(scores, labels) }),
    "a loss must be a scalar node, not a tensor of [spans]",
  ],
])("%s is refused", async (_, method, message) => {
  await expect(trained(method, "refused", { overwrite: true })).rejects.toThrow(message);
});

test("what is said twice must be the same", async () => {
  await expect(trained(methods.ce!, "twice", { config: { method: "uniform" } })).rejects.toThrow(
    '"method" is "ce", and "config.method" is "uniform"',
  );
});
