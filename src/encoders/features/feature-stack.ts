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
}

export function stackFeatures(features: readonly WordFeatures[]): FeatureStack {
  const names = features.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new UserError(`two word features are called "${twice}"`);
  if (features.length === 0) throw new UserError("an encoder needs at least one word feature");
  return {
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
