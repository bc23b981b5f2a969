import { existsSync } from "node:fs";
import { parseCorpusSpec } from "../../data/index.ts";
import { hasVectors } from "../../encoders/index.ts";
import { UserError } from "../../errors.ts";
import type { BenchPlaces } from "../suite/bench-places.ts";
import type { BenchRun } from "../suite/run.ts";
import { runInputs, setInputs } from "./run-config.ts";
import { runCorpora } from "./run-corpora.ts";

/** Refuses runs whose data or encoders are missing, before any starts; nothing is downloaded. */
export function checkInputs(runs: readonly BenchRun[], places: BenchPlaces): void {
  const missing = new Set<string>();
  for (const run of runs) {
    const { encoder, vectors, dictionary } = runInputs(run, places);
    // Without masking these are the files as they were given; what is made for a bench cannot be missing.
    const given = "embedded" in run.data ? undefined : runCorpora({ ...run, mask: null }, places.data, "");
    const files = given === undefined ? [] : [...given.train, given.dev, given.test];
    const paths = files.map((spec) => parseCorpusSpec(spec).path);
    const inSettings = Object.values(setInputs(run, places)).flat();
    for (const path of [...paths, ...inSettings, encoder, dictionary]) {
      if (path !== null && !existsSync(path)) missing.add(path);
    }
    if (vectors !== null && !hasVectors(vectors, process.env)) missing.add(vectors);
  }
  if (missing.size === 0) return;
  throw new UserError(
    ["input files of the suite are missing:", ...[...missing].map((path) => `  "${path}"`)].join("\n"),
    {
      hint: places.isBesideSuite
        ? "paths of a suite are seen from its own folder; --data names another. A folder with an encoder is written as a path, such as ./minilm"
        : "point --data or LACUNA_DATA to the data sets, or choose other runs with --only; docs/data.md says where to get them",
    },
  );
}
