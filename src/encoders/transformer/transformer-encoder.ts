import { entryOf } from "../../entries.ts";
import { UserError } from "../../errors.ts";
import {
  type BuildContext,
  concat,
  dropout,
  dropoutMask,
  type Initialiser,
  input,
  mul,
  type NamePattern,
  type Node,
  slice,
  stopGradient,
  type Tensors,
} from "../../graph/index.ts";
import type { Random } from "../../random.ts";
import type { Encoder, EncoderOutput } from "../encoder.ts";
import { aboveStates, stackFeatures } from "../features/feature-stack.ts";
import type { WordFeatures } from "../features/word-features.ts";
import { bilstmLayers } from "../from-scratch/bilstm-layers.ts";
import { type FrozenSource, stateInput } from "../states/frozen-states.ts";
import { mixSentences, mixWords } from "./feature-mix.ts";
import { drawMasks, dropoutPlaces, maskInputs } from "./layers/dropout-masks.ts";
import {
  attentionInputs,
  declareWeights,
  embedPieces,
  hiddenLayers,
  pieceInputs,
} from "./layers/hidden-layers.ts";
import { type AttentionInputs, type Mask, noMask, type Weight } from "./layers/layer-parts.ts";
import { feedAngles } from "./layers/rotary-angles.ts";
import { feedAttention, feedPieces, layoutOf, type WindowLayout } from "./pack-windows.ts";
import type { PieceTokenizer } from "./piece-tokenizer.ts";
import { feedSentencePooling, feedWordPooling, pooledPieces, poolSentences, poolWords } from "./pooling.ts";
import { type PreparedPieces, preparePieces } from "./prepared-pieces.ts";
import { scalarMix } from "./scalar-mix.ts";
import type { TransformerConfig } from "./transformer-config.ts";
import { hasPositionTable, longestWindow } from "./transformer-sizes.ts";

/** The parts of a transformer. */
interface TransformerParts {
  readonly config: TransformerConfig;
  readonly tokenizer: PieceTokenizer;
  readonly features: readonly WordFeatures[];
  /** Files to save beside the config. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Initial values by name without `encoder.`; others are drawn. */
  readonly initialisers: ReadonlyMap<string, Initialiser>;
}

/** A transformer, with what its makers know beyond `Encoder`. */
export interface TransformerEncoder extends Encoder<PreparedPieces> {
  readonly config: TransformerConfig;
  readonly frozen: readonly NamePattern[];
}

/** The leaves of one graph, shared by its parts. */
interface Leaves {
  readonly weight: Weight;
  readonly attention: AttentionInputs;
  readonly mask: Mask;
}

/** Assembles a transformer; see `pretrainedTransformer`, `randomTransformer` and `restoreTransformer`. */
export function transformerEncoder(parts: TransformerParts): TransformerEncoder {
  const { config, tokenizer, features } = parts;
  check(config, tokenizer);
  const whole = assembled(parts, false);
  const hasOwn = config.frozenLayers !== null;
  const ofFeatures = features.length === 0 ? undefined : stackFeatures(features).states;
  if (!hasOwn && ofFeatures === undefined) return whole;
  const above = assembled({ ...parts, features: aboveStates(features) }, hasOwn);
  const sources = [...(hasOwn ? [frozenLayersOf(parts)] : []), ...(ofFeatures?.sources ?? [])];
  return { ...whole, states: { sources, above } };
}

/** Where the frozen part ends, and what it hands up: rows for each piece, or for words and sentences if all is frozen. */
function boundaryOf({ sizes, frozenLayers, mix, pooling }: TransformerConfig) {
  const layers = frozenLayers ?? 0;
  const level: "pieces" | "words" = frozenLayers === sizes.layers ? "words" : "pieces";
  const pieces = level === "words" ? pooledPieces(pooling) : 1;
  return { layers, level, width: (mix ? layers + 1 : 1) * pieces * sizes.hidden };
}

/** Embeddings and frozen layers: the same output for a sentence in every epoch. */
function lowerPart({ config, initialisers }: Pick<TransformerParts, "config" | "initialisers">) {
  const { sizes, mix } = config;
  const { layers, level } = boundaryOf(config);
  return {
    build({ weight, attention, mask }: Leaves): Readonly<Record<string, Node>> {
      let rows = embedPieces(weight, sizes, pieceInputs(sizes), mask);
      const all = [rows];
      // Frozen layers drop nothing, in training either.
      for (let layer = 0; layer < layers; layer++) {
        rows = hiddenLayers(weight, sizes, rows, { from: layer, to: layer + 1 }, attention);
        all.push(rows);
      }
      const handed = mix && all.length > 1 ? concat(all, 1) : rows;
      if (level === "pieces") return { pieces: handed };
      return pooledRows(handed, config);
    },
    feed: (batch: readonly PreparedPieces[], layout: WindowLayout): Tensors => ({
      ...feedPieces(batch, layout, hasPositionTable(sizes) ? sizes.firstPosition : undefined),
      ...(layers > 0 ? { ...feedAttention(layout), ...feedAngles(layout, sizes) } : {}),
      ...(level === "words" ? feedPool(batch, config) : {}),
    }),
    leaves: (context: BuildContext): Leaves => ({
      weight: declareWeights(context.parameters, sizes, initialisers, layers),
      attention: attentionInputs(sizes),
      mask: noMask,
    }),
  };
}

/** Vectors of words, and of sentences unless what stands above makes its own. */
function pooledRows(rows: Node, { pooling, sentence, above }: TransformerConfig): Record<string, Node> {
  return {
    words: poolWords(rows, pooling),
    ...(above === null && { sentences: poolSentences(rows, sentence, pooling) }),
  };
}

function feedPool(
  batch: readonly PreparedPieces[],
  { pooling, sentence, above }: TransformerConfig,
): Tensors {
  return {
    ...feedWordPooling(batch, pooling),
    ...(above === null ? feedSentencePooling(batch, sentence) : {}),
  };
}

/** The frozen part by itself, for a cache of its states. */
function frozenLayersOf(parts: TransformerParts): FrozenSource<PreparedPieces> {
  const { sizes, pooling, sentence, mix, above } = parts.config;
  const { layers, level, width } = boundaryOf(parts.config);
  const lower = lowerPart(parts);
  // Rates of dropout are of training, and layers further up of what stands above.
  const { dropout: _, attentionDropout: __, layers: ___, ...computes } = sizes;
  return {
    name: "encoder",
    about: `${layers} of ${sizes.layers} layers, ${sizes.hidden} wide`,
    reads: { kind: "transformer", computes, layers, mix, ...(level === "words" && { pooling, sentence }) },
    outputs:
      level === "pieces"
        ? { pieces: { axis: "pieces", dim: width, rows: ({ ids }) => ids.length } }
        : {
            words: { axis: "words", dim: width, rows: ({ words }) => words },
            ...(above === null && { sentences: { axis: "sentences", dim: width, rows: () => 1 } }),
          },
    content: ({ ids, windowLengths, wordStarts, wordRows }) => [
      ids,
      Int32Array.from(windowLengths),
      ...(level === "words" ? [wordStarts, wordRows] : []),
    ],
    shape: ({ windowLengths }) =>
      windowLengths.length > 1 ? windowLengths.join() : String(windowLengths[0]),
    cost: ({ cost }) => cost,
    build: (context) => lower.build(lower.leaves(context)),
    feed: (batch) => lower.feed(batch, layoutOf(batch)),
  };
}

/** @param statesGiven the output of the frozen part is an input */
function assembled(parts: TransformerParts, statesGiven: boolean): TransformerEncoder {
  const { config, tokenizer, features } = parts;
  const { sizes, window, overlap, dim, frozenLayers, mix } = config;
  const stack = features.length === 0 ? undefined : stackFeatures(features);
  const { layers: boundary, level, width } = boundaryOf(config);
  const lower = lowerPart(parts);
  const places = dropoutPlaces(sizes, frozenLayers ?? undefined);
  const wordWidth = pooledPieces(config.pooling) * sizes.hidden;
  const reader =
    config.above === null
      ? undefined
      : bilstmLayers({
          prefix: "encoder.above",
          from: wordWidth + (stack?.dim ?? 0),
          ...config.above,
        });
  // Where all layers are frozen, none of them drops anything, and nothing above does either.
  const statesRate = level === "words" && reader === undefined ? sizes.dropout : 0;
  const weights = statesGiven ? { from: boundary } : {};

  const leaves = ({ parameters, training }: BuildContext): Leaves => ({
    weight: declareWeights(parameters, sizes, parts.initialisers, sizes.layers, weights.from),
    attention: attentionInputs(sizes),
    mask: training ? maskInputs(places) : noMask,
  });
  const below = (shared: Leaves): Readonly<Record<string, Node>> => {
    if (!statesGiven) {
      const computed = lower.build(shared);
      // The backward graph ends where nothing below is trained.
      return frozenLayers === null ? computed : detached(computed);
    }
    const given = (axis: string) => input(stateInput({ name: "encoder" }, axis), [axis, width]);
    if (level === "pieces") return { pieces: given("pieces") };
    return { words: given("words"), ...(config.above === null && { sentences: given("sentences") }) };
  };
  const pooledOf = ({ weight, attention, mask }: Leaves, states: Readonly<Record<string, Node>>) => {
    if (level === "words") return states;
    const handed = entryOf(states, "pieces");
    const all = [handed];
    let rows = mix && boundary > 0 ? slice(handed, 1, boundary * sizes.hidden) : handed;
    for (let layer = boundary; layer < sizes.layers; layer++) {
      rows = hiddenLayers(weight, sizes, rows, { from: layer, to: layer + 1 }, attention, mask);
      all.push(rows);
    }
    const top = mix ? concat(all, 1) : rows;
    return pooledRows(top, config);
  };

  return {
    dim: reader?.dim ?? dim,
    config,
    frozen: [...frozenPatterns(config), ...(stack?.frozen ?? [])],
    ...(stack && { axisKeys: stack.axisKeys }),
    files: async () => new Map([...parts.files, ...((await stack?.files()) ?? [])]),
    prepare: (words, options) => ({
      ...preparePieces(words, tokenizer, { window, overlap }),
      features: stack?.prepare(words, options).features ?? [],
    }),
    build(context): EncoderOutput {
      const shared = leaves(context);
      const pooled = pooledOf(shared, below(shared));
      const mixed = mix ? scalarMix(context, "encoder.scalarMix", pooled, sizes.layers + 1) : pooled;
      if (reader !== undefined) {
        const scaled =
          config.above?.scale === 1
            ? entryOf(mixed, "words")
            : mul(entryOf(mixed, "words"), config.above?.scale ?? 1);
        return reader.build(
          context,
          stack === undefined ? scaled : concat([scaled, stack.build(context)], 1),
        );
      }
      const mask =
        context.training && statesRate > 0 ? input(STATES_DROPOUT, ["words", wordWidth]) : undefined;
      return {
        words: mixWords(context, dropout(entryOf(mixed, "words"), mask), stack, dim),
        sentences: mixSentences(context, entryOf(mixed, "sentences"), dim),
      };
    },
    feed(batch, random) {
      const layout = layoutOf(batch);
      const words = batch.reduce((sum, own) => sum + own.words, 0);
      return {
        ...(statesGiven ? {} : lower.feed(batch, layout)),
        ...(level === "words"
          ? {}
          : { ...feedAttention(layout), ...feedAngles(layout, sizes), ...feedPool(batch, config) }),
        ...(random === undefined ? {} : drawMasks(places, layout, random)),
        ...(random !== undefined && statesRate > 0
          ? { [STATES_DROPOUT]: dropoutMask(random, statesRate, [words, wordWidth]) }
          : {}),
        ...stack?.feed(batch, random),
        ...reader?.feed(batch, random),
      };
    },
  };
}

const STATES_DROPOUT = "encoder.dropout.states";

function detached(nodes: Readonly<Record<string, Node>>): Record<string, Node> {
  return Object.fromEntries(Object.entries(nodes).map(([name, node]) => [name, stopGradient(node)]));
}

function frozenPatterns({ frozenLayers, sizes }: TransformerConfig): NamePattern[] {
  if (frozenLayers === null) return [];
  return [
    "encoder.embeddings.*",
    ...Array.from({ length: frozenLayers }, (_, layer): NamePattern => `encoder.layer.${layer}.*`),
    // The norm that follows the last layer.
    ...(frozenLayers === sizes.layers ? ["encoder.final.*" as const] : []),
  ];
}

function check(
  { sizes, window, overlap, frozenLayers, mix, pooling }: TransformerConfig,
  tokenizer: PieceTokenizer,
): void {
  const special = tokenizer.before.length + tokenizer.after.length;
  const longest = longestWindow(sizes);
  if (sizes.hidden % sizes.heads !== 0) {
    throw new UserError(
      `a transformer ${sizes.hidden} wide cannot have ${sizes.heads} heads: they must divide it`,
    );
  }
  if (window > longest || window <= special) {
    throw new UserError(
      `a window of ${window} pieces is not possible: this model takes ${special + 1} to ${longest}`,
    );
  }
  if (overlap >= window - special) {
    throw new UserError(
      `an overlap of ${overlap} pieces is not possible: a window has room for ${window - special}`,
    );
  }
  if (mix && pooling === "first-last") {
    throw new UserError("layers cannot be mixed where first and last pieces stand side by side", {
      hint: "leave out either encoder.layers=mix or encoder.pooling=first-last",
    });
  }
  if ((frozenLayers ?? 0) > sizes.layers) {
    throw new UserError(`cannot freeze ${frozenLayers} layers: this model has ${sizes.layers}`);
  }
  if (tokenizer.vocabulary > sizes.vocabulary) {
    throw new Error(`the tokeniser has ${tokenizer.vocabulary} pieces, the model ${sizes.vocabulary}`);
  }
}
