import { expect, test } from "vitest";
import { madeUpRun } from "../../../test/support/bench-runs.ts";
import { BenchProgress } from "./bench-progress.ts";

const run = (name: string) => {
  const { data } = madeUpRun();
  return { name, data: { ...data, name: name.split("/")[0]! } };
};

/** What stands in the last line of a terminal after what was written to it. */
function lastLine(written: readonly string[]): string {
  const line = written.join("").split("\n").at(-1)!;
  return line.split("\r\x1b[K").at(-1)!;
}

test("one line shows all runs at work, and makes way for what is printed", () => {
  const written: string[] = [];
  const progress = new BenchProgress({ isTTY: true, columns: 60, write: (text) => written.push(text) });
  progress.update(run("a/seed1"), { kind: "epoch", epoch: 1, epochs: 8, f1: null });
  expect(lastLine(written)).toBe("a/seed1 1/8");
  progress.update(run("b/seed1"), { kind: "epoch", epoch: 3, epochs: 20, f1: 71.234 });
  progress.update(run("a/seed1"), { kind: "epoch", epoch: 2, epochs: 8, f1: 5 });
  expect(lastLine(written)).toBe("a/seed1 2/8 F1 5.00 · b/seed1 3/20 F1 71.23");
  progress.around(() => written.push("finished\n"));
  // The line was cleared first, so that "finished" stands alone.
  expect(written.join("")).toContain("\r\x1b[Kfinished\n");
  expect(lastLine(written)).toBe("a/seed1 2/8 F1 5.00 · b/seed1 3/20 F1 71.23");
  progress.remove("a/seed1");
  expect(lastLine(written)).toBe("b/seed1 3/20 F1 71.23");
  progress.remove("b/seed1");
  expect(lastLine(written)).toBe("");
});

test("what does not fit is cut, and nothing is drawn where there is no terminal", () => {
  const written: string[] = [];
  const progress = new BenchProgress({ isTTY: true, columns: 10, write: (text) => written.push(text) });
  progress.update(run("a-long-name"), { kind: "epoch", epoch: 1, epochs: 2, f1: 1 });
  expect(lastLine(written)).toBe("a-long-na");
  const silent: string[] = [];
  const none = new BenchProgress({ write: (text) => silent.push(text) });
  none.update(run("a"), { kind: "epoch", epoch: 1, epochs: 2, f1: 1 });
  none.around(() => silent.push("line\n"));
  expect(silent).toEqual(["line\n"]);
});

test("what runs note is told once for each data set, whatever the numbers; on any screen", () => {
  const written: string[] = [];
  const progress = new BenchProgress({ write: (text) => written.push(text) });
  const note = (name: string, ...notices: string[]) =>
    progress.update(run(name), { kind: "notices", notices });
  note("a/seed1", "labels are taken as complete", "3 entities are not learnt");
  note("a/seed2", "labels are taken as complete", "4 entities are not learnt");
  note("b/seed1", "5 entities are\x1b[2J not learnt");
  expect(written).toEqual([
    "note: a: labels are taken as complete\n",
    "note: a: 3 entities are not learnt\n",
    "note: b: 5 entities are\\u001b[2J not learnt\n",
  ]);
});
