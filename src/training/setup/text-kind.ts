import type { Sentence } from "../../data/index.ts";
import { detectText, type TextKind } from "../../encoders/index.ts";
import type { FeatureChoice } from "../config/features.ts";

/** How many sentences are looked at to tell words from characters. */
const SAMPLE = 1000;

/** How the text of a run is cut: as its config says, or as its first training sentences are. */
export function textKind({ text }: Pick<FeatureChoice, "text">, train: readonly Sentence[]): TextKind {
  return detectText(
    text,
    train.slice(0, SAMPLE).map(({ tokens }) => tokens),
  );
}
