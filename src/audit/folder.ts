import { join } from "node:path";

/** What an audit leaves in its folder. */
export const auditFiles = Object.freeze({
  /** What was asked for, written first: with it a stopped audit goes on. */
  config: "audit-config.json",
  /** What to change, best first. */
  suggestions: "suggestions.jsonl",
  /** What was found, in numbers; written last. */
  summary: "audit.json",
  report: "report.html",
});

/** What each model of an audit said, in its own folder. */
const JUDGEMENTS = "judgements.jsonl";

/** The folder of the model that judges a fold (from 0), and where its judgements go. */
export function foldFolder(
  out: string,
  fold: number,
): { readonly model: string; readonly judgements: string } {
  const model = join(out, "folds", String(fold + 1));
  return { model, judgements: join(model, JUDGEMENTS) };
}

/** The folder of the one model whose encoder all folds use, in the fast way. */
export function wholeFolder(out: string): string {
  return join(out, "whole");
}

/** Where the judgements of a model that was given go. */
export function givenJudgements(out: string): string {
  return join(out, JUDGEMENTS);
}
