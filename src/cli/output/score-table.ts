import type { Rates, ScoreResult } from "../../evaluation/index.ts";
import { formatPercent } from "../../evaluation/index.ts";
import { table } from "./table.ts";
/** A score as people read it: one row for each label, then micro and macro. */
export function scoreTable(title: string, { perType, micro, macro }: ScoreResult): string[] {
  return table([
    [title, "precision", "recall", "F1", "gold", "predicted", "correct"],
    ...perType.map((type) => [...rateCells(type.label, type), type.gold, type.predicted, type.correct]),
    [...rateCells("micro", micro), micro.gold, micro.predicted, micro.correct],
    [...rateCells("macro", macro), "", "", ""],
  ]);
}

/** A name, and the three percentages beside it. */
export function rateCells(name: string, { precision, recall, f1 }: Rates): string[] {
  return [name, formatPercent(precision), formatPercent(recall), formatPercent(f1)];
}
