import { type Entity, entityKey, type Sentence } from "../data/index.ts";
import { batchesByLength, type Prepared } from "../encoders/index.ts";
import { createScorer } from "../evaluation/index.ts";
import type { Tensors } from "../graph/index.ts";
import { type Model, OUTSIDE, Predictor } from "../models/index.ts";
import type { Task } from "./method.ts";
import type { Opinion } from "./opinion.ts";

/** Words that are judged at once. */
const AT_ONCE = 2048;

/** What is less likely than this adds nothing that matters to the probability that a word is inside. */
const FLOOR = 0.001;

/** What is less likely than this is no entity worth remembering. */
const REMEMBERED = 0.05;

/** Asks the current tagger, without dropout, what it thinks of sentences. Compiled when it is first asked. */
export class SentenceJudge {
  readonly #task: Task;
  readonly #model: Model;
  #predictor: Promise<Predictor> | undefined;

  constructor(task: Task, model: Model) {
    this.#task = task;
    this.#model = model;
  }

  /**
   * One opinion for each training sentence, in the order given.
   *
   * @param ease what is taken off the score of `O` of every word: the more, the more entities are found
   */
  async opinions(sentences: readonly number[], ease = 0): Promise<Opinion[]> {
    const opinions = new Array<Opinion>(sentences.length);
    const prepared = sentences.map((sentence) => this.#task.prepared[sentence]!);
    await this.#each(prepared, (places, batch, outputs) => {
      const eased = easeOutside(outputs, ease);
      const judged = this.#model.judge(eased, batch, { floor: FLOOR });
      places.forEach((place, i) => {
        opinions[place] = opinionOf(this.#task.sentences[sentences[place]!]!, judged[i]!);
      });
    });
    return opinions;
  }

  /** F1 on other sentences, for each of several values of `ease`. */
  async scores(sentences: readonly Sentence[], eases: readonly number[]): Promise<number[]> {
    const { encoder } = this.#task;
    const scorers = eases.map(() => createScorer());
    const prepared = sentences.map(({ tokens }) => encoder.prepare(tokens));
    await this.#each(prepared, (places, batch, outputs) => {
      eases.forEach((ease, i) => {
        const found = this.#model.decode(easeOutside(outputs, ease), batch);
        places.forEach((place, at) => {
          scorers[i]!.add(sentences[place]!, found[at]!);
        });
      });
    });
    return scorers.map((scorer) => scorer.result().micro.f1);
  }

  async dispose(): Promise<void> {
    const predictor = await this.#predictor;
    this.#predictor = undefined;
    await predictor?.dispose();
  }

  async #each(
    prepared: readonly Prepared[],
    look: (places: readonly number[], batch: readonly Prepared[], outputs: Tensors) => void,
  ): Promise<void> {
    const { encoder, parameters, session } = this.#task;
    this.#predictor ??= Predictor.compile({ encoder, model: this.#model, parameters, session });
    const predictor = await this.#predictor;
    const costs = prepared.map(({ cost }) => cost);
    for (const places of batchesByLength(costs, { cost: AT_ONCE })) {
      const batch = places.map((place) => prepared[place]!);
      look(places, batch, await predictor.outputs(batch));
    }
  }
}

/** A tagger's outputs with something taken off the score of `O`. */
function easeOutside(outputs: Tensors, ease: number): Tensors {
  if (ease === 0) return outputs;
  const { data, shape } = outputs.emissions!;
  const eased = Float32Array.from(data as Float32Array);
  for (let at = OUTSIDE; at < eased.length; at += shape[1]!) eased[at]! -= ease;
  return { ...outputs, emissions: { data: eased, shape } };
}

function opinionOf({ tokens, entities }: Sentence, judged: readonly Entity[]): Opinion {
  const inside = new Float32Array(tokens.length);
  // Entities do not overlap, so that a word lies in one or in another are events that exclude each other.
  for (const { start, end, score } of judged) {
    for (let word = start; word < end; word++) inside[word]! += score!;
  }
  const likelihood = new Map(judged.map((entity) => [entityKey(entity), entity.score!]));
  return {
    votes: 1,
    entities: judged.filter(({ score }) => score! >= REMEMBERED),
    inside: inside.map((sum) => Math.min(1, sum)),
    labelled: Float32Array.from(entities, (entity) => likelihood.get(entityKey(entity)) ?? 0),
  };
}
