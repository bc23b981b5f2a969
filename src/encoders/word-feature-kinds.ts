import { z } from "zod";
import { choose, UserError } from "../errors.ts";
import { parseSaved } from "../parse-config.ts";
import { countsConfig, restoreCounts } from "./features/count-features.ts";
import { dictionaryFeatureConfig, restoreDictionaryFeatures } from "./features/dictionary-features.ts";
import { filesOfFeature } from "./features/feature-stack.ts";
import { hashedConfig, hashedFeatures } from "./features/hashed-features.ts";
import { lexiconFeatureConfig, restoreLexiconFeatures } from "./features/lexicon-features.ts";
import { restoreStaticVectors, staticVectorsConfig } from "./features/static-vectors.ts";
import type { WordFeatures } from "./features/word-features.ts";
import { restoreStateFeatures, stateFeatureConfig } from "./state-features.ts";

type Files = ReadonlyMap<string, Uint8Array>;

/** Every word feature by the `kind` of its saved config, and how it is restored from that and its files. */
const wordFeatures: Readonly<Record<string, (config: unknown, files: Files) => WordFeatures>> = Object.freeze(
  {
    hashed: (config) => hashedFeatures(withoutKind(parseSaved(hashedConfig, config, "word feature"))),
    "static-vectors": (config, files) =>
      restoreStaticVectors(parseSaved(staticVectorsConfig, config, "word feature"), files),
    states: (config, files) =>
      restoreStateFeatures(parseSaved(stateFeatureConfig, config, "word feature"), files),
    "word-lexicon": (config, files) =>
      restoreLexiconFeatures(parseSaved(lexiconFeatureConfig, config, "word feature"), files),
    counts: (config, files) => restoreCounts(parseSaved(countsConfig, config, "word feature"), files),
    lexicon: (config, files) =>
      restoreDictionaryFeatures(parseSaved(dictionaryFeatureConfig, config, "word feature"), files),
  },
);

const anyFeature = z.looseObject({ kind: z.string(), name: z.string() });

/** Restores a word feature from its saved config and the files of its encoder. */
export function createWordFeatures(config: unknown, files: Files): WordFeatures {
  const known = withoutRemoved(parseSaved(anyFeature, config, "word feature"));
  return choose("word feature", wordFeatures, known.kind)(known, filesOfFeature(files, known.name));
}

/** Refuses what models of 0.1 may use and later versions cannot read; drops keys they left at null. */
function withoutRemoved(config: z.infer<typeof anyFeature>): z.infer<typeof anyFeature> {
  if (config.kind === "character-cnn") throw removed("the character CNN (features.characters)");
  if (config.kind !== "static-vectors") return config;
  const { project = null, kind, name, ...rest } = config;
  if (project !== null) throw removed("projected word vectors (vectors.project)");
  return { kind, name, ...rest };
}

function removed(what: string): UserError {
  return new UserError(`the saved model uses ${what}, which only Lacuna 0.1 can read`, {
    hint: "use it with version 0.1, or train a new model without it",
  });
}

function withoutKind<T extends { readonly kind: string }>({ kind: _, ...options }: T): Omit<T, "kind"> {
  return options;
}
