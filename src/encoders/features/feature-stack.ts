import { UserError } from "../../errors.ts";
import {
  type AxisKeys,
  type BuildContext,
  concat,
  type NamePattern,
  type Node,
  type Tensors,
} from "../../graph/index.ts";
import type { Random } from "../../random.ts";
import type { Prepared, PrepareOptions } from "../encoder.ts";
import type { FrozenSource, FrozenStates } from "../states/frozen-states.ts";
import type { WordFeatures } from "./word-features.ts";

/** A sentence prepared for each feature of a stack. */
export interface StackedWords extends Prepared {
  readonly features: readonly unknown[];
}

/** Several word features, concatenated: the input of `cnn` and `bilstm`. */
export interface FeatureStack {
  readonly dim: number;
  readonly configs: readonly WordFeatures["config"][];
  readonly frozen: readonly NamePattern[];
  readonly axisKeys: AxisKeys;
  /** Each feature's files, as `NAME/FILE`. */
  files(): Promise<ReadonlyMap<string, Uint8Array>>;
  prepare(words: readonly string[], options?: PrepareOptions): StackedWords;
  /** `["words", dim]` */
  build(context: BuildContext): Node;
  feed(batch: readonly StackedWords[], random?: Random): Tensors;
  /** Where features have frozen states: those of all of them. */
  readonly states?: FrozenStates<StackedWords, FeatureStack>;
}

export function stackFeatures(features: readonly WordFeatures[]): FeatureStack {
  const names = features.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new UserError(`two word features are called "${twice}"`);
  if (features.length === 0) throw new UserError("an encoder needs at least one word feature");
  const states = statesOf(features);
  return {
    ...(states && { states }),
    dim: features.reduce((sum, { dim }) => sum + dim, 0),
    configs: features.map(({ config }) => config),
    frozen: features.flatMap(({ frozen = [] }) => frozen),
    axisKeys: new Map(features.flatMap(({ axisKeys = new Map() }) => [...axisKeys])),
    async files() {
      const all = new Map<string, Uint8Array>();
      for (const feature of features) {
        for (const [name, bytes] of await feature.files()) all.set(`${feature.name}/${name}`, bytes);
      }
      return all;
    },
    prepare: (words, options) => ({
      words: words.length,
      cost: words.length,
      unseen: [],
      features: features.map((feature) => feature.prepare(words, options)),
    }),
    build: (context) =>
      concat(
        features.map((feature) => feature.build(context)),
        1,
      ),
    feed(batch, random) {
      const parts = features.map((feature, i) =>
        feature.feed(
          batch.map((sentence) => sentence.features[i]),
          random,
        ),
      );
      return Object.assign({}, ...parts);
    },
  };
}

function statesOf(features: readonly WordFeatures[]): FeatureStack["states"] {
  if (features.every(({ states }) => states === undefined)) return undefined;
  return {
    sources: features.flatMap(({ states }, i) => (states?.sources ?? []).map((source) => ofStack(source, i))),
    above: stackFeatures(aboveStates(features)),
  };
}

/** Features with their frozen states as inputs. */
export function aboveStates(features: readonly WordFeatures[]): WordFeatures[] {
  return features.map((feature) => feature.states?.above ?? feature);
}

/** A source of the feature at a place of a stack, as one of the stack. */
function ofStack(source: FrozenSource<unknown>, place: number): FrozenSource<StackedWords> {
  const own = ({ features }: StackedWords) => features[place];
  return {
    ...source,
    outputs: Object.fromEntries(
      Object.entries(source.outputs).map(([name, output]) => [
        name,
        { ...output, rows: (sentence: StackedWords) => output.rows(own(sentence)) },
      ]),
    ),
    content: (sentence) => source.content(own(sentence)),
    shape: (sentence) => source.shape(own(sentence)),
    cost: (sentence) => source.cost(own(sentence)),
    feed: (batch) => source.feed(batch.map(own)),
  };
}

/** The files of one feature, as it named them itself. */
export function filesOfFeature(
  files: ReadonlyMap<string, Uint8Array>,
  feature: string,
): ReadonlyMap<string, Uint8Array> {
  const start = `${feature}/`;
  return new Map(
    [...files].flatMap(([name, bytes]) =>
      name.startsWith(start) ? [[name.slice(start.length), bytes]] : [],
    ),
  );
}
