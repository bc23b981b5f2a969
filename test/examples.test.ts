import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/** Runs an example as a user would, on the built package; `npm test` builds it first. */
function printed(example: string): string[] {
  if (!existsSync(join("dist", "index.js"))) throw new Error("dist/ is not built; run `npm run build` first");
  const result = spawnSync(process.execPath, [join("examples", example)], { encoding: "utf8" });
  expect(result.status, result.stderr).toBe(0);
  return result.stdout.trimEnd().split("\n");
}

/** What each example must have shown. An example without a row here fails. */
const checks: Readonly<Record<string, (lines: readonly string[]) => void>> = {
  "train-and-tag.mjs": (lines) => {
    const losses = lines.flatMap((line) => /^epoch \d+: loss ([\d.]+), dev F1 [\d.]+$/.exec(line)?.[1] ?? []);
    expect(losses).toHaveLength(6);
    expect(Number(losses.at(-1))).toBeLessThan(Number(losses[0]));
    const stages = lines.filter((line) => /^epoch \d+: loss [\d.]+, completing$/.test(line));
    expect(stages).toHaveLength(6);
    const [text, ...entities] = lines.slice(stages.length + losses.length);
    expect(entities.length).toBeGreaterThan(0);
    for (const entity of entities) {
      const [, from, to, score, words] =
        /^(\d+)–(\d+) (?:PER|ORG|LOC|PRODUCT) ([\d.]+) (.+)$/.exec(entity) ?? [];
      expect(text!.slice(Number(from), Number(to))).toBe(words);
      expect(Number(score)).toBeGreaterThan(0);
      expect(Number(score)).toBeLessThanOrEqual(1);
    }
  },
  "own-method.mjs": (lines) => {
    const scores = lines.flatMap((line) => /^epoch \d+: dev F1 ([\d.]+)$/.exec(line)?.[1] ?? []);
    expect(scores).toHaveLength(6);
    // In the first epochs nothing is found, which is told on the way.
    expect(Number(scores.at(-1))).toBeGreaterThan(10);
    expect(lines.at(-1)).toMatch(/Lisbon LOC/);
  },
};

describe("examples run and show what they promise", () => {
  // The folder of the browser example is tested in a browser, see browser-inference.test.ts.
  test.each(readdirSync("examples").filter((name) => name !== "browser"))("%s", (example) => {
    expect(Object.keys(checks)).toContain(example);
    checks[example]!(printed(example));
  });
});
