import { expect, test } from "vitest";
import type { AuditSummary } from "../../src/audit/index.ts";
import { type AuditResults, type AuditRun, auditChecks, auditSection, recovered } from "./section.ts";

const naive = new Map([
  ["all", [80, 82]],
  ["masked", [60, 62]],
  ["mended", [75, 77]],
]);

test("what came back is measured against what hiding cost", () => {
  expect(recovered(naive)).toBeCloseTo(0.75);
});

test("each expectation is checked", () => {
  const results = resultsWith({ first: 0.86, recall: 0.6, error: -0.1, covered: true });
  const checked = auditChecks(results).map(({ claim, measured, isMet }) => [claim, measured, isMet]);
  expect(checked).toEqual([
    ["`cnn`: time", "5.0 min", true],
    ["`cnn`: of the first 1,000 right", "86.0 %", true],
    ["`cnn`: found at the suggested cut", "60.0 %", false],
    ["`cnn`: estimate off by", "10.0 %", true],
    ["`cnn`: the interval holds the truth", "yes", true],
    ["`ce` after `apply`: of the loss recovered", "75.0 %", false],
  ]);
});

test("the time of a resumed audit is not known", () => {
  const { audits, ...results } = resultsWith({ first: 0.86, recall: 0.6, error: -0.1, covered: true });
  const [{ summary, ...audit }] = audits as [AuditRun];
  const [time] = auditChecks({ ...results, audits: [{ ...audit, summary: { ...summary, resumed: true } }] });
  expect(time).toMatchObject({ claim: "`cnn`: time", measured: "resumed, not known", isMet: undefined });
});

test("the section has the audits, the trainings and the aims not reached", () => {
  const text = auditSection(resultsWith({ first: 0.86, recall: 0.6, error: -0.1, covered: true }));
  expect(text).toContain(
    "| `weighted`, `cnn`, 4 models | 20 | 5.0 min | 86.0 % | 800 | 75.0 % | 60.0 % | 900 (850 to 1,050) |",
  );
  expect(text).toContain("| those left, and those the audit suggests | 76.00 ± 1.41 |");
  expect(text).toContain(
    "Aims not reached: `cnn`: found at the suggested cut ≥ 65.0 % (measured: 60.0 %); `ce` after `apply`: of the loss recovered ≥ 80.0 % (measured: 75.0 %).",
  );
});

function resultsWith(one: { first: number; recall: number; error: number; covered: boolean }): AuditResults {
  const check = {
    hidden: 1000,
    first: [{ suggestions: 1000, precision: one.first }],
    cut: { suggestions: 800, right: 600, precision: 0.75, recall: one.recall },
    estimate: { missing: { value: 900, low: 850, high: 1050 }, error: one.error, covered: one.covered },
  };
  const models = { way: "folds", count: 4, method: "weighted", encoder: "cnn" };
  const summary = { check, seconds: 300, models } as unknown as AuditSummary;
  const audits = [{ encoder: "cnn", epochs: 20, summary }];
  return { p: "0.3", maskSeed: "1", audits, naive, epochs: "6" };
}
