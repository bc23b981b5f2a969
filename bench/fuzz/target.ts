import type { Random } from "../../src/random.ts";
import type { Files } from "./mutate.ts";

/** One thing that reads what others wrote. */
export interface Target {
  readonly name: string;
  /** Sound inputs, from which all others are made. */
  readonly seeds: readonly Files[];
  /** Puts changed parts together again: compresses them, for one. */
  readonly wrap?: (files: Files, random: Random) => Files;
  /**
   * Reads the files, which lie in `folder`. A `UserError` is a fine answer, any other error is none. Gives what was lost in
   * silence, if something was.
   */
  readonly read: (folder: string, files: Files, random: Random) => Promise<string | undefined>;
  /** Whether it cannot be run from sources (a thread). */
  readonly needsBuild?: boolean;
  /** How many inputs the short form of the tests takes, where each one is slow to read. */
  readonly few?: number;
  /** How long an input may take, in milliseconds, where what reads it ends itself later than others; default: 30 seconds. */
  readonly patience?: number;
  /** Ends what was started for it. */
  readonly close?: () => Promise<void>;
}
