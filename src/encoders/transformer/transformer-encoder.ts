import { entryOf } from "../../entries.ts";
import { UserError } from "../../errors.ts";
import {
  type BuildContext,
  type Initialiser,
  type NamePattern,
  type Node,
  stopGradient,
  type Tensors,
} from "../../graph/index.ts";
import type { Random } from "../../random.ts";
import type { Encoder, EncoderOutput } from "../encoder.ts";
import { stackFeatures } from "../features/feature-stack.ts";
import type { WordFeatures } from "../features/word-features.ts";
import { drawMasks, dropoutPlaces, maskInputs } from "./dropout-masks.ts";
import { mixSentences, mixWords } from "./feature-mix.ts";
import {
  type AttentionInputs,
  attentionInputs,
  declareWeights,
  embedPieces,
  hiddenLayers,
  type Mask,
  noMask,
  pieceInputs,
  type Weight,
} from "./hidden-layers.ts";
import { feedAttention, feedPieces, layoutOf, type WindowLayout } from "./pack-windows.ts";
import type { PieceTokenizer } from "./piece-tokenizer.ts";
import { feedSentencePooling, feedWordPooling, poolSentences, poolWords } from "./pooling.ts";
import { type PreparedPieces, preparePieces } from "./prepared-pieces.ts";
import type { TransformerConfig } from "./transformer-config.ts";
import { longestWindow } from "./transformer-sizes.ts";

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

/** A transformer, with what training and caching need to know beyond `Encoder`. */
export interface TransformerEncoder extends Encoder<PreparedPieces> {
  readonly config: TransformerConfig;
  readonly frozen: readonly NamePattern[];
  /** The frozen part, if any; see `frozenCache`. */
  readonly frozenPart: FrozenPart | undefined;
  /** The part after it. */
  readonly trainedPart: TrainedPart;
}

/** Embeddings and frozen layers: the same output for a sentence in every epoch. */
interface FrozenPart {
  /** `pieces`: a row for each piece. `words`: a row for each word and each sentence, where all layers are frozen. */
  readonly level: "pieces" | "words";
  build(context: BuildContext): Readonly<Record<string, Node>>;
  feed(batch: readonly PreparedPieces[]): Tensors;
}

interface TrainedPart {
  /** @param below what `FrozenPart.build` gives, or inputs in its place */
  build(context: BuildContext, below: Readonly<Record<string, Node>>): EncoderOutput;
  feed(batch: readonly PreparedPieces[], random?: Random): Tensors;
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
  const { sizes, pooling, sentence, window, overlap, dim, frozenLayers } = config;
  check(config, tokenizer);
  const stack = features.length === 0 ? undefined : stackFeatures(features);
  const boundary = frozenLayers ?? 0;
  const level = frozenLayers === sizes.layers ? "words" : "pieces";
  const places = dropoutPlaces(sizes, frozenLayers ?? undefined);

  const leaves = ({ parameters, training }: BuildContext): Leaves => ({
    weight: declareWeights(parameters, sizes, parts.initialisers),
    attention: attentionInputs(),
    mask: training ? maskInputs(places) : noMask,
  });
  const pool = (rows: Node) => ({
    words: poolWords(rows, pooling),
    sentences: poolSentences(rows, sentence),
  });
  const feedPool = (batch: readonly PreparedPieces[]) => ({
    ...feedWordPooling(batch, pooling),
    ...feedSentencePooling(batch, sentence),
  });

  const lower = ({ weight, attention, mask }: Leaves): Readonly<Record<string, Node>> => {
    const embedded = embedPieces(weight, sizes, pieceInputs(), mask);
    // Frozen layers drop nothing, in training either.
    const rows = hiddenLayers(weight, sizes, embedded, { from: 0, to: boundary }, attention);
    return level === "words" ? pool(rows) : { pieces: rows };
  };
  const feedLower = (batch: readonly PreparedPieces[], layout: WindowLayout): Tensors => ({
    ...feedPieces(batch, layout, sizes.firstPosition),
    ...(boundary > 0 ? feedAttention(layout) : {}),
    ...(level === "words" ? feedPool(batch) : {}),
  });
  const upper = (
    context: BuildContext,
    { weight, attention, mask }: Leaves,
    below: Readonly<Record<string, Node>>,
  ) => {
    const span = { from: boundary, to: sizes.layers };
    const pooled =
      level === "words"
        ? below
        : pool(hiddenLayers(weight, sizes, entryOf(below, "pieces"), span, attention, mask));
    return {
      words: mixWords(context, entryOf(pooled, "words"), stack, dim),
      sentences: mixSentences(context, entryOf(pooled, "sentences"), dim),
    };
  };
  const feedUpper = (batch: readonly PreparedPieces[], layout: WindowLayout, random?: Random): Tensors => ({
    ...(level === "words" ? {} : { ...feedAttention(layout), ...feedPool(batch) }),
    ...(random === undefined ? {} : drawMasks(places, layout, random)),
    ...stack?.feed(batch, random),
  });

  return {
    dim,
    config,
    frozen: [...frozenPatterns(frozenLayers), ...(stack?.frozen ?? [])],
    ...(stack && { axisKeys: stack.axisKeys }),
    files: async () => new Map([...parts.files, ...((await stack?.files()) ?? [])]),
    prepare: (words, options) => ({
      ...preparePieces(words, tokenizer, { window, overlap }),
      features: stack?.prepare(words, options).features ?? [],
    }),
    build(context) {
      const shared = leaves(context);
      const below = lower(shared);
      // The backward graph ends where nothing below is trained.
      return upper(context, shared, frozenLayers === null ? below : detached(below));
    },
    feed(batch, random) {
      const layout = layoutOf(batch);
      return { ...feedLower(batch, layout), ...feedUpper(batch, layout, random) };
    },
    frozenPart:
      frozenLayers === null
        ? undefined
        : {
            level,
            build: (context) => lower(leaves({ ...context, training: false })),
            feed: (batch) => feedLower(batch, layoutOf(batch)),
          },
    trainedPart: {
      build: (context, below) => upper(context, leaves(context), below),
      feed: (batch, random) => feedUpper(batch, layoutOf(batch), random),
    },
  };
}

function detached(nodes: Readonly<Record<string, Node>>): Record<string, Node> {
  return Object.fromEntries(Object.entries(nodes).map(([name, node]) => [name, stopGradient(node)]));
}

function frozenPatterns(frozenLayers: number | null): NamePattern[] {
  if (frozenLayers === null) return [];
  return [
    "encoder.embeddings.*",
    ...Array.from({ length: frozenLayers }, (_, layer) => `encoder.layer.${layer}.*`),
  ];
}

function check({ sizes, window, overlap, frozenLayers }: TransformerConfig, tokenizer: PieceTokenizer): void {
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
  if ((frozenLayers ?? 0) > sizes.layers) {
    throw new UserError(`cannot freeze ${frozenLayers} layers: this model has ${sizes.layers}`);
  }
  if (tokenizer.vocabulary > sizes.vocabulary) {
    throw new Error(`the tokeniser has ${tokenizer.vocabulary} pieces, the model ${sizes.vocabulary}`);
  }
}
