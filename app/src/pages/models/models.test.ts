import { expect, test } from "vitest";
import type { Run } from "../../../../src/review/api.ts";
import { comparedByDefault } from "./models.ts";

const run = (id: number, more: Partial<Run> = {}): Run => ({
  id,
  name: `run ${id}`,
  kind: "reviewed",
  status: "done",
  startedAt: "",
  endedAt: "",
  who: "",
  method: "",
  encoder: "",
  reaudit: false,
  decisions: 0,
  f1: 80,
  error: null,
  ...more,
});

test("the newest is set against the data as it was audited", () => {
  expect(comparedByDefault([run(3), run(2), run(1, { kind: "before" })])).toEqual([1, 3]);
});

test("without such a run, against the one before; what is not scored does not count", () => {
  expect(comparedByDefault([run(4, { status: "running" }), run(3, { f1: null }), run(2), run(1)])).toEqual([
    1, 2,
  ]);
});

test("one run has nothing to be compared with", () => {
  expect(comparedByDefault([run(1)])).toBeUndefined();
  expect(comparedByDefault([])).toBeUndefined();
});
