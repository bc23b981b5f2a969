import { join } from "node:path";

/** Where a bench finds what it reads. */
export interface BenchPlaces {
  /** The folder that paths of a suite are seen from. */
  readonly data: string;
  /** The folder of pretrained encoders that a suite calls by name. */
  readonly encoders: string;
  /** Whether `data` is the folder of the suite's file. */
  readonly isBesideSuite?: boolean;
}

/**
 * The usual places: what was asked for; else the folder of the suite's file; for suites without a file the environment, else
 * beside this project.
 */
export function benchPlaces(data?: string, suiteFolder?: string): BenchPlaces {
  const shared = data ?? process.env.LACUNA_DATA ?? join("..", "shared", "data");
  const encoders = process.env.LACUNA_ENCODERS ?? join(shared, "..", "encoders");
  return data === undefined && suiteFolder !== undefined
    ? { data: suiteFolder, encoders, isBesideSuite: true }
    : { data: shared, encoders };
}
