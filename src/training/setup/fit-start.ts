import { UserError } from "../../errors.ts";
import { differences, shown } from "../config/assemble-config.ts";
import type { TrainConfig } from "../config/config.ts";
import type { StartModel } from "./start-model.ts";

/** Keys of an encoder that its weights do not depend on. */
const FREE: Readonly<Record<string, readonly string[]>> = {
  cnn: ["dropout"],
  bilstm: ["dropout"],
  transformer: ["dropout", "attentionDropout", "pooling", "sentence", "window", "overlap", "tokenizer"],
  pretrained: [
    "dropout",
    "attentionDropout",
    "pooling",
    "sentence",
    "window",
    "overlap",
    "dir",
    "frozenLayers",
    "layers",
  ],
};

/**
 * A config in which the encoder is that of the model that the run begins with: what is left open is as it was there, and
 * what would give other weights is refused, key by key.
 */
export function fitStart(config: TrainConfig, start: StartModel): TrainConfig {
  const { features } = config;
  const { features: before } = start.config;
  const fitted = {
    ...config,
    features: {
      text: features.text === "auto" ? before.text : features.text,
      hashed: features.hashed === "auto" ? before.hashed : features.hashed,
      counts: features.counts === "auto" ? before.counts : features.counts,
      lexicon: features.lexicon ?? before.lexicon,
      states: features.states ?? before.states,
    },
  };
  const all = differences(fixedOf(start.config), fixedOf(fitted), []);
  // The keys of another kind are all others, and need not be listed.
  const isKind = ({ path }: (typeof all)[number]) => path.join(".") === "encoder.kind";
  const changed = all.some(isKind) ? all.filter(isKind) : all;
  if (changed.length === 0) return fitted;
  throw new UserError(
    [
      `the weights of the model "${start.name}" do not fit these settings`,
      ...changed.map(
        ({ path, before: was, now }) =>
          `  "${path.join(".")}" is ${shown(was)} there, and ${shown(now)} here`,
      ),
    ].join("\n"),
    { hint: "leave these out to keep what the model has, or train from scratch without --from" },
  );
}

/** What of a config decides which weights an encoder has. */
function fixedOf({
  encoder,
  features: { text, hashed, counts, lexicon, states },
  vectors,
  dictionary,
}: TrainConfig): object {
  const free = FREE[encoder.kind] ?? [];
  const { wordDropout: _, ...spelling } = hashed === null || hashed === "auto" ? { wordDropout: 0 } : hashed;
  return {
    // Left out where the encoder chooses by itself.
    encoder: Object.fromEntries(
      Object.entries(encoder).filter(([key, value]) => !free.includes(key) && value !== null),
    ),
    features: {
      text,
      hashed: hashed === null ? null : spelling,
      counts,
      lexicon: lexicon === null ? null : { dim: lexicon.dim },
      states: [states ?? []].flat().length,
    },
    vectors: vectors === null ? null : { unknown: vectors.unknown },
    dictionary: dictionary === null ? null : { likeness: dictionary.likeness, dim: dictionary.dim },
  };
}
