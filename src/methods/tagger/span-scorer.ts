import { entityKey, type Sentence } from "../../data/index.ts";
import type { Prepared } from "../../encoders/index.ts";
import { batchesByLength } from "../../encoders/index.ts";
import { entriesAt, entryAt, entryOf, zip } from "../../entries.ts";
import { createScorer } from "../../evaluation/index.ts";
import { floatsOf, type Tensors } from "../../graph/index.ts";
import type { Model, ScoredEntity } from "../../models/index.ts";
import { Predictor } from "../../models/index.ts";
import type { Task } from "../method.ts";
import type { SoftLabels } from "./soft-labels.ts";

/** Words that are scored at once. */
const AT_ONCE = 2048;

/** What is less likely than this adds nothing that matters to the probability that a word is inside. */
const FLOOR = 0.001;

/** What is less likely than this is no entity worth remembering. */
const REMEMBERED = 0.05;

/** What a tagger makes of some sentences. */
interface Reading {
  /** F1 for each of several ways to set the scores of tags; see `addTagBias`. */
  scores(settings: readonly Float32Array[]): number[];
}

/** The scores of the tags of a sentence, as they come out of a tagger. */
export interface TagScores {
  /** `[words, tags]` */
  readonly emissions: Float32Array;
  /** `[from, to]`, `[tags]` and `[tags]`; undefined in a tagger without transitions. */
  readonly transitions?: Float32Array | undefined;
  readonly start?: Float32Array | undefined;
  readonly end?: Float32Array | undefined;
}

/** Asks the current tagger, without dropout, what it thinks of sentences. Compiled when it is first asked. */
export class TagSpanScorer {
  readonly #task: Task;
  readonly #model: Model;
  #predictor: Promise<Predictor> | undefined;

  constructor(task: Task, model: Model) {
    this.#task = task;
    this.#model = model;
  }

  /**
   * Soft labels for each training sentence, in the order given.
   *
   * @param setting what is added to the score of each tag, of every word
   */
  async softLabels(sentences: readonly number[], setting?: Float32Array): Promise<SoftLabels[]> {
    const labels = new Array<SoftLabels>(sentences.length);
    const asked = entriesAt(this.#task.sentences, sentences);
    await this.#each(entriesAt(this.#task.prepared, sentences), (places, batch, outputs) => {
      const marginals = this.#model.marginals(setScores(outputs, setting), batch, { floor: FLOOR });
      for (const [place, own] of zip(places, marginals)) {
        labels[place] = softLabelsOf(entryAt(asked, place), own);
      }
    });
    return labels;
  }

  /** The scores of all tags of each training sentence, in the order given. */
  async tagScores(sentences: readonly number[]): Promise<TagScores[]> {
    const found = new Array<TagScores>(sentences.length);
    await this.#each(entriesAt(this.#task.prepared, sentences), (places, batch, outputs) => {
      const { transitions, start, end, emissions } = copied(outputs);
      const all = emissions!.data as Float32Array;
      const chain = { transitions: transitions?.data, start: start?.data, end: end?.data } as Omit<
        TagScores,
        "emissions"
      >;
      const words = batch.reduce((sum, own) => sum + own.words, 0);
      const tags = all.length / Math.max(1, words);
      let first = 0;
      for (const [place, own] of zip(places, batch)) {
        found[place] = { ...chain, emissions: all.subarray(first, first + own.words * tags) };
        first += own.words * tags;
      }
    });
    return found;
  }

  /** Reads other sentences. */
  async read(sentences: readonly Sentence[]): Promise<Reading> {
    const prepared = sentences.map(({ tokens }) => this.#task.encoder.prepare(tokens));
    const seen: { read: readonly Sentence[]; batch: readonly Prepared[]; outputs: Tensors }[] = [];
    await this.#each(prepared, (places, batch, outputs) => {
      seen.push({ read: entriesAt(sentences, places), batch, outputs: copied(outputs) });
    });
    return {
      scores: (settings) =>
        settings.map((setting) => {
          const scorer = createScorer();
          for (const { read, batch, outputs } of seen) {
            const found = this.#model.decode(setScores(outputs, setting), batch);
            for (const [sentence, own] of zip(read, found)) scorer.add(sentence, own);
          }
          return scorer.result().micro.f1;
        }),
    };
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
      const batch = entriesAt(prepared, places);
      look(places, batch, await predictor.outputs(batch));
    }
  }
}

/** A tagger's outputs with something added to the scores of tags. */
function setScores(outputs: Tensors, setting: Float32Array | undefined): Tensors {
  if (setting === undefined || setting.every((value) => value === 0)) return outputs;
  const { shape } = entryOf(outputs, "emissions");
  const data = floatsOf(outputs, "emissions").map((value, at) => value + setting[at % setting.length]!);
  return { ...outputs, emissions: { data, shape } };
}

/** Outputs that stay as they are when the next batch is computed. */
function copied(outputs: Tensors): Tensors {
  return Object.fromEntries(
    Object.entries(outputs).map(([name, { data, shape }]) => [name, { data: data.slice(), shape }]),
  );
}

function softLabelsOf({ tokens, entities }: Sentence, marginals: readonly ScoredEntity[]): SoftLabels {
  const inside = new Float32Array(tokens.length);
  // Entities do not overlap, so that a word lies in one or in another are events that exclude each other.
  for (const { start, end, score } of marginals) {
    for (let word = start; word < end; word++) inside[word]! += score;
  }
  const likelihood = new Map(marginals.map((entity) => [entityKey(entity), entity.score]));
  return {
    votes: 1,
    entities: marginals.filter(({ score }) => score >= REMEMBERED),
    inside: inside.map((sum) => Math.min(1, sum)),
    labelled: Float32Array.from(entities, (entity) => likelihood.get(entityKey(entity)) ?? 0),
  };
}
