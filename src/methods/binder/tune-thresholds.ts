import type { Sentence } from "../../data/index.ts";
import { entryAt, entryOf } from "../../entries.ts";
import { dimAt, floatsOf, type Tensors } from "../../graph/index.ts";
import type { BinderObjectiveName, LabelSet } from "../../models/index.ts";
import { bestThreshold } from "./best-threshold.ts";

interface TuneOptions {
  readonly labels: LabelSet;
  readonly maxWidth: number;
  readonly objectives: readonly BinderObjectiveName[];
  /** The sentences of each batch, with all their entities, and what the model says of them. */
  readonly batches: readonly {
    readonly sentences: readonly Sentence[];
    outputs(): Promise<Tensors>;
  }[];
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
}: TuneOptions): Promise<ReadonlyMap<BinderObjectiveName, Float32Array>> {
  const types = labels.labels.length;
  const seen = new Map(objectives.map((objective) => [objective, labels.labels.map(newlySeen)]));
  for (const { sentences, outputs } of batches) {
    const found = await outputs();
    for (const [objective, byType] of seen) {
      const cells = cellsOf(objective, found, sentences, maxWidth);
      for (const [k, own] of byType.entries()) {
        const gold = new Set(goldCells(objective, sentences, own.label, cells.rows));
        own.gold += gold.size;
        for (const cell of cells.places) {
          own.scores.push(entryAt(cells.scores, cell * types + k));
          own.isGold.push(gold.has(cell));
        }
      }
    }
  }
  return new Map(
    Array.from(seen, ([objective, byType]) => [
      objective,
      Float32Array.from(byType, ({ scores, isGold, gold }) => bestThreshold(scores, isGold, gold)),
    ]),
  );
}

/** What was scored for one type, and how much of it there is. */
interface Seen {
  readonly label: string;
  readonly scores: number[];
  readonly isGold: boolean[];
  gold: number;
}

const newlySeen = (label: string): Seen => ({ label, scores: [], isGold: [], gold: 0 });

const outputNames = { start: "starts", end: "ends", span: "spans" } as const;

/** The cells of an output that stand for words or spans of a sentence. */
function cellsOf(
  objective: BinderObjectiveName,
  outputs: Tensors,
  batch: readonly Sentence[],
  maxWidth: number,
): { readonly scores: Float32Array; readonly places: readonly number[]; readonly rows: number } {
  const name = outputNames[objective];
  const rows = dimAt(entryOf(outputs, name).shape, -2);
  const lines = objective === "span" ? maxWidth : 1;
  const places: number[] = [];
  let first = 0;
  for (const { tokens } of batch) {
    for (let start = 0; start < tokens.length; start++) {
      for (let d = 0; d < lines && start + d < tokens.length; d++) places.push(d * rows + first + start);
    }
    first += tokens.length;
  }
  return { scores: floatsOf(outputs, name), places, rows };
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
