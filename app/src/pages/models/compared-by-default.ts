import type { Run } from "../../../../src/review/api.ts";

/** The two runs one wants to see side by side: the newest that is done, against the data as it was audited if that was trained on, or the run before. */
export function comparedByDefault(runs: readonly Run[]): readonly [number, number] | undefined {
  const done = runs.filter((run) => run.status === "done" && run.f1 !== null).toSorted((a, b) => b.id - a.id);
  const [newest, ...older] = done;
  const against = older.find(({ kind }) => kind === "before") ?? older[0];
  return newest === undefined || against === undefined ? undefined : [against.id, newest.id];
}
