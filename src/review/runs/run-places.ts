import { join } from "node:path";

/** Where a run keeps its files, below the folder of the audit. */
export function runPlaces(dir: string, run: number) {
  const folder = join(dir, "runs", String(run));
  return {
    folder,
    /** The data with the decisions applied. */
    data: join(folder, "train.jsonl"),
    config: join(folder, "config.json"),
    model: join(folder, "model"),
    predictions: join(folder, "predictions.jsonl"),
    audit: join(folder, "audit"),
  } as const;
}
