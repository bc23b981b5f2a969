import { entryOf } from "../../entries.ts";
import type { BuildContext, Node, Tensors } from "../../graph/index.ts";
import { declared, dimAt, floatsOf, initialise, reshape, unsqueeze } from "../../graph/index.ts";
import { parseConfig } from "../../parse-config.ts";
import type { LabelSet } from "../label-set.ts";
import type { Model } from "../model.ts";
import { spanGrid } from "../span/span-grid.ts";
import { widthKeys } from "../span/width-keys.ts";
import {
  type BinderConfig,
  type BinderObjectiveName,
  type BinderOptions,
  binderConfig,
  binderObjectives,
} from "./config.ts";
import { type BinderOutputs, decodeBinder } from "./decode.ts";
import type { TypeVectors } from "./entity-types.ts";
import { binderMarginals } from "./marginals.ts";
import { binderText, feedBinderText } from "./text.ts";
/** The vectors of the types as the trained encoder of types gives them: a model in use reads no descriptions. */
export const typeTable = (objective: BinderObjectiveName): string => `types.vectors.${objective}`;

/** The thresholds of types that do not depend on the sentence, learnt or tuned. */
export const thresholdTable = (objective: BinderObjectiveName): string => `types.thresholds.${objective}`;

/** A model that compares spans with entity types: those more similar to a type than its threshold are of it. */
export function binderModel({ labels }: { readonly labels: LabelSet }, options: BinderOptions): Model {
  const config = parseConfig(binderConfig, { kind: "binder", ...options }, "the bi-encoder");
  const { maxWidth, inference } = config;
  const isJoint = inference === "joint";

  return {
    config,
    labels,
    axisKeys: new Map<string, readonly (readonly string[] | null)[]>([
      ...binderObjectives.flatMap((objective) => [
        [typeTable(objective), [labels.labels, null]] as const,
        [thresholdTable(objective), [labels.labels]] as const,
      ]),
      ["types.atomic", [labels.labels, null]],
      ["head.widths", [widthKeys(maxWidth), null]],
    ]),
    // Types are told apart by their texts, and compared with a threshold each.
    newRows: new Map(),
    reads: [
      "spans",
      "spanThresholds",
      ...(isJoint ? ["starts", "startThresholds", "ends", "endThresholds"] : []),
    ],

    build({ parameters }, output): Record<string, Node> {
      const context = { parameters, training: false };
      const types = storedTypes(context, config, labels.labels.length);
      const { start, end, span } = binderText(context, output, { grid: spanGrid(maxWidth), types, config });
      const thresholdOf = (objective: BinderObjectiveName, sentences: Node) =>
        config.threshold === "dynamic"
          ? sentences
          : storedThreshold(context, objective, labels.labels.length);
      const rowsOnly = ({ shape }: Node) => shape.slice(1);
      return {
        spans: span.scores,
        spanThresholds: thresholdOf("span", span.sentences),
        starts: reshape(start.scores, rowsOnly(start.scores)),
        startThresholds: thresholdOf("start", start.sentences),
        ends: reshape(end.scores, rowsOnly(end.scores)),
        endThresholds: thresholdOf("end", end.sentences),
      };
    },

    feed: (batch) => feedBinderText(batch, config),

    decode(outputs: Tensors, batch, chosen = {}) {
      const lengths = batch.map(({ words }) => words);
      return decodeBinder(similarities(outputs), lengths, labels, { ...config.decode, ...chosen });
    },

    marginals(outputs: Tensors, batch, options = {}) {
      const lengths = batch.map(({ words }) => words);
      return binderMarginals(similarities(outputs), lengths, labels, options);
    },
  };

  function similarities(outputs: Tensors): BinderOutputs {
    const numbers = (name: string) => floatsOf(outputs, name);
    return {
      spans: numbers("spans"),
      spanThresholds: numbers("spanThresholds"),
      ...(isJoint && {
        joint: {
          starts: numbers("starts"),
          startThresholds: numbers("startThresholds"),
          ends: numbers("ends"),
          endThresholds: numbers("endThresholds"),
        },
      }),
      rows: dimAt(entryOf(outputs, "spans").shape, 1),
      maxWidth,
    };
  }
}

/** The vectors of all types, zeros until they are computed. */
export function storedTypes(
  context: BuildContext,
  { width }: Pick<BinderConfig, "width">,
  types: number,
): TypeVectors {
  const vectors = (objective: BinderObjectiveName) =>
    declared(context, typeTable(objective), [types, width], initialise.zeros);
  return { start: vectors("start"), end: vectors("end"), span: vectors("span") };
}

/** `[1, types]`: the same thresholds for each sentence, 0 at first. */
export function storedThreshold(context: BuildContext, objective: BinderObjectiveName, types: number): Node {
  return unsqueeze(declared(context, thresholdTable(objective), [types], initialise.zeros), 0);
}
