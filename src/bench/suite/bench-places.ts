import { join } from "node:path";

/** Where a bench finds what it reads. */
export interface BenchPlaces {
  /** The folder of the data sets. */
  readonly data: string;
  /** The folder of pretrained encoders. */
  readonly encoders: string;
}

/** The usual places: what was asked for, else the environment, else beside this project. */
export function benchPlaces(data?: string): BenchPlaces {
  const found = data ?? process.env.LACUNA_DATA ?? join("..", "shared", "data");
  return { data: found, encoders: process.env.LACUNA_ENCODERS ?? join(found, "..", "encoders") };
}
