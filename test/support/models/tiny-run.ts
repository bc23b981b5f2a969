import type { Sentence } from "../../../src/data/index.ts";
import { type Encoder, queriedEncoder } from "../../../src/encoders/index.ts";
import type { StoredTensor } from "../../../src/graph/index.ts";
import type { Learner, Task } from "../../../src/methods/index.ts";
import { methods } from "../../../src/methods/index.ts";
import type { Checkpoint } from "../../../src/training/checkpoint/checkpoint.ts";
import { methodOptions, parseTrainConfig } from "../../../src/training/config/config.ts";
import { type ResolvedConfig, resolveConfig } from "../../../src/training/config/resolve.ts";
import type { TrainEvent } from "../../../src/training/loop/events.ts";
import { train } from "../../../src/training/loop/train.ts";
import type { CheckpointStore, Outcome, TrainOptions } from "../../../src/training/loop/train-options.ts";
import { quietSession, tinyEncoder, tinyTask } from "./tiny-task.ts";

/** A run on a few sentences with a tiny model: all that `train` is given. */
export interface TinyRun {
  readonly task: Task;
  readonly learner: Learner;
  readonly options: TrainOptions;
}

/** A config with small batches and heads and a quick optimiser; `given` goes over it. */
export function tinyConfig(given: object = {}): ResolvedConfig {
  const defaults = { method: "uniform", train: ["test"], epochs: 3, threads: 1, batch: { sentences: 8 } };
  const quick = { optimiser: { learningRate: 0.02, schedule: "constant", warmup: 0 } };
  return resolveConfig(parseTrainConfig({ ...defaults, ...quick, ...given }, "test"));
}

export function tinyRun(
  sentences: readonly Sentence[],
  { dev, ...config }: { readonly dev?: readonly Sentence[]; readonly [key: string]: unknown } = {},
  encoderSizes: Parameters<typeof tinyEncoder>[0] = {},
  given?: Encoder,
): TinyRun {
  const resolved = tinyConfig(config);
  const method = methods[resolved.method]!;
  const facts = { sentences, encoder: resolved.encoder.kind };
  const configured = method.configure(methodOptions(resolved, method), facts);
  const plain = given ?? tinyEncoder(encoderSizes);
  const reader =
    configured.queries === undefined ? plain : (queriedEncoder(plain, configured.queries) as Encoder);
  const task = tinyTask(sentences, { seed: resolved.seed, encoder: reader });
  const learner = configured.learn(task);
  const { encoder, parameters, prepared } = task;
  const options: TrainOptions = {
    config: resolved,
    learner,
    encoder,
    parameters,
    prepared,
    session: quietSession,
    ...(dev !== undefined && { dev }),
  };
  return { task, learner, options };
}

/** Runs to the end, or until `isEnough`; events come without what a clock says. */
export async function runAll(
  { options, learner }: TinyRun,
  more: Partial<TrainOptions> = {},
  each: (event: TrainEvent) => void = () => {},
): Promise<{ readonly events: Record<string, unknown>[]; readonly outcome: Outcome }> {
  const loop = train({ ...options, ...more });
  const events: Record<string, unknown>[] = [];
  for (;;) {
    const turn = await loop.next();
    if (turn.done) {
      await learner.dispose();
      return { events, outcome: turn.value };
    }
    each(turn.value);
    events.push(untimed(turn.value));
  }
}

export function untimed(event: TrainEvent): Record<string, unknown> {
  const {
    seconds: _,
    milliseconds: __,
    wordsPerSecond: ___,
    ...rest
  } = { seconds: 0, milliseconds: 0, wordsPerSecond: 0, ...event };
  return rest;
}

/** Keeps copies of all checkpoints, as a disk would. */
export class CheckpointMemory implements CheckpointStore {
  readonly all: Checkpoint[] = [];

  async save(checkpoint: Checkpoint): Promise<void> {
    this.all.push(copyOf(checkpoint));
  }

  async load(): Promise<Checkpoint | undefined> {
    return this.all.at(-1);
  }
}

function copyOf({ step, weights, optimiser, best, average, stages, state }: Checkpoint): Checkpoint {
  const copied = (tensors: ReadonlyMap<string, StoredTensor>) =>
    new Map(
      [...tensors].map(([name, tensor]) => [name, { ...tensor, data: tensor.data.slice() } as StoredTensor]),
    );
  return {
    step,
    weights: copied(weights),
    optimiser: { info: structuredClone(optimiser.info), tensors: copied(optimiser.tensors) },
    ...(best !== undefined && { best: copied(best) }),
    ...(average !== undefined && { average: copied(average) }),
    ...(stages !== undefined && { stages: copied(stages) }),
    state: JSON.parse(JSON.stringify(state)),
  };
}
