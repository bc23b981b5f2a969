import { existsSync } from "node:fs";
import { join } from "node:path";
import { CHECKPOINTS, modelFiles } from "../tagging/index.ts";
/** What a run writes beside its model: what it is about, and how it went. */
export const runFiles = { run: "run.json", log: "log.jsonl", report: "report.html" } as const;

/** Whether the run in a folder has nothing left to do: its model is whole, and its checkpoints are cleared away. */
export function isFinishedRun(out: string): boolean {
  return existsSync(join(out, modelFiles.manifest)) && !existsSync(join(out, CHECKPOINTS));
}
