import { type Completeness, type Entity, overlaps, type Sentence } from "../../data/index.ts";
import { batchesByLength } from "../../encoders/index.ts";
import { counted } from "../../format.ts";
import { loadParameters, ParameterStore, type SessionOptions } from "../../graph/index.ts";
import { inferenceGraph, Predictor } from "../../models/index.ts";
import { labelsOf, type TrainingData } from "./read-training-data.ts";
import type { StartModel } from "./start-model.ts";

/** Words that are tagged at once. */
const AT_ONCE = 2048;

/**
 * The data of a run that goes on with a model.
 *
 * Types of the model that no training sentence has would be unlearnt within an epoch: either they are taught to be absent,
 * or nothing holds them in place while the encoder changes. So the model labels them itself, as it is at the start, and
 * learns its own labels again beside the new ones. What the data does label wins.
 */
export async function keepTypes(
  data: TrainingData,
  start: StartModel,
  session: Pick<SessionOptions, "threads" | "device">,
): Promise<TrainingData> {
  const own = labelsOf(data.train);
  const silent = start.labels.labels.filter((label) => !own.has(label));
  const added = [...own].filter((label) => start.labels.classOf(label) === undefined).sort();
  const news = added.length === 0 ? [] : [`new ${noun(added)}, to be learnt: ${added.join(", ")}`];
  const onDev = labelsOf(data.dev);
  const unscored =
    data.dev.length === 0 ? [] : [...added, ...silent].filter((label) => !onDev.has(label)).sort();
  const told = [...new Set([...own, ...start.labels.labels])]
    .filter((label) => !unscored.includes(label))
    .sort();
  // A prediction of a type that dev never labels is neither right nor wrong: it may be older than the type.
  const dev = unscored.length === 0 ? data.dev : data.dev.map((sentence) => completeFor(sentence, told));
  const unseen = added.filter((label) => unscored.includes(label));
  const notices = [
    ...data.notices,
    ...news,
    ...(unseen.length === 0
      ? []
      : [
          `no dev sentence has ${unseen.join(", ")}: the epoch that is kept is chosen by the other types alone; label some in dev, or leave dev out to keep the last epoch`,
        ]),
  ];
  if (silent.length === 0) return { train: data.train, dev, notices };
  const found = await tagged(data.train, start, session);
  let count = 0;
  const train = data.train.map((sentence, i) => {
    const more = found[i]!.filter(
      (entity) =>
        silent.includes(entity.label) && !sentence.entities.some((other) => overlaps(other, entity)),
    );
    count += more.length;
    return withTypes(sentence, more, silent);
  });
  return {
    train,
    dev,
    notices: [
      ...notices,
      `no training sentence has ${silent.join(", ")}: the model keeps ${silent.length === 1 ? "this type" : "these types"}, and learns again what it finds of ${silent.length === 1 ? "it" : "them"} in the training sentences (${counted(count, "entity", "entities")})`,
    ],
  };
}

/** What the model finds in sentences. */
async function tagged(
  sentences: readonly Sentence[],
  { encoder, model, weights }: StartModel,
  session: Pick<SessionOptions, "threads" | "device">,
): Promise<Entity[][]> {
  const parameters = new ParameterStore({ training: false });
  inferenceGraph({ encoder, model, parameters });
  await loadParameters(parameters, weights, { extra: "ignore" });
  const predictor = await Predictor.compile({ encoder, model, parameters, session });
  try {
    const prepared = sentences.map(({ tokens }) => encoder.prepare(tokens));
    const found = new Array<Entity[]>(sentences.length);
    const costs = prepared.map(({ cost }) => cost);
    for (const batch of batchesByLength(costs, { cost: AT_ONCE })) {
      const entities = await predictor.tag(batch.map((i) => prepared[i]!));
      batch.forEach((i, place) => {
        found[i] = entities[place]!;
      });
    }
    return found;
  } finally {
    await predictor.dispose();
  }
}

function withTypes(sentence: Sentence, more: readonly Entity[], labels: readonly string[]): Sentence {
  const { completeness } = sentence;
  const wider: Completeness =
    typeof completeness === "object" ? { complete: [...completeness.complete, ...labels] } : completeness;
  const entities = [...sentence.entities, ...more.map(({ start, end, label }) => ({ start, end, label }))];
  return { ...sentence, entities: more.length === 0 ? sentence.entities : entities, completeness: wider };
}

function completeFor(sentence: Sentence, labels: readonly string[]): Sentence {
  return sentence.completeness === "complete"
    ? { ...sentence, completeness: { complete: labels } }
    : sentence;
}

function noun({ length }: readonly string[]): string {
  return length === 1 ? "type" : "types";
}
