import { parse, resolve } from "node:path";
import { z } from "zod";
import { UserError } from "../../errors.ts";
import { isSettingsFile, readSettingsFile } from "../../files/index.ts";
import bc5cdrDistant from "../suites/bc5cdr-distant.json" with { type: "json" };
import binderAblations from "../suites/binder-ablations.json" with { type: "json" };
import chineseFeatures from "../suites/chinese-features.json" with { type: "json" };
import conll03Distant from "../suites/conll03-distant.json" with { type: "json" };
import conll03Masked from "../suites/conll03-masked.json" with { type: "json" };
import demo from "../suites/demo.json" with { type: "json" };
import ecNews from "../suites/ec-news.json" with { type: "json" };
import encoders from "../suites/encoders.json" with { type: "json" };
import frozenStates from "../suites/frozen-states.json" with { type: "json" };
import nested from "../suites/nested.json" with { type: "json" };
import nrcesTable5 from "../suites/nrces-table5.json" with { type: "json" };
import resumeMasked from "../suites/resume-masked.json" with { type: "json" };
import smallSets from "../suites/small-sets.json" with { type: "json" };
import vectors from "../suites/vectors.json" with { type: "json" };
import { type Suite, suiteSchema } from "./suite.ts";
import { upgradeSuite } from "./upgrade-suite.ts";

/** The suites that come with the program, by name. */
const builtIn = new Map<string, unknown>([
  ["demo", demo],
  ["conll03-masked", conll03Masked],
  ["conll03-distant", conll03Distant],
  ["resume-masked", resumeMasked],
  ["ec-news", ecNews],
  ["bc5cdr-distant", bc5cdrDistant],
  ["binder-ablations", binderAblations],
  ["chinese-features", chineseFeatures],
  ["nested", nested],
  ["frozen-states", frozenStates],
  ["encoders", encoders],
  ["vectors", vectors],
  ["nrces-table5", nrcesTable5],
  ["small-sets", smallSets],
]);

export const suiteNames: readonly string[] = [...builtIn.keys()];

/** A suite with the name that its folder and its section of a page get. */
export interface OpenedSuite {
  readonly name: string;
  readonly suite: Suite;
  /** The folder of its file; absent for suites that come with the program. */
  readonly folder?: string;
}

/** Opens a suite by its name, or one of the user's own by the path of its JSON or YAML file. */
export async function openSuite(nameOrPath: string): Promise<OpenedSuite> {
  if (builtIn.has(nameOrPath)) {
    return { name: nameOrPath, suite: parseSuite(builtIn.get(nameOrPath), `suite "${nameOrPath}"`) };
  }
  if (!isSettingsFile(nameOrPath)) {
    throw new UserError(`unknown suite "${nameOrPath}"`, {
      hint: `choose one of: ${suiteNames.join(", ")}, or the path of a .json or .yaml file of your own`,
    });
  }
  const suite = parseSuite(readSettingsFile(nameOrPath), nameOrPath);
  const { name, dir } = parse(nameOrPath);
  return { name: suite.name ?? name, suite, folder: resolve(dir) };
}

/** Checks a suite of any format and fills in what it leaves out. `where` is the file, or what else it is called. */
export function parseSuite(value: unknown, where: string): Suite {
  const result = suiteSchema.safeParse(upgradeSuite(value));
  if (result.success) return result.data;
  throw new UserError(`${where} is no valid suite\n${z.prettifyError(result.error)}`, {
    hint: "docs/bench.md says what a suite holds",
  });
}
