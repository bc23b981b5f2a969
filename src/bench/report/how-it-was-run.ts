import { counted } from "../../format.ts";
import type { BenchRun } from "../suite/run.ts";
import type { BenchSummary } from "./summary.ts";
import { columnTitle, rowTitle } from "./titles.ts";

/** How many runs are finished, where, with which program, and how long each may train: a sentence each, in Markdown. */
export function howItWasRun({ runs, results }: Pick<BenchSummary, "runs" | "results">): string[] {
  const done = runs.flatMap(({ name }) => results.get(name) ?? []);
  const threads = unique(done.map((one) => String(one.threads))).sort();
  const commits = unique(done.flatMap(({ commit }) => commit ?? []));
  const facts = [
    ...unique(done.map(({ machine }) => machine)),
    `${threads.join(" or ")} ${threads.join() === "1" ? "thread" : "threads"} per run`,
    `Lacuna ${unique(done.map(({ version }) => version)).join(", ")}`,
    ...(commits.length === 0 ? [] : [`${commits.length === 1 ? "commit" : "commits"} ${commits.join(", ")}`]),
  ];
  const where = done.length === 0 ? "" : ` (${facts.join("; ")})`;
  return [
    `${done.length} of ${runs.length} runs are finished${where}.`,
    budgets(done.length === 0 ? runs : done.map(({ run }) => run)),
  ];
}

/** What ± and the stars of the tables mean, as far as there are any. In Markdown. */
export function legend({ suite, tables }: Pick<BenchSummary, "suite" | "tables">): string {
  const entries = tables.flatMap(({ rows }) => rows.flatMap((row) => row.entries));
  return [
    ...(entries.some((entry) => entry?.f1?.sd !== undefined)
      ? ["± is the standard deviation over seeds."]
      : []),
    ...(entries.some((entry) => entry?.p !== undefined)
      ? [
          `Stars mark a significant difference from \`${suite.baseline}\`, for better or worse: p < 0.05 (\`*\`), 0.01 (\`**\`), 0.001 (\`***\`), by approximate randomisation over the test sentences, with the seeds that both have.`,
        ]
      : []),
  ].join(" ");
}

/** The rows that have no score yet, in one sentence of Markdown; nothing where all have one. */
export function unfinishedText({ suite, tables }: Pick<BenchSummary, "suite" | "tables">): string {
  const byEncoder = tables.flatMap((table) => {
    const rows = table.rows.flatMap(({ row, entries }) => {
      const planned = table.columns.filter((_, i) => entries[i] !== undefined);
      const missing = table.columns.filter((_, i) => entries[i]?.results.length === 0);
      if (missing.length === 0) return [];
      const { text, isCode } = rowTitle(suite, row);
      const name = isCode ? `\`${text}\`` : `“${text}”`;
      const columns = missing.map((column) => columnTitle(table, column)).join(", ");
      return [missing.length === planned.length ? name : `${name} (${columns})`];
    });
    return rows.length === 0 ? [] : [`with \`${table.encoder}\` ${rows.join(", ")}`];
  });
  return byEncoder.length === 0 ? "" : `Not measured yet: ${byEncoder.join("; ")}.`;
}

function budgets(runs: readonly BenchRun[]): string {
  const all = runs.map(({ encoder, data, row, minutes, epochs }) => {
    const parts = [
      ...(minutes === null ? [] : [`${minutes} ${minutes === 1 ? "minute" : "minutes"}`]),
      ...(epochs === null ? [] : [counted(epochs, "epoch")]),
    ];
    const budget = parts.length === 0 ? "the usual epochs of the encoder" : parts.join(" or ");
    return { encoder, set: data.name, row, budget };
  });
  // Data sets and rows are named only where budgets differ by them.
  const named = all.map(({ encoder, set, row, budget }) => {
    const others = all.filter((other) => other.encoder === encoder && other.budget !== budget);
    const bySet = others.length === 0 ? "" : ` on ${set}`;
    const byRow = others.some((other) => other.set === set) ? ` with \`${row}\`` : "";
    return `\`${encoder}\`${bySet}${byRow} ${budget}`;
  });
  return `Limits, in epochs of the main training or minutes in all: ${unique(named).join("; ")}. What was really used is in the tables of costs.`;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
