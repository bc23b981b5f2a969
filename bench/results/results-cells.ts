import type { Cell, EncoderName } from "./cell.ts";

/** The methods, the naive baseline first. */
export const benchMethods = ["ce", "uniform", "weighted", "scl-rai", "nrces"] as const;

/** Chances of a label to be hidden. */
export const maskings = [0, 0.5, 0.7, 0.9] as const;

export interface ResultsSettings {
  readonly minutes: Readonly<Record<EncoderName, number>>;
  readonly epochs: Readonly<Record<EncoderName, number>>;
  readonly sentences: number | null;
  readonly set: readonly string[];
}

/** Every cell of the results, in the order in which they are run: what must be shown first. */
export function resultsCells({ minutes, epochs, sentences, set }: ResultsSettings): Cell[] {
  const cell = (encoder: EncoderName, method: string, p: number): Cell => ({
    name: `${encoder}-${method}-p${p}`,
    encoder,
    method,
    p,
    seed: 1,
    epochs: epochs[encoder],
    minutes: minutes[encoder],
    set,
    sentences,
  });
  return [
    ...[0.7, 0, 0.5, 0.9].flatMap((p) => benchMethods.map((method) => cell("cnn", method, p))),
    cell("minilm-l6", "ce", 0),
    ...benchMethods.filter((method) => method !== "uniform").map((method) => cell("minilm-l6", method, 0.7)),
  ];
}
