import { GradientStep, type GradientStepResult } from "../../../src/graph/index.ts";
import type { Learner, Task } from "../../../src/methods/index.ts";
import { Predictor } from "../../../src/models/index.ts";
import { Random } from "../../../src/random.ts";
import { quietSession } from "./tiny-task.ts";

/** Makes a learner's weights large enough to matter; all of them, so that a swapped start and end would show. */
export function shake({ parameters }: Task): void {
  const random = new Random(5);
  for (const { values } of parameters) values.set(values.map((value) => value + 0.5 * random.normal()));
}

/** A batch as it is trained: its loss, and the gradient of each weight. */
export async function stepOf(
  { parameters }: Task,
  learner: Learner,
  batch: readonly number[],
  stage = 0,
): Promise<GradientStepResult> {
  const loss = learner.graph.build({ parameters, training: true });
  const step = await GradientStep.compile({ ...quietSession, loss, parameters });
  const place = { stage, epoch: 0, epochs: 3, random: new Random(1) };
  const result = await step.run((await learner.graph.feed(batch, place))!);
  await step.dispose();
  return result;
}

/** The loss of a batch as it is trained. */
export async function lossOf(
  task: Task,
  learner: Learner,
  batch: readonly number[],
  stage = 0,
): Promise<number> {
  return (await stepOf(task, learner, batch, stage)).loss;
}

/** `[words][tags]` of a sentence, from the model in use. */
export async function emissionsOf(
  { encoder, parameters, prepared }: Task,
  { model }: Learner,
  i: number,
): Promise<number[][]> {
  const predictor = await Predictor.compile({ encoder, model, parameters, session: quietSession });
  const data = (await predictor.outputs([prepared[i]!])).emissions!.data as Float32Array;
  await predictor.dispose();
  const { words } = prepared[i]!;
  const tags = data.length / words;
  return Array.from({ length: words }, (_, word) => [...data.subarray(word * tags, (word + 1) * tags)]);
}

/**
 * `−log Σ exp(score)` of the sequences that each word's tags allow, over that of all, by counting them out; ignored words
 * add no emission and no transition into them.
 */
export function bruteLoss(
  { parameters }: Task,
  emissions: readonly (readonly number[])[],
  allowed: readonly (readonly number[])[],
  ignored: readonly number[] = [],
): number {
  const tags = emissions[0]!.length;
  const has = (name: string) => [...parameters].some((parameter) => parameter.name === name);
  const weights = (name: string) => (has(name) ? [...parameters.get(name).values] : []);
  const [start, end, moves] = ["head.start", "head.end", "head.transitions"].map(weights);
  const sum = (choices: readonly (readonly number[])[]) => {
    let total = 0;
    const visit = (word: number, before: number, score: number): void => {
      if (word === emissions.length) {
        total += Math.exp(score + (end![before] ?? 0));
        return;
      }
      for (const tag of choices[word]!) {
        const into = word === 0 ? (start![tag] ?? 0) : (moves![before * tags + tag] ?? 0);
        visit(word + 1, tag, ignored.includes(word) ? score : score + emissions[word]![tag]! + into);
      }
    };
    visit(0, 0, 0);
    return total;
  };
  const all = emissions.map(() => Array.from({ length: tags }, (_, tag) => tag));
  return -Math.log(sum(allowed) / sum(all));
}
