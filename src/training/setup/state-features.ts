import {
  createWordFeatures,
  type EncoderConfig,
  stateFeatures,
  type WordFeatures,
} from "../../encoders/index.ts";
import type { FeatureChoice } from "../config/features.ts";

interface Saved {
  readonly config: EncoderConfig;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * The states of frozen encoders that a config asks for, one feature for each folder.
 *
 * @param saved the encoder of the model that the run begins with: it has the weights, and its folders may be gone
 */
export async function stateFeaturesOf(
  choice: FeatureChoice["states"],
  saved: Saved | undefined,
): Promise<WordFeatures[]> {
  const dirs = choice === null ? [] : typeof choice === "string" ? [choice] : choice;
  if (saved !== undefined) {
    const { features = [] } = saved.config as { readonly features?: readonly { readonly kind: string }[] };
    return features
      .filter(({ kind }) => kind === "states")
      .map((feature) => createWordFeatures(feature, saved.files));
  }
  return Promise.all(dirs.map((dir, i) => stateFeatures(dir, i === 0 ? "pretrained" : `pretrained${i + 1}`)));
}
