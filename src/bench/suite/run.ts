import type { JsonObject } from "../../training/index.ts";
import type { DataSet } from "./suite.ts";
/** One training run of a suite: the settings that decide its result, and nothing else. */
export interface BenchRun {
  /** Unique in its suite, such as `conll03-p0.7/cnn/weighted/seed1`; also the path of its folder. */
  readonly name: string;
  /** Its place in the tables. */
  readonly column: string;
  readonly row: string;
  readonly data: DataSet;
  /** The chance of each training label to be hidden, or null where files are taken as they are. */
  readonly mask: number | null;
  readonly encoder: string;
  /** Where the suite says that the encoder is; absent where its name says it. */
  readonly encoderPath?: string;
  readonly method: string;
  readonly seed: number;
  /** Passes over the training sentences, at most; null for what is usual for the encoder. */
  readonly epochs: number | null;
  /** Minutes that training may take; null for no limit. */
  readonly minutes: number | null;
  /** Further keys of the config, by dotted names. */
  readonly set: JsonObject;
  readonly vectors: string | null;
  readonly dictionary: string | null;
}
