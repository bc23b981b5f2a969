import { UserError } from "../errors.ts";
import type { SessionOptions } from "../graph/index.ts";
import { loadParameters, ParameterStore } from "../graph/index.ts";
import {
  type BinderConfig,
  binderConfig,
  binderModel,
  binderObjectives,
  binderTypes,
  inferenceGraph,
  type LabelSet,
  labelSet,
  storedTypes,
  type TypeDescriptions,
  TypeReader,
  typeTable,
  typeWords,
} from "../models/index.ts";
import { type OpenedModel, openModelFolder } from "./open-model-folder.ts";
import type { SavedModel } from "./save-model-folder.ts";
export interface ModelForTypesOptions
  extends Pick<SessionOptions, "threads" | "spinning" | "runtime" | "device"> {
  /** Whether the types that the model was trained for are found as well; default: they are. A new description of one takes its place. */
  readonly keep?: boolean;
  /** `false` takes the folder's files as they are, without comparing them with their checksums. */
  readonly verify?: boolean;
}

/**
 * A trained bi-encoder for other entity types, without further training: its encoder of types reads the new descriptions. What
 * comes back can be saved with `saveModelFolder`; `taggerForTypes` uses it at once.
 *
 * How well this works depends on how far the encoder of types generalises, see docs/methods/binder.md.
 */
export async function modelForTypes(
  dir: string,
  descriptions: TypeDescriptions,
  { keep = true, verify = true, ...session }: ModelForTypesOptions = {},
): Promise<SavedModel> {
  const opened = await openModelFolder(dir, { verify });
  const config = configOf(opened, dir);
  const labels = labelSet([...(keep ? opened.labels.labels : []), ...descriptions.keys()]);
  if (labels.labels.length === 0) throw new UserError("there are no entity types to look for");
  const { kind: _, ...options } = config;
  const model = binderModel({ labels }, options);
  const { encoder, documents, cutting } = opened;
  const parameters = new ParameterStore({ training: false });
  inferenceGraph({ encoder, model, parameters });
  binderTypes(encoder, config).build({ parameters, training: false }, 1);
  const isOfTypes = (name: string) => binderObjectives.some((objective) => name === typeTable(objective));
  await loadParameters(parameters, opened.weights, {
    rename: (name) => (isOfTypes(name) ? undefined : name),
    extra: "ignore",
  });
  if (keep) await copyVectors(opened, config, labels, parameters);

  const reader = new TypeReader({ encoder, config, parameters, session });
  const added = [...descriptions.keys()];
  const source = config.source === "keyword" ? "keyword" : "guideline";
  const texts = added.map((label) => ({ words: typeWords(label, descriptions.get(label)!, source) }));
  const found = texts.length === 0 ? undefined : await reader.read(texts, texts.length);
  await reader.dispose();
  for (const objective of binderObjectives) {
    const table = parameters.get(typeTable(objective)).values;
    added.forEach((label, i) => {
      const own = found![objective].subarray(i * config.width, (i + 1) * config.width);
      table.set(own, rowOf(labels, label) * config.width);
    });
  }
  return { encoder, model, parameters, documents, cutting, config: opened.config as object };
}

/** The config of a model that can be told of new types; says why where it cannot. */
function configOf({ model }: OpenedModel, dir: string): BinderConfig {
  const parsed = binderConfig.safeParse(model.config);
  if (!parsed.success) {
    throw new UserError(
      `the model in "${dir}" cannot be given new entity types: it does not compare text with types`,
      {
        hint: 'train one with "lacuna train --set method=binder"',
      },
    );
  }
  const { source, threshold } = parsed.data;
  if (source === "atomic" || source === "prototype") {
    throw new UserError(
      `the model in "${dir}" cannot be given new entity types: it reads no descriptions of them`,
      {
        hint: `it was trained with "types.source": "${source}"; train one with "guideline" or "keyword"`,
      },
    );
  }
  if (threshold !== "dynamic") {
    throw new UserError(
      `the model in "${dir}" cannot be given new entity types: it has no thresholds for them`,
      {
        hint: `it was trained with "threshold": "${threshold}"; train one with "dynamic"`,
      },
    );
  }
  return parsed.data;
}

/** Takes over the vectors of the types that the model was trained for. */
async function copyVectors(
  { labels: known, weights }: OpenedModel,
  config: BinderConfig,
  labels: LabelSet,
  parameters: ParameterStore,
): Promise<void> {
  const stored = new ParameterStore({ training: false });
  storedTypes({ parameters: stored, training: false }, config, known.labels.length);
  await loadParameters(stored, weights, { extra: "ignore" });
  for (const objective of binderObjectives) {
    const [from, to] = [stored, parameters].map((store) => store.get(typeTable(objective)).values);
    known.labels.forEach((label, i) => {
      to!.set(from!.subarray(i * config.width, (i + 1) * config.width), rowOf(labels, label) * config.width);
    });
  }
}

function rowOf(labels: LabelSet, label: string): number {
  return labels.classOf(label)! - 1;
}
