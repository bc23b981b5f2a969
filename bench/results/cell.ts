import { join } from "node:path";
import { dataFolder } from "../data/reproduce-distant.ts";

/** One training run of a bench: everything that decides it. */
export interface Cell {
  /** Unique in its bench; the name of its folder. */
  readonly name: string;
  readonly encoder: EncoderName;
  readonly method: string;
  /** The chance of each training label to be hidden. */
  readonly p: number;
  readonly seed: number;
  /** Passes over the training sentences, at most. */
  readonly epochs: number;
  /** Minutes it may take, or null for all its epochs. */
  readonly minutes: number | null;
  /** Further keys of the config, as `--set` takes them. */
  readonly set: readonly string[];
  /** Only so many sentences of each file, or null for all. */
  readonly sentences: number | null;
}

export const encoderNames = ["cnn", "minilm-l6"] as const;
export type EncoderName = (typeof encoderNames)[number];

/** What `--encoder` takes. Pretrained models lie beside the data sets. */
export function encoderArgument(name: EncoderName): string {
  return name === "cnn" ? "cnn" : join(dataFolder, "..", "encoders", name);
}
