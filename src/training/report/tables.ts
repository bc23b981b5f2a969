import type { TypeScore } from "../../evaluation/index.ts";
import type { Html } from "../../report/index.ts";
import { type Column, formatDuration, formatNumber, table } from "../../report/index.ts";
import type { Evaluated } from "../loop/events.ts";
import { keptEpoch, type RunHistory } from "./run.ts";
/** How good the kept weights are for each label. */
export function typeTable(perType: readonly TypeScore[]): Html {
  const percent = (heading: string, pick: (row: TypeScore) => number): Column<TypeScore> => ({
    heading,
    numeric: true,
    cell: (row) => formatNumber(pick(row), 2),
  });
  const number = (heading: string, pick: (row: TypeScore) => number): Column<TypeScore> => ({
    heading,
    numeric: true,
    cell: (row) => formatNumber(pick(row)),
  });
  return table<TypeScore>({
    name: "scores by label",
    columns: [
      { heading: "label", cell: ({ label }) => label },
      percent("precision", ({ precision }) => precision),
      percent("recall", ({ recall }) => recall),
      percent("F1", ({ f1 }) => f1),
      number("entities", ({ gold }) => gold),
      number("found", ({ predicted }) => predicted),
      number("right", ({ correct }) => correct),
    ],
    rows: perType,
  });
}

/** All that is known of each epoch, for those who want numbers rather than curves. */
export function epochTable(run: RunHistory): Html {
  const { epochs } = run;
  const kept = keptEpoch(run);
  const number = (
    heading: string,
    digits: number,
    pick: (row: Evaluated) => number | undefined,
  ): Column<Evaluated> => ({
    heading,
    numeric: true,
    cell: (row) => formatNumber(pick(row) ?? Number.NaN, digits),
  });
  const names = new Set(epochs.flatMap(({ metrics }) => Object.keys(metrics ?? {})));
  const hasDev = epochs.some(({ dev }) => dev !== undefined);
  return table<Evaluated>({
    name: "numbers of each epoch",
    columns: [
      { heading: "epoch", numeric: true, cell: (row) => formatNumber(row.epoch) },
      ...(epochs.some(({ stage }) => stage !== undefined)
        ? [{ heading: "stage", cell: ({ stage }: Evaluated) => stage ?? "main" }]
        : []),
      number("step", 0, ({ step }) => step),
      number("loss", 4, ({ loss }) => loss),
      ...(hasDev
        ? [
            number("precision", 2, ({ dev }) => dev?.precision),
            number("recall", 2, ({ dev }) => dev?.recall),
            number("F1", 2, ({ dev }) => dev?.f1),
            number("macro F1", 2, ({ dev }) => dev?.macroF1),
          ]
        : []),
      ...[...names].map((name) =>
        number(name, 4, ({ metrics }) => new Map(Object.entries(metrics ?? {})).get(name)),
      ),
      number("words/s", 0, (row) => row.wordsPerSecond),
      { heading: "time", numeric: true, cell: ({ seconds }) => formatDuration(seconds) },
    ],
    rows: epochs,
    ...(kept === undefined ? {} : { marked: (row: Evaluated) => row === kept }),
  });
}
