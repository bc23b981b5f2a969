import { join } from "node:path";

/** What an audit leaves in its folder. */
export const auditFiles = Object.freeze({
  /** The config, written first: a stopped audit resumes from it. */
  config: "audit-config.json",
  /** What to change, best first. */
  suggestions: "suggestions.jsonl",
  /** All numbers; written last. */
  summary: "audit.json",
  report: "report.html",
});

/** What a model predicted, in its own folder. */
const PREDICTIONS = "predictions.jsonl";

/** The folder of the model that predicts a fold (from 0), and the file of its predictions. */
export function foldFolder(
  out: string,
  fold: number,
): { readonly model: string; readonly predictions: string } {
  const model = join(out, "folds", String(fold + 1));
  return { model, predictions: join(model, PREDICTIONS) };
}

/** With `--fast`, the folder of the one model whose encoder all folds share. */
export function wholeFolder(out: string): string {
  return join(out, "whole");
}

/** The predictions of a model that was given. */
export function givenPredictions(out: string): string {
  return join(out, PREDICTIONS);
}
