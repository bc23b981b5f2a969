import type { Encoder, Prepared } from "../../encoders/index.ts";
import { scopedEncoder } from "../../encoders/index.ts";
import type { BuildContext, Node, Tensor, Tensors } from "../../graph/index.ts";
import {
  declared,
  dense,
  dropout,
  dropoutMask,
  gather,
  indexTensor,
  initialise,
  input,
  unitRows,
} from "../../graph/index.ts";
import type { Random } from "../../random.ts";
import { type BinderConfig, type BinderObjectiveName, binderObjectives } from "./config.ts";

/** What stands before the weights, inputs and sizes of the encoder that reads types. */
const SCOPE = "types";

const ROWS = "types.rows";

/** The vectors of types, each `[types, width]`, for the objective that they are compared in. */
export type TypeVectors = Readonly<Record<BinderObjectiveName, Node>>;

/** What stands for one type: words to be read, and for an instance of it the word whose vector is the type's. */
export interface TypeText {
  readonly words: readonly string[];
  /** The place of a marked mention; default: the text as a whole stands for the type. */
  readonly marker?: number;
}

/** A `TypeText` made ready for the encoder. */
export interface PreparedType {
  readonly text: Prepared;
  readonly marker?: number;
}

/**
 * The side of a bi-encoder that reads types.
 *
 *     e_k = Linear_E(h of description k)     and likewise e^B_k, e^Q_k     [BINDER, Eq. 2]
 *
 * Its encoder is of the same kind as that of the text, with weights of its own. Atomic types are not read at all: each has
 * a learnt vector in place of h.
 */
export interface BinderTypes {
  /** The vectors of so many types, of length 1. In a graph for training, with dropout. */
  build(context: BuildContext, types: number): TypeVectors;
  prepare(type: TypeText): PreparedType;
  /** Numbers for `build`; with `random` for training. */
  feed(types: readonly PreparedType[], random?: Random): Tensors;
  /** Weights that training must leave alone. */
  readonly frozen: readonly string[];
}

/** @param encoder that of the text */
export function binderTypes(
  encoder: Encoder,
  { width, dropout: rate, layers, source }: Pick<BinderConfig, "width" | "dropout" | "layers" | "source">,
): BinderTypes {
  // Its frozen layers have weights of their own, so it does not read the states of those of the text.
  const reader = scopedEncoder(encoder.whole ?? encoder, SCOPE);

  function states(context: BuildContext, types: number): Node {
    if (source === "atomic") {
      return declared(context, "types.atomic", [types, encoder.dim], initialise.normal(1));
    }
    const { words, sentences } = reader.build(context);
    return gather(source === "prototype" ? words : sentences, input(ROWS, [types], "int64"));
  }

  return {
    frozen: source === "atomic" ? [] : (reader.frozen ?? []),

    build(context, types) {
      const read = states(context, types);
      const vectorOf = (objective: BinderObjectiveName) => {
        const layer = layers === "shared" ? "head.type" : `head.type.${objective}`;
        const mask = context.training && rate > 0 ? input(`${maskOf(objective)}`, [types, width]) : undefined;
        return unitRows(dropout(dense(context, layer, read, width), mask));
      };
      return { start: vectorOf("start"), end: vectorOf("end"), span: vectorOf("span") };
    },

    prepare: ({ words, marker }) => ({
      text: encoder.prepare(words),
      ...(marker !== undefined && { marker }),
    }),

    feed(types, random) {
      const masks: Record<string, Tensor> = {};
      if (random !== undefined && rate > 0) {
        for (const objective of binderObjectives) {
          masks[maskOf(objective)] = dropoutMask(random, rate, [types.length, width]);
        }
      }
      if (source === "atomic") return masks;
      const batch = types.map(({ text }) => text);
      return { ...reader.feed(batch, random), [ROWS]: indexTensor(rowsOf(types, source)), ...masks };
    },
  };
}

function rowsOf(types: readonly PreparedType[], source: BinderConfig["source"]): number[] {
  if (source !== "prototype") return types.map((_, i) => i);
  let first = 0;
  return types.map(({ text, marker }) => {
    if (marker === undefined) throw new Error("an instance of a type needs a marked mention");
    first += text.words;
    return first - text.words + marker;
  });
}

function maskOf(objective: BinderObjectiveName): string {
  return `head.type.${objective}.dropout`;
}
