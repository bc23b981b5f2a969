import type { Entity } from "../../../src/review/api.ts";

/** A span drawn under a sentence. */
export interface Mark extends Entity {
  /** `focus`: the current suggestion; `entity`: labelled; `hint`: another suggestion; `was`: what would be replaced. */
  readonly look: "focus" | "entity" | "hint" | "was";
  /** The text behind the words. Default: the label. */
  readonly tag?: string;
  readonly title?: string;
  readonly onPress?: () => void;
}
