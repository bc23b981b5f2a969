import type { Entity } from "../data/index.ts";
import { batchesByLength } from "../encoders/index.ts";
import { type Model, Predictor } from "../models/index.ts";
import type { Task } from "./method.ts";
import type { Opinion } from "./opinion.ts";

/** Words that are judged at once. */
const AT_ONCE = 2048;

/** What is less likely than this adds nothing that matters to the probability that a word is inside. */
const FLOOR = 0.001;

/** Asks the current model, without dropout, what it thinks of sentences. Compiled when it is first asked. */
export class SentenceJudge {
  readonly #task: Task;
  readonly #model: Model;
  #predictor: Promise<Predictor> | undefined;

  constructor(task: Task, model: Model) {
    this.#task = task;
    this.#model = model;
  }

  /** One opinion for each sentence, in the order given. */
  async opinions(sentences: readonly number[]): Promise<Opinion[]> {
    const { encoder, parameters, session, prepared } = this.#task;
    const opinions = new Array<Opinion>(sentences.length);
    this.#predictor ??= Predictor.compile({ encoder, model: this.#model, parameters, session });
    const predictor = await this.#predictor;
    const costs = sentences.map((sentence) => prepared[sentence]!.cost);
    for (const places of batchesByLength(costs, { cost: AT_ONCE })) {
      const batch = places.map((place) => prepared[sentences[place]!]!);
      const outputs = await predictor.outputs(batch);
      const chosen = this.#model.decode(outputs, batch, { threshold: 0 });
      const judged = this.#model.judge(outputs, batch, { floor: FLOOR });
      places.forEach((place, i) => {
        opinions[place] = this.#opinion(sentences[place]!, chosen[i]!, judged[i]!);
      });
    }
    return opinions;
  }

  async dispose(): Promise<void> {
    const predictor = await this.#predictor;
    this.#predictor = undefined;
    await predictor?.dispose();
  }

  #opinion(sentence: number, chosen: readonly Entity[], judged: readonly Entity[]): Opinion {
    const { tokens, entities } = this.#task.sentences[sentence]!;
    const inside = new Float32Array(tokens.length);
    // Entities do not overlap, so that a word lies in one or another are events that exclude each other.
    for (const { start, end, score } of judged) {
      for (let word = start; word < end; word++) inside[word]! += score!;
    }
    const likelihood = new Map(judged.map((entity) => [keyOf(entity), entity.score!]));
    return {
      entities: chosen,
      inside: inside.map((sum) => Math.min(1, sum)),
      labelled: Float32Array.from(entities, (entity) => likelihood.get(keyOf(entity)) ?? 0),
    };
  }
}

function keyOf({ start, end, label }: Entity): string {
  return `${start} ${end} ${label}`;
}
