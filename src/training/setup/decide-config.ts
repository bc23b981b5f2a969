import type { Encoder } from "../../encoders/index.ts";
import { ensembleEncoder, queriedEncoder } from "../../encoders/index.ts";
import { choose } from "../../errors.ts";
import { type ConfiguredMethod, methods } from "../../methods/index.ts";
import { methodOptions, parseTrainConfig, type TrainConfig } from "../config/config.ts";
import type { Methods } from "../config/own-method.ts";
import { type ResolvedConfig, resolveConfig } from "../config/resolve.ts";
import { completeByDictionary } from "./complete-by-dictionary.ts";
import { joinDocuments } from "./join-documents.ts";
import { type MadeEncoder, makeEncoder } from "./make-encoder.ts";
import type { TrainingData } from "./read-training-data.ts";
import type { StartModel } from "./start-model.ts";

/** A run with nothing left open. */
interface DecidedRun extends Pick<MadeEncoder, "prepareOptions"> {
  /** Every value that decides the outcome: with it, the same data and the same version comes the same model. */
  readonly config: ResolvedConfig;
  /** The data as it is learnt from: labels of a dictionary added, documents joined. */
  readonly data: TrainingData;
  readonly encoder: Encoder;
  readonly method: ConfiguredMethod;
}

/**
 * Decides everything that a config leaves open (`null`, `auto`), in this order:
 *
 * 1. how the dictionary is read, and which labels it adds, by dev;
 * 2. what follows from the encoder and the machine: learning rates, epochs, threads;
 * 3. how text is cut, word features and sizes of the encoder, by the training text;
 * 4. the options of the method, by the data and the encoder.
 *
 * A decided config decides to itself, so a saved one gives the same run again.
 */
export async function decideConfig(
  given: TrainConfig,
  read: TrainingData,
  start?: StartModel,
  table: Methods = methods,
): Promise<DecidedRun> {
  const config = start === undefined ? given : (await import("./fit-start.ts")).fitStart(given, start);
  const { config: told, data: labelled } = await completeByDictionary(config, read);
  const data = config.documents === null ? labelled : joinDocuments(labelled, config.documents);
  const made = await makeEncoder(resolveConfig(told), data, start);
  const method = choose("method", table, made.config.method);
  const configured = method.configure(methodOptions(made.config, method), {
    sentences: data.train,
    dev: data.dev,
    encoder: made.config.encoder.kind,
    ...(start !== undefined && { minWidth: widestOf(start) }),
  });
  const from = start === undefined ? null : { model: config.from!.model, sha256: start.sha256 };
  return {
    // Through the parser for the order of its keys: a resumed run saves the same bytes.
    config: parseTrainConfig(
      { ...made.config, from, ...configured.options },
      "the decided config",
      table,
    ) as ResolvedConfig,
    data: { ...data, notices: [...data.notices, ...made.notices] },
    encoder: readerOf(made.encoder, configured),
    prepareOptions: made.prepareOptions,
    method: configured,
  };
}

/** The encoder as a method wants it: several side by side, or asked before it reads. */
function readerOf(encoder: Encoder, { ensemble, queries }: ConfiguredMethod): Encoder {
  if (queries !== undefined) return queriedEncoder(encoder, queries) as Encoder;
  return ensemble === 1 ? encoder : ensembleEncoder(encoder, ensemble);
}

/** The widest span that a model can score; 1 for a model that scores words. */
export function widestOf({ model }: Pick<StartModel, "model">): number {
  const { maxWidth } = model.config;
  return typeof maxWidth === "number" ? maxWidth : 1;
}
