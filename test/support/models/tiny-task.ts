import type { Sentence } from "../../../src/data/index.ts";
import { cnnEncoder, type Encoder, hashedFeatures } from "../../../src/encoders/index.ts";
import { ParameterStore } from "../../../src/graph/index.ts";
import type { Learner, Task } from "../../../src/methods/index.ts";
import { methods } from "../../../src/methods/index.ts";
import { labelSet } from "../../../src/models/index.ts";

/** One thread that does not spin: a test shares its processor with others. */
export const quietSession = { threads: 1, spinning: false } as const;

/** A `cnn` that is compiled and run in milliseconds, and still learns the embedded corpus. What tests expect of methods was found with GELU. */
export function tinyEncoder({ width = 16, dropout = 0.1 } = {}): Encoder {
  const spelling = hashedFeatures({
    columns: [
      { feature: "lower", rows: 1000 },
      { feature: "shape", rows: 100 },
    ],
    ngrams: null,
    width: 8,
    dim: 16,
    wordDropout: dropout,
  });
  return cnnEncoder({ width, depth: 1, activation: "gelu", dropout, features: [spelling] });
}

/** Sentences as a task for a method, with a tiny encoder and fresh weights. */
export function tinyTask(
  sentences: readonly Sentence[],
  {
    seed = 1,
    encoder = tinyEncoder(),
    labels,
    dev,
  }: { seed?: number; encoder?: Encoder; labels?: readonly string[]; dev?: readonly Sentence[] } = {},
): Task {
  const found = sentences.flatMap(({ entities }) => entities.map(({ label }) => label));
  return {
    encoder,
    labels: labelSet(labels ?? found),
    sentences,
    prepared: sentences.map(({ tokens }) => encoder.prepare(tokens)),
    parameters: new ParameterStore({ seed }),
    seed,
    ...(dev !== undefined && { dev }),
    session: quietSession,
  };
}

/** A method at work on a task, some of its config keys set. */
export function learn(name: string, task: Task, options: object = {}): Learner {
  const facts = { sentences: task.sentences, encoder: "cnn" };
  return methods[name]!.configure(options, facts).learn(task);
}

/** A sentence written out: words, and entities as `[start, end, label]`. */
export function sentence(
  text: string,
  entities: readonly (readonly [start: number, end: number, label: string])[] = [],
  {
    completeness = "complete",
    ...rest
  }: Partial<Pick<Sentence, "completeness" | "hidden" | "unknown" | "outside">> = {},
): Sentence {
  return {
    tokens: text === "" ? [] : text.split(" "),
    entities: entities.map(([start, end, label]) => ({ start, end, label })),
    completeness,
    source: "test",
    ...rest,
  };
}
