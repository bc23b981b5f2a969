import type { Entity } from "../../../src/review/api.ts";

/** A span drawn under a sentence. */
export interface Mark extends Entity {
  /** `focus`: what it is about; `entity`: labelled; `hint`: suggested too; `was`: what would be replaced. */
  readonly look: "focus" | "entity" | "hint" | "was";
  /** What stands behind the words; the label if absent. */
  readonly tag?: string;
  readonly title?: string;
  readonly onPress?: () => void;
}
