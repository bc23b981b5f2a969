import { formatDuration } from "../../src/report/index.ts";
import type { Cell, EncoderName } from "./cell.ts";
import type { CellResult } from "./cell-result.ts";
import { type Check, resultChecks } from "./checks.ts";
import { markdownTable } from "./docs-section.ts";
import { published } from "./published.ts";
import { benchMethods, maskings } from "./results-cells.ts";

/** The results as a part of docs/results.md. Every number in it comes from `results`. */
export function resultsSection(cells: readonly Cell[], results: ReadonlyMap<string, CellResult>): string {
  const done = cells.flatMap(({ name }) => results.get(name) ?? []);
  return [
    howItWasRun(cells, done),
    `### \`cnn\`: trained from nothing\n\n${scoreTables("cnn", cells, done)}`,
    `### \`minilm-l6\`: a small pretrained transformer\n\n${scoreTables("minilm-l6", cells, done)}`,
    `### Published\n\n${publishedTable()}`,
    `### What was promised\n\n${checkTable(resultChecks(done))}`,
    `### The runs\n\n${runTable(done)}`,
  ].join("\n\n");
}

function howItWasRun(cells: readonly Cell[], done: readonly CellResult[]): string {
  const budget = (encoder: EncoderName) => {
    const one = cells.find((cell) => cell.encoder === encoder)!;
    return `\`${encoder}\` ${one.minutes} minutes and at most ${one.epochs} epochs`;
  };
  const { sentences, set } = cells[0]!;
  const distinct = (values: readonly string[]) => [...new Set(values)].join(", ");
  const where =
    done.length === 0
      ? ""
      : `, with ${distinct(done.map(({ machine }) => machine))}, at commit ${distinct(done.map(({ commit }) => commit))}`;
  return [
    `${done.length} of ${cells.length} cells have been run${where}.`,
    `Every method has the same time: ${budget("cnn")}, ${budget("minilm-l6")}. The seed is ${cells[0]!.seed} everywhere.`,
    ...(sentences === null ? [] : [`**A trial with the first ${sentences} sentences of each file only.**`]),
    ...(set.length === 0 ? [] : [`**With ${set.map((one) => `\`${one}\``).join(", ")}.**`]),
  ].join("\n");
}

function scoreTables(encoder: EncoderName, cells: readonly Cell[], done: readonly CellResult[]): string {
  const own = cells.filter((cell) => cell.encoder === encoder);
  const ps = maskings.filter((p) => own.some((cell) => cell.p === p));
  const methods = benchMethods.filter((method) => own.some((cell) => cell.method === method));
  const rows = (shown: (result: CellResult) => string) =>
    methods.map((method) => [
      `\`${method}\``,
      ...ps.map((p) => {
        const cell = own.find((one) => one.method === method && one.p === p);
        if (cell === undefined) return "";
        const result = done.find(({ name }) => name === cell.name);
        return result === undefined ? "not run yet" : shown(result);
      }),
    ]);
  const head = ps.map((p) => `p = ${p}`);
  return [
    "Test F1:",
    markdownTable(
      ["method", ...head],
      rows(({ test }) => test.f1.toFixed(2)),
    ),
    "Precision / recall on test:",
    markdownTable(
      ["method", ...head],
      rows(({ test }) => `${test.precision.toFixed(2)} / ${test.recall.toFixed(2)}`),
    ),
  ].join("\n\n");
}

function publishedTable(): string {
  const rows = [...published].map(([method, scores]) => [
    `\`${method}\``,
    ...maskings.map((p) => scores.get(p)?.toFixed(2) ?? ""),
  ]);
  return [
    "Test F1 as the papers report it, with BERT (`uniform`, `weighted`) and RoBERTa (`nrces`), which are far larger models than ours. Which labels are hidden differs from ours too: this is for orientation. For CoNLL-03 with hidden labels nothing is published for `ce` and `scl-rai`.",
    markdownTable(["method", ...maskings.map((p) => `p = ${p}`)], rows),
  ].join("\n\n");
}

/** Promises and whether they are kept, as a table. */
export function checkTable(checks: readonly Check[]): string {
  return markdownTable(
    ["promise", "wanted", "measured", "kept"],
    checks.map(({ claim, wanted, measured, isMet }) => [
      claim,
      wanted,
      measured ?? "not run yet",
      isMet === undefined ? "" : isMet ? "yes" : "**no**",
    ]),
  );
}

function runTable(done: readonly CellResult[]): string {
  if (done.length === 0) return "None yet.";
  const percent = (share: number | undefined) => (share === undefined ? "" : `${(100 * share).toFixed(2)} %`);
  return [
    "“Missampled” is the share of negatives that are hidden entities, “denied” the mean probability of “no entity” that the model gives to hidden entities; both in the last epoch.",
    markdownTable(
      ["cell", "epochs", "best", "steps", "dev F1", "test F1", "missampled", "denied", "words/s", "time"],
      done.map((one) => [
        `${one.name}${one.resumed > 0 ? " (resumed)" : ""}`,
        String(one.epochsDone),
        String(one.bestEpoch),
        one.steps.toLocaleString("en"),
        one.dev.f1.toFixed(2),
        one.test.f1.toFixed(2),
        percent(one.diagnostics.last.missampling),
        percent(one.diagnostics.last.hiddenNonEntity),
        Math.round(one.wordsPerSecond).toLocaleString("en"),
        formatDuration(one.totalSeconds),
      ]),
    ),
  ].join("\n\n");
}
