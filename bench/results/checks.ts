import { formatDuration } from "../../src/report/index.ts";
import type { EncoderName } from "./cell.ts";
import type { CellResult } from "./cell-result.ts";

/** A promise, and whether the results keep it; undefined while its cells have not been run. */
export interface Check {
  readonly claim: string;
  readonly wanted: string;
  readonly measured: string | undefined;
  readonly isMet: boolean | undefined;
}

/** What the project promises of the results. */
export function resultChecks(results: readonly CellResult[]): Check[] {
  const find = (encoder: EncoderName, method: string, p: number) =>
    results.find((one) => one.encoder === encoder && one.method === method && one.p === p);
  const gain = (encoder: EncoderName, method: string): Check => {
    const [own, ce] = [find(encoder, method, 0.7), find(encoder, "ce", 0.7)];
    const points = own && ce && own.test.f1 - ce.test.f1;
    return atLeast(`\`${encoder}\`, p = 0.7: \`${method}\` over \`ce\``, points, 10, signed);
  };
  return [
    ...["uniform", "weighted", "scl-rai", "nrces"].map((method) => gain("cnn", method)),
    ...["weighted", "scl-rai", "nrces"].map((method) => gain("minilm-l6", method)),
    atLeast("`cnn`, nothing hidden: `ce`", find("cnn", "ce", 0)?.test.f1, 80),
    atLeast("`cnn`, nothing hidden: the best method", best(results, "cnn"), 80),
    atLeast("`minilm-l6`, nothing hidden: `ce`", find("minilm-l6", "ce", 0)?.test.f1, 87),
    notSlower(results, "cnn", 5),
    notSlower(results, "minilm-l6", 12),
  ];
}

const plain = (value: number) => value.toFixed(2);
const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;

function atLeast(claim: string, value: number | undefined, bound: number, shown = plain): Check {
  return {
    claim,
    wanted: `≥ ${shown(bound)}`,
    measured: value === undefined ? undefined : shown(value),
    isMet: value === undefined ? undefined : value >= bound,
  };
}

function best(results: readonly CellResult[], encoder: EncoderName): number | undefined {
  const scores = results.filter((one) => one.encoder === encoder && one.p === 0).map(({ test }) => test.f1);
  return scores.length === 0 ? undefined : Math.max(...scores);
}

function notSlower(results: readonly CellResult[], encoder: EncoderName, minutes: number): Check {
  const seconds = results.filter((one) => one.encoder === encoder).map(({ totalSeconds }) => totalSeconds);
  const longest = seconds.length === 0 ? undefined : Math.max(...seconds);
  return {
    claim: `\`${encoder}\`: time of the slowest cell, from reading the data to the test`,
    wanted: `≤ ${minutes} min`,
    measured: longest === undefined ? undefined : formatDuration(longest),
    isMet: longest === undefined ? undefined : longest <= minutes * 60,
  };
}
