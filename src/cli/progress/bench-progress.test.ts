import { expect, test } from "vitest";
import { BenchProgress } from "./bench-progress.ts";

/** What stands in the last line of a terminal after what was written to it. */
function lastLine(written: readonly string[]): string {
  const line = written.join("").split("\n").at(-1)!;
  return line.split("\r\x1b[K").at(-1)!;
}

test("one line shows all runs at work, and makes way for what is printed", () => {
  const written: string[] = [];
  const progress = new BenchProgress({ isTTY: true, columns: 60, write: (text) => written.push(text) });
  progress.update("a/seed1", { kind: "epoch", epoch: 1, epochs: 8, f1: null });
  expect(lastLine(written)).toBe("a/seed1 1/8");
  progress.update("b/seed1", { kind: "epoch", epoch: 3, epochs: 20, f1: 71.234 });
  progress.update("a/seed1", { kind: "epoch", epoch: 2, epochs: 8, f1: 5 });
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
  progress.update("a-long-name", { kind: "epoch", epoch: 1, epochs: 2, f1: 1 });
  expect(lastLine(written)).toBe("a-long-na");
  const silent: string[] = [];
  const none = new BenchProgress({ write: (text) => silent.push(text) });
  none.update("a", { kind: "epoch", epoch: 1, epochs: 2, f1: 1 });
  none.around(() => silent.push("line\n"));
  expect(silent).toEqual(["line\n"]);
});
