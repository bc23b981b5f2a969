import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { UserError } from "../../errors.ts";
import { readSettingsFile, writeJson } from "../../files/index.ts";
import { expandSuite } from "../suite/expand-suite.ts";
import { type Comparison, madeSuite } from "../suite/made-suite.ts";
import { type OpenedSuite, parseSuite } from "../suite/open-suite.ts";
import type { Suite } from "../suite/suite.ts";
import { readRunResults } from "./run-folder.ts";

/** The file that a comparison is written to, in the folder of its results. */
const SUITE_FILE = "suite.json";

/** A comparison as a suite that can be run, and kept beside its results so that it can be run again. */
export interface OpenedComparison extends OpenedSuite {
  /** The file that it is kept in. */
  readonly path: string;
  keep(): Promise<void>;
}

/** Makes the suite of a comparison, which gets its results in `out`. Refuses to push aside what is there already. */
export async function openComparison(comparison: Comparison, out: string): Promise<OpenedComparison> {
  const made = madeSuite(comparison, out);
  const suite = parseSuite(made, "the comparison");
  const path = join(out, SUITE_FILE);
  if (existsSync(path)) await checkEarlier(parseEarlier(path), suite, out);
  return { name: suite.name!, suite, folder: resolve(out), path, keep: () => writeJson(path, made) };
}

/** The suite that an earlier command left in the folder. */
function parseEarlier(path: string): Suite {
  const earlier = parseSuite(readSettingsFile(path), path);
  if (earlier.out === ".") return earlier;
  throw new UserError(`"${path}" is a suite that this command did not make, and would be written over`, {
    hint: "choose another folder with --out",
  });
}

/** Refuses a comparison without runs that the folder has results of: they would vanish from its tables. */
async function checkEarlier(earlier: Suite, now: Suite, out: string): Promise<void> {
  const names = new Set(expandSuite(now).map(({ name }) => name));
  const others = expandSuite(earlier).filter(({ name }) => !names.has(name));
  const lost = [...(await readRunResults(out, others)).keys()];
  if (lost.length === 0) return;
  const shown = lost.slice(0, 3).map((name) => `\n  ${name}`);
  const more = lost.length > 3 ? `\n  and ${lost.length - 3} more` : "";
  throw new UserError(`"${out}" has results that this comparison does not name${shown.join("")}${more}`, {
    hint: "name all methods, encoders, masks and seeds again, old and new, or choose another folder with --out",
  });
}
