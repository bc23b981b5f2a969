import { UserError } from "../../errors.ts";
import type { BenchRun } from "./run.ts";
import type { DataSet, Suite, SuiteGroup } from "./suite.ts";

interface ExpandOptions {
  /** So many seeds for every group, 1 to this, in place of what the suite says. */
  readonly seeds?: number;
}

/**
 * All runs of a suite: in each group, rows × encoders × data sets × masks × seeds. Ordered by seed, so that each row has one
 * result before any has two.
 */
export function expandSuite(suite: Suite, { seeds }: ExpandOptions = {}): BenchRun[] {
  const sets = new Map(suite.data.map((one) => [one.name, one]));
  const found = new Map<string, BenchRun>();
  for (const [i, group] of suite.groups.entries()) {
    for (const run of groupRuns(group, sets, `groups[${i}]`, seeds)) {
      if (found.has(run.name)) {
        throw new UserError(`two runs of "${suite.title}" are called "${run.name}"`, {
          hint: "give one of the rows or encoders another name",
        });
      }
      found.set(run.name, run);
    }
  }
  const runs = [...found.values()];
  const order = [...new Set(runs.map(({ seed }) => seed))];
  return order.flatMap((seed) => runs.filter((run) => run.seed === seed));
}

function groupRuns(
  group: SuiteGroup,
  sets: ReadonlyMap<string, DataSet>,
  where: string,
  wanted: number | undefined,
): BenchRun[] {
  const { epochs, minutes, vectors, dictionary } = group;
  const seeds = wanted ?? group.seeds;
  const runs: BenchRun[] = [];
  for (const name of group.data) {
    const data = sets.get(name);
    if (data === undefined) {
      throw new UserError(`${where}.data names "${name}", which is not a data set of the suite`, {
        hint: `choose one of: ${[...sets.keys()].join(", ")}`,
      });
    }
    for (const mask of group.mask ?? [null]) {
      const suffix = mask === null ? "" : `-p${mask}`;
      for (const encoder of group.encoders) {
        for (const row of group.rows) {
          for (const seed of typeof seeds === "number" ? upTo(seeds) : seeds) {
            runs.push({
              name: `${data.name}${suffix}/${encoder.name}/${row.name}/seed${seed}`,
              column: `${data.column ?? data.name}${suffix}`,
              row: row.name,
              data,
              mask,
              encoder: encoder.name,
              ...(encoder.path !== undefined && { encoderPath: encoder.path }),
              method: row.method,
              seed,
              epochs,
              minutes,
              set: { ...group.set, ...row.set },
              vectors,
              dictionary,
            });
          }
        }
      }
    }
  }
  return runs;
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, i) => i + 1);
}
