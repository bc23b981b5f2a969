import type { Reporter, TestModule } from "vitest/node";
import type { Need } from "./needs.ts";

/** Says in one line, after everything else, what was skipped and how to have it. */
export default class SkippedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    // Those without a need were left out by `-t NAME`: asked for.
    const skipped = modules
      .flatMap((module) => [...module.children.allTests("skipped")])
      .flatMap((test) => test.meta().need ?? []);
    if (skipped.length > 0) console.log(skippedLine(skipped));
  }
}

/** As in `3 tests skipped: 2 need a browser (apt-get …), 1 needs data sets (set …)`. */
export function skippedLine(skipped: readonly Pick<Need, "what" | "how">[]): string {
  const counts = new Map<string, number>();
  for (const { what, how } of skipped) {
    const reason = `${what} (${how})`;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const reasons = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${count} ${count === 1 ? "needs" : "need"} ${reason}`);
  const tests = skipped.length === 1 ? "test" : "tests";
  return `${skipped.length} ${tests} skipped: ${reasons.join(", ")}`;
}
