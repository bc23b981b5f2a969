import { describe, expect, test } from "vitest";
import { z } from "zod";
import { UserError } from "../../errors.ts";
import { type Method, methods } from "../../methods/index.ts";
import { configSchema, DEFAULT_METHOD, methodOptions, parseTrainConfig } from "./config.ts";
import { resolveConfig } from "./resolve.ts";

const nothing = () => {
  throw new Error("not called");
};

/** Two methods that share no key. */
const fakes: Readonly<Record<string, Method>> = {
  [DEFAULT_METHOD]: {
    name: DEFAULT_METHOD,
    summary: "",
    options: z.strictObject({
      sampler: z
        .discriminatedUnion("kind", [
          z.strictObject({ kind: z.literal("uniform"), rate: z.number().default(0.35) }),
          z.strictObject({ kind: z.literal("all") }),
        ])
        .prefault({ kind: "uniform" }),
    }),
    configure: nothing,
  },
  paired: {
    name: "paired",
    summary: "",
    options: z
      .strictObject({ low: z.number().default(0), high: z.number().default(1) })
      .refine(({ low, high }) => low <= high, { message: "must not lie above high", path: ["low"] }),
    configure: nothing,
  },
};

function problem(value: unknown): string {
  try {
    parseTrainConfig(value, "c.json", fakes);
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    return `${(error as UserError).message} ${(error as UserError).hint ?? ""}`;
  }
  throw new Error("the config was accepted");
}

describe("a wrong config is refused with its key", () => {
  test.each<[unknown, string]>([
    [{ seed: "one" }, 'c.json is not valid\n  "seed": invalid input: expected number, received string'],
    [{ seed: -1 }, '"seed": too small: expected number to be >=0'],
    [{ optimizer: {} }, 'unknown key "optimizer", did you mean "optimiser"?'],
    [
      { optimiser: { learningRat: 1 } },
      'unknown key "optimiser.learningRat", did you mean "optimiser.learningRate"?',
    ],
    [
      { optimiser: { learningRat: 1 } },
      "(known here: learningRate, encoderLearningRate, weightDecay, clipNorm, schedule, warmup, ema)",
    ],
    [{ optimiser: { warmup: 1 } }, '"optimiser.warmup": too big: expected number to be <1'],
    [{ optimiser: 3 }, '"optimiser": invalid input: expected object, received number'],
    [
      { encoder: { kind: "cmn" } },
      '"encoder.kind" must be one of: cnn, bilstm, transformer, pretrained, did you mean "cnn"?',
    ],
    [{ encoder: { width: 3 } }, '"encoder.kind" must be one of: cnn, bilstm, transformer, pretrained'],
    [
      { encoder: { kind: "bilstm", hiden: 3 } },
      'did you mean "encoder.hidden"? (known here: kind, hidden, layers, dropout)',
    ],
    [{ encoder: { kind: "pretrained" } }, '"encoder.dir": invalid input: expected string'],
    [
      { sampler: { kind: "uniform", rates: 1 } },
      'unknown key "sampler.rates", did you mean "sampler.rate"? (known here: kind, rate)',
    ],
    [{ sampler: { kind: "fraction" } }, '"sampler.kind" must be one of: uniform, all'],
    [{ method: "paired", sampler: { kind: "all" } }, 'unknown key "sampler"'],
    [{ method: "paired", low: 2 }, '"low": must not lie above high'],
    [{ method: "best" }, 'unknown method "best" choose one of: lacuna, paired'],
    [{ method: "__proto__" }, 'unknown method "__proto__"'],
    [{ method: 3 }, '"method": invalid input: expected string, received number'],
    [{ dictionary: { path: "d", drop: "some" } }, '"dictionary.drop": expected "auto" or object'],
    [
      { dictionary: { path: "d", drop: { hit: "x" } } },
      '"dictionary.drop.hit": invalid input: expected number',
    ],
    [{ dictionary: { path: "d", crossFit: 1 } }, '"dictionary.crossFit": one part is none'],
    [{ features: { hashed: { widht: 3 } } }, 'did you mean "features.hashed.width"?'],
    [{ train: "a.jsonl" }, '"train": invalid input: expected array, received string'],
    [{ epochs: 0 }, '"epochs": too small'],
    [{ format: 3 }, '"format": invalid input: expected 2'],
    [JSON.parse('{"__proto__": {"seed": 1}}'), 'unknown key "__proto__"'],
    [{ constructor: 1 }, 'unknown key "constructor"'],
    [[], "the config: invalid input: expected object, received array"],
    [null, "the config: invalid input: expected object, received null"],
  ])("%j", (value, message) => {
    expect(problem(value)).toContain(message);
  });

  test("everything that is wrong is said at once", () => {
    const lines = problem({ seed: "x", epochs: "y", oops: 1 }).trim().split("\n");
    expect(lines).toHaveLength(4);
  });
});

test("a method may not take a key that every config has", () => {
  const options = z.strictObject({ seed: z.number() });
  expect(() => configSchema({ name: "bad", options })).toThrow('method "bad" has a key "seed"');
});

test("a parsed config parses to itself, for every method", () => {
  for (const method of Object.keys(methods)) {
    const config = parseTrainConfig({ method, train: ["a"] }, "test");
    expect(parseTrainConfig(JSON.parse(JSON.stringify(config)), "test")).toEqual(config);
  }
  expect(Object.keys(methods)).toContain(DEFAULT_METHOD);
});

test("a method is told its own keys and no others", () => {
  const config = parseTrainConfig({ sampler: { kind: "all" } }, "test", fakes);
  expect(methodOptions(config, fakes[DEFAULT_METHOD]!)).toEqual({ sampler: { kind: "all" } });
});

describe("what is left open is decided by the encoder", () => {
  const resolved = (value: object) =>
    resolveConfig(parseTrainConfig({ train: ["a"], ...value }, "test", fakes));
  test.each([
    ["cnn", {}, { epochs: 20, learningRate: 3e-3, encoderLearningRate: 3e-3 }],
    [
      "bilstm",
      { encoder: { kind: "bilstm" } },
      { epochs: 20, learningRate: 3e-3, encoderLearningRate: 3e-3 },
    ],
    [
      "transformer",
      { encoder: { kind: "transformer" } },
      { epochs: 20, learningRate: 1e-3, encoderLearningRate: 1e-3 },
    ],
    [
      "pretrained",
      { encoder: { kind: "pretrained", dir: "d" } },
      { epochs: 4, learningRate: 1e-3, encoderLearningRate: 2e-4 },
    ],
    [
      "a model to go on with: a third of the rate",
      { from: { model: "m" } },
      { epochs: 20, learningRate: 1e-3, encoderLearningRate: 1e-3 },
    ],
    [
      "a rate given",
      { optimiser: { learningRate: 0.01 } },
      { epochs: 20, learningRate: 0.01, encoderLearningRate: 0.01 },
    ],
    [
      "a rate given beside a pretrained one",
      { encoder: { kind: "pretrained", dir: "d" }, optimiser: { learningRate: 0.01 }, epochs: 2 },
      { epochs: 2, learningRate: 0.01, encoderLearningRate: 2e-4 },
    ],
  ])("%s", (_, value, { epochs, ...rates }) => {
    const config = resolved(value);
    expect(config.epochs).toBe(epochs);
    expect(config.optimiser).toMatchObject(rates);
    expect(config.threads).toBeGreaterThanOrEqual(1);
    expect(resolveConfig(config)).toEqual(config);
  });

  test.each([
    ["cnn: even steps", {}, { sentences: null, tokens: 300, pool: 1 }],
    ["even steps of another size", { batch: { tokens: 500 } }, { sentences: null, tokens: 500, pool: 1 }],
    ["cnn by sentences", { batch: { sentences: 8 } }, { sentences: 8, tokens: null, pool: 32 }],
    [
      "cnn as Lacuna 0.1 saved it",
      { batch: { sentences: 32, tokens: null, pool: 32 } },
      { sentences: 32, tokens: null, pool: 32 },
    ],
    ["bilstm", { encoder: { kind: "bilstm" } }, { sentences: 32, tokens: null, pool: 32 }],
    ["cnn in windows", { documents: { words: 100 } }, { sentences: 32, tokens: 400, pool: 32 }],
    [
      "pretrained, fewer tokens",
      { encoder: { kind: "pretrained", dir: "d" }, batch: { tokens: 256 } },
      { sentences: 32, tokens: 256, pool: 32 },
    ],
  ])("the size of a step, %s", (_, value, batch) => {
    const config = resolved(value);
    expect(config.batch).toEqual({ ...batch, growth: null });
    expect(resolveConfig(config)).toEqual(config);
  });

  test("nothing to train on is an error", () => {
    expect(() => resolved({ train: [] })).toThrow("there is nothing to train on");
  });
});
