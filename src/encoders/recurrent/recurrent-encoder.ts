import { entryOf } from "../../entries.ts";
import { UserError } from "../../errors.ts";
import {
  type BuildContext,
  concat,
  declared,
  dimAt,
  dropout,
  dropoutMask,
  gather,
  gru,
  type Initialiser,
  indexTensor,
  initialise,
  input,
  mul,
  type NamePattern,
  type Node,
  reshape,
  slice,
  stopGradient,
  type Tensor,
  type Tensors,
  takeRows,
  zeros,
} from "../../graph/index.ts";
import type { Random } from "../../random.ts";
import { type Encoder, type EncoderOutput, totalWords } from "../encoder.ts";
import { aboveStates, stackFeatures } from "../features/feature-stack.ts";
import type { WordFeatures } from "../features/word-features.ts";
import { bilstmLayers } from "../from-scratch/bilstm-layers.ts";
import { feedTimeMajor, timeMajor } from "../from-scratch/time-major.ts";
import { type FrozenSource, stateInput } from "../states/frozen-states.ts";
import { mixSentences, mixWords } from "../transformer/feature-mix.ts";
import type { PieceTokenizer } from "../transformer/piece-tokenizer.ts";
import { feedWordPooling, poolWords } from "../transformer/pooling.ts";
import { type PreparedPieces, preparePieces } from "../transformer/prepared-pieces.ts";
import { scalarMix } from "../transformer/scalar-mix.ts";
import { type RecurrentConfig, recurrentShapes } from "./recurrent-config.ts";

/** The parts of a recurrent encoder. */
interface RecurrentParts {
  readonly config: RecurrentConfig;
  readonly tokenizer: PieceTokenizer;
  readonly features: readonly WordFeatures[];
  /** Files to save beside the config. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Initial values by name without `encoder.`; others are drawn. */
  readonly initialisers: ReadonlyMap<string, Initialiser>;
}

/** A recurrent encoder, with what its makers know beyond `Encoder`. */
export interface RecurrentEncoder extends Encoder<PreparedPieces> {
  readonly config: RecurrentConfig;
  readonly frozen: readonly NamePattern[];
}

/** The characters of a batch, laid out for a loop over time. */
const CHARACTERS = timeMajor("encoder.characters");
const LAID_OUT = ["encoder_character_steps", "encoder_character_lanes"] as const;

const STATES_DROPOUT = "encoder.dropout.states";
const layerDropout = (layer: number) => `encoder.dropout.${layer}`;

/** Sentences whose states are to be cached are computed side by side in a multiple of so many. */
const LANES = 16;

/** The inputs of one graph, shared by its parts. */
interface Leaves {
  readonly ids: Node;
  readonly places: Node;
  readonly present: Node;
  readonly back: Node;
  readonly first: Node;
  readonly last: Node;
}

function leaves(): Leaves {
  return {
    ids: input("encoder.ids", ["pieces"], "int64"),
    places: input(CHARACTERS.places, [LAID_OUT.join("*")], "int64"),
    present: input(CHARACTERS.present, LAID_OUT),
    back: input(CHARACTERS.back, ["pieces"], "int64"),
    first: input(CHARACTERS.first, ["sentences"], "int64"),
    last: input(CHARACTERS.last, ["sentences"], "int64"),
  };
}

/** The states of each layer, the lowest first, `[pieces, 2·hidden]`. */
type Layers = readonly Node[];

/**
 * Bidirectional GRUs over the characters of a sentence, with pretrained weights. What is frozen, cached, mixed and
 * trained above is as for a transformer. A word's vector is that of one of its characters or their mean; a sentence's is
 * the final states of both directions.
 */
export function recurrentEncoder(parts: RecurrentParts): RecurrentEncoder {
  const { config, features, tokenizer } = parts;
  if ((config.frozenLayers ?? 0) > config.sizes.layers) {
    throw new UserError(`cannot freeze ${config.frozenLayers} layers: this model has ${config.sizes.layers}`);
  }
  if (tokenizer.vocabulary !== config.sizes.vocabulary) {
    throw new UserError(
      `the saved encoder has ${tokenizer.vocabulary} characters, and weights for ${config.sizes.vocabulary}`,
    );
  }
  const whole = assembled(parts, false);
  const hasOwn = config.frozenLayers !== null;
  const ofFeatures = features.length === 0 ? undefined : stackFeatures(features).states;
  if (!hasOwn && ofFeatures === undefined) return whole;
  const above = assembled({ ...parts, features: aboveStates(features) }, hasOwn);
  const sources = [...(hasOwn ? [frozenLayersOf(parts)] : []), ...(ofFeatures?.sources ?? [])];
  return { ...whole, states: { sources, above } };
}

/** Where the frozen part ends, and what it hands up: rows for each character, or for words and sentences if all is frozen. */
function boundaryOf({ sizes, frozenLayers, output }: RecurrentConfig) {
  const layers = frozenLayers ?? 0;
  const level: "pieces" | "words" = frozenLayers === sizes.layers ? "words" : "pieces";
  const handed = output === "last" ? 1 : layers;
  return { layers, level, width: layers === 0 ? sizes.embedding : handed * 2 * sizes.hidden };
}

function layersOf({ config, initialisers }: Pick<RecurrentParts, "config" | "initialisers">) {
  const { sizes } = config;
  const shapes = recurrentShapes(sizes);
  const weight = (context: BuildContext, name: string): Node => {
    const draw = name.endsWith(".table")
      ? initialise.uniform(-0.1, 0.1)
      : initialise.uniform(-1 / Math.sqrt(sizes.hidden), 1 / Math.sqrt(sizes.hidden));
    return declared(context, `encoder.${name}`, entryOf(shapes, name), initialisers.get(name) ?? draw);
  };
  return {
    embed: (context: BuildContext, { ids }: Leaves): Node => gather(weight(context, "embeddings.table"), ids),
    layer(context: BuildContext, { places, present, back }: Leaves, below: Node, layer: number): Node {
      const steps = reshape(takeRows(below, places, back), [...LAID_OUT, dimAt(below.shape, 1)]);
      const part = (name: string) => weight(context, `layer.${layer}.${name}`);
      const weights = {
        input: part("input"),
        bias: part("bias"),
        gates: part("gates"),
        candidate: part("candidate"),
      };
      const states = gru(steps, weights, present);
      return takeRows(reshape(states, [-1, 2 * sizes.hidden]), back, places);
    },
  };
}

/** The states of each word and, unless what stands above makes its own, of each sentence. */
function pooledRows(
  layers: Layers,
  { first, last }: Leaves,
  { pooling, output, above, sizes }: RecurrentConfig,
): Record<string, Node> {
  const used = output === "last" ? layers.slice(-1) : layers;
  const words = poolWords(used.length === 1 ? used[0]! : concat(used, 1), pooling);
  if (above !== null) return { words };
  const ends = used.map((states) => {
    const rows = concat([states, zeros([1, 2 * sizes.hidden])], 0);
    const { hidden } = sizes;
    return concat([slice(gather(rows, last), 1, 0, hidden), slice(gather(rows, first), 1, hidden)], 1);
  });
  return { words, sentences: ends.length === 1 ? ends[0]! : concat(ends, 1) };
}

/** Where characters stand in the loop and, where sentences have vectors of their own, the ends of each. */
function feedCharacters(batch: readonly PreparedPieces[], hasEnds: boolean, multiple = 1): Tensors {
  const {
    [CHARACTERS.first]: first,
    [CHARACTERS.last]: last,
    ...layout
  } = feedTimeMajor(
    batch.map(({ ids }) => ({ words: ids.length })),
    CHARACTERS,
    multiple,
  );
  if (!hasEnds || first === undefined || last === undefined) return layout;
  return { ...layout, [CHARACTERS.first]: first, [CHARACTERS.last]: last };
}

function feedIds(batch: readonly PreparedPieces[]): Tensors {
  return { "encoder.ids": indexTensor(Int32Array.from(batch.flatMap(({ ids }) => [...ids]))) };
}

/** Characters and frozen layers: the same output for a sentence in every epoch. */
function lowerPart(parts: RecurrentParts) {
  const { config } = parts;
  const { layers, level } = boundaryOf(config);
  const own = layersOf(parts);
  return {
    build(context: BuildContext, shared: Leaves): Readonly<Record<string, Node>> {
      let rows = own.embed(context, shared);
      const all: Node[] = [];
      for (let layer = 0; layer < layers; layer++) {
        rows = own.layer(context, shared, rows, layer);
        all.push(rows);
      }
      if (level === "words") return pooledRows(all, shared, config);
      return { pieces: config.output !== "last" && all.length > 1 ? concat(all, 1) : rows };
    },
    feed: (batch: readonly PreparedPieces[], multiple = 1): Tensors => ({
      ...feedIds(batch),
      ...(layers > 0 ? feedCharacters(batch, level === "words" && config.above === null, multiple) : {}),
      ...(level === "words" ? feedWordPooling(batch, config.pooling) : {}),
    }),
  };
}

/** The frozen part by itself, for a cache of its states. */
function frozenLayersOf(parts: RecurrentParts): FrozenSource<PreparedPieces> {
  const { sizes, pooling, output, above } = parts.config;
  const { layers, level, width } = boundaryOf(parts.config);
  const { layers: _, ...computes } = sizes;
  const lower = lowerPart(parts);
  return {
    name: "encoder",
    about: `${layers} of ${sizes.layers} recurrent layers, ${2 * sizes.hidden} wide`,
    reads: { kind: "recurrent", computes, layers, output, ...(level === "words" && { pooling }) },
    outputs:
      level === "pieces"
        ? { pieces: { axis: "pieces", dim: width, rows: ({ ids }) => ids.length } }
        : {
            words: { axis: "words", dim: width, rows: ({ words }) => words },
            ...(above === null && { sentences: { axis: "sentences", dim: width, rows: () => 1 } }),
          },
    content: ({ ids, wordStarts }) => [ids, ...(level === "words" ? [wordStarts] : [])],
    shape: ({ ids }) => String(ids.length),
    cost: ({ cost }) => cost,
    build: (context) => lower.build(context, leaves()),
    feed: (batch) => lower.feed(batch, LANES),
  };
}

/** @param statesGiven the output of the frozen part is an input */
function assembled(parts: RecurrentParts, statesGiven: boolean): RecurrentEncoder {
  const { config, tokenizer, features } = parts;
  const { sizes, output, frozenLayers, dim, pooling, dropout: rate } = config;
  const stack = features.length === 0 ? undefined : stackFeatures(features);
  const { layers: boundary, level, width } = boundaryOf(config);
  const states = 2 * sizes.hidden;
  const own = layersOf(parts);
  const lower = lowerPart(parts);
  const wordsWidth = output === "all" ? sizes.layers * states : states;
  const reader =
    config.above === null
      ? undefined
      : bilstmLayers({ prefix: "encoder.above", from: wordsWidth + (stack?.dim ?? 0), ...config.above });
  // Where all layers are frozen, none of them drops anything, and nothing above does either.
  const statesRate = level === "words" && reader === undefined ? rate : 0;

  const below = (context: BuildContext, shared: Leaves): Readonly<Record<string, Node>> => {
    if (!statesGiven) {
      const computed = lower.build(context, shared);
      if (frozenLayers === null) return computed;
      // The backward graph ends where nothing below is trained.
      return Object.fromEntries(Object.entries(computed).map(([name, node]) => [name, stopGradient(node)]));
    }
    const given = (axis: string) => input(stateInput({ name: "encoder" }, axis), [axis, width]);
    if (level === "pieces") return { pieces: given("pieces") };
    return { words: given("words"), ...(config.above === null && { sentences: given("sentences") }) };
  };
  const pooledOf = (context: BuildContext, shared: Leaves, handed: Readonly<Record<string, Node>>) => {
    if (level === "words") return handed;
    let rows = entryOf(handed, "pieces");
    const all: Node[] = [];
    if (boundary > 0) {
      const apart = output === "last" ? 1 : boundary;
      for (let i = 0; i < apart; i++) all.push(slice(rows, 1, i * states, (i + 1) * states));
      rows = all.at(-1)!;
    }
    for (let layer = boundary; layer < sizes.layers; layer++) {
      const mask = context.training && rate > 0 ? input(layerDropout(layer), ["pieces", states]) : undefined;
      rows = dropout(own.layer(context, shared, rows, layer), mask);
      all.push(rows);
    }
    return pooledRows(all, shared, config);
  };

  return {
    dim: reader?.dim ?? dim,
    config,
    frozen: [...frozenPatterns(frozenLayers), ...(stack?.frozen ?? [])],
    ...(stack && { axisKeys: stack.axisKeys }),
    files: async () => new Map([...parts.files, ...((await stack?.files()) ?? [])]),
    prepare: (words, options) => ({
      // A recurrent encoder reads sentences of any length in one piece.
      ...preparePieces(words, tokenizer, { window: Number.MAX_SAFE_INTEGER, overlap: 0 }),
      features: stack?.prepare(words, options).features ?? [],
    }),
    build(context): EncoderOutput {
      const shared = leaves();
      const pooled = pooledOf(context, shared, below(context, shared));
      const mixed = output === "mix" ? scalarMix(context, "encoder.scalarMix", pooled, sizes.layers) : pooled;
      if (reader !== undefined) {
        const scaled = mul(entryOf(mixed, "words"), config.above?.scale ?? 1);
        return reader.build(
          context,
          stack === undefined ? scaled : concat([scaled, stack.build(context)], 1),
        );
      }
      const mask =
        context.training && statesRate > 0 ? input(STATES_DROPOUT, ["words", wordsWidth]) : undefined;
      return {
        words: mixWords(context, dropout(entryOf(mixed, "words"), mask), stack, dim),
        sentences: mixSentences(context, entryOf(mixed, "sentences"), dim),
      };
    },
    feed(batch, random) {
      return {
        ...(statesGiven ? {} : lower.feed(batch)),
        ...(level === "words"
          ? {}
          : { ...feedCharacters(batch, config.above === null), ...feedWordPooling(batch, pooling) }),
        ...(random === undefined ? {} : masks(batch, random)),
        ...stack?.feed(batch, random),
        ...reader?.feed(batch, random),
      };
    },
  };

  function masks(batch: readonly PreparedPieces[], random: Random): Tensors {
    const drawn: Record<string, Tensor> = {};
    if (rate > 0 && level === "pieces") {
      const pieces = batch.reduce((sum, { ids }) => sum + ids.length, 0);
      for (let layer = boundary; layer < sizes.layers; layer++) {
        drawn[layerDropout(layer)] = dropoutMask(random, rate, [pieces, states]);
      }
    }
    if (statesRate > 0)
      drawn[STATES_DROPOUT] = dropoutMask(random, statesRate, [totalWords(batch), wordsWidth]);
    return drawn;
  }
}

function frozenPatterns(frozenLayers: number | null): NamePattern[] {
  if (frozenLayers === null) return [];
  return [
    "encoder.embeddings.*",
    ...Array.from({ length: frozenLayers }, (_, layer) => `encoder.layer.${layer}.*`),
  ];
}
