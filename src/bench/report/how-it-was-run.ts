import type { BenchRun } from "../suite/run.ts";
import type { BenchSummary } from "./summary.ts";

/** How many runs have been run, where, with which program, and what time each had: a sentence each, in Markdown. */
export function howItWasRun({ runs, results }: Pick<BenchSummary, "runs" | "results">): string[] {
  const done = runs.flatMap(({ name }) => results.get(name) ?? []);
  const where =
    done.length === 0
      ? ""
      : ` (${distinct(done.map(({ machine, threads }) => `${machine}, ${threads} for a run`))}; Lacuna ${distinct(
          done.map(({ version, commit }) => (commit === null ? version : `${version}, commit ${commit}`)),
        )})`;
  return [`${done.length} of ${runs.length} runs have been run${where}.`, limits(runs)];
}

/** What the stars in the tables say; nothing without a baseline. In Markdown. */
export function starsText({ suite }: Pick<BenchSummary, "suite">): string {
  if (suite.baseline === null) return "";
  return `± is the standard deviation over seeds. Stars: the difference to \`${suite.baseline}\` is larger than luck explains, for better or worse, with p < 0.05 (\`*\`), 0.01 (\`**\`), 0.001 (\`***\`), by approximate randomisation over the test sentences with the seeds that both have.`;
}

function limits(runs: readonly BenchRun[]): string {
  const limitOf = ({ encoder, data, minutes, epochs }: BenchRun) => {
    const parts = [
      ...(minutes === null ? [] : [`${minutes} minutes`]),
      ...(epochs === null ? [] : [`at most ${epochs} epochs`]),
    ];
    const limit = parts.length === 0 ? "no limit" : parts.join(" and ");
    return { encoder, set: data.column ?? data.name, limit };
  };
  const all = runs.map(limitOf);
  // Data sets are named only where they differ in what an encoder may take.
  const named = all.map(({ encoder, set, limit }) => {
    const isSame = all.every((other) => other.encoder !== encoder || other.limit === limit);
    return `${isSame ? "" : `${set} `}\`${encoder}\` ${limit}`;
  });
  return `For training every method has the same time: ${distinct(named)}.`;
}

function distinct(values: readonly string[]): string {
  return [...new Set(values)].join("; ");
}
