import type { Sentence } from "../../data/index.ts";
import type { Tensors } from "../../graph/index.ts";
import type { BinderObjectiveName, LabelSet } from "../../models/index.ts";
import { bestThreshold } from "../../models/index.ts";

interface TuneOptions {
  readonly labels: LabelSet;
  readonly maxWidth: number;
  readonly objectives: readonly BinderObjectiveName[];
  /** The sentences of each batch, with all their entities. */
  readonly batches: readonly (readonly Sentence[])[];
  /** What the model says of a batch, by its number. */
  outputs(batch: number): Promise<Tensors>;
}

/**
 * Finds for each type the threshold with the best F1 on complete sentences, for spans and, where asked, for first and last
 * words. [BINDER, Table 6]
 *
 * @returns `[types]` for each objective
 */
export async function tuneThresholds({
  labels,
  maxWidth,
  objectives,
  batches,
  outputs,
}: TuneOptions): Promise<Partial<Record<BinderObjectiveName, Float32Array>>> {
  const types = labels.labels.length;
  const seen = new Map(
    objectives.map((objective) => [
      objective,
      labels.labels.map(() => ({ scores: [] as number[], isGold: [] as boolean[], gold: 0 })),
    ]),
  );
  for (const [at, batch] of batches.entries()) {
    const found = await outputs(at);
    for (const objective of objectives) {
      const cells = cellsOf(objective, found, batch, maxWidth);
      for (let k = 0; k < types; k++) {
        const own = seen.get(objective)![k]!;
        const gold = new Set(goldCells(objective, batch, labels.labels[k]!, cells.rows));
        own.gold += gold.size;
        for (const cell of cells.places) {
          own.scores.push(cells.scores[cell * types + k]!);
          own.isGold.push(gold.has(cell));
        }
      }
    }
  }
  return Object.fromEntries(
    objectives.map((objective) => [
      objective,
      Float32Array.from(seen.get(objective)!, ({ scores, isGold, gold }) =>
        bestThreshold(scores, isGold, gold),
      ),
    ]),
  );
}

const outputNames = { start: "starts", end: "ends", span: "spans" } as const;

/** The cells of an output that stand for words or spans of a sentence. */
function cellsOf(
  objective: BinderObjectiveName,
  outputs: Tensors,
  batch: readonly Sentence[],
  maxWidth: number,
): { readonly scores: Float32Array; readonly places: readonly number[]; readonly rows: number } {
  const { data, shape } = outputs[outputNames[objective]]!;
  const rows = shape.at(-2)!;
  const lines = objective === "span" ? maxWidth : 1;
  const places: number[] = [];
  let first = 0;
  for (const { tokens } of batch) {
    for (let start = 0; start < tokens.length; start++) {
      for (let d = 0; d < lines && start + d < tokens.length; d++) places.push(d * rows + first + start);
    }
    first += tokens.length;
  }
  return { scores: data as Float32Array, places, rows };
}

/** Where the entities of one label are; too wide a one has a cell that nobody scores. */
function goldCells(
  objective: BinderObjectiveName,
  batch: readonly Sentence[],
  label: string,
  rows: number,
): number[] {
  let first = 0;
  return batch.flatMap(({ tokens, entities }) => {
    const base = first;
    first += tokens.length;
    return entities
      .filter((entity) => entity.label === label)
      .map(({ start, end }) => {
        if (objective === "start") return base + start;
        if (objective === "end") return base + end - 1;
        return (end - start - 1) * rows + base + start;
      });
  });
}
