import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { scorePredictions } from "./score-run.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-score-run-"));
afterAll(() => rmSync(folder, { recursive: true }));

const tokens = ["Ann", "met", "Bob", "in", "Rome"];
const entity = (start: number, label: string) => ({ start, end: start + 1, label });
function write(name: string, record: object): string {
  const path = join(folder, name);
  writeFileSync(path, `${JSON.stringify({ tokens, ...record })}\n`);
  return path;
}

test("gold that says it is partial is scored as such, and the suffix wins", async () => {
  const gold = write("gold.jsonl", { entities: [entity(0, "PER")], completeness: "partial" });
  const found = write("found.jsonl", {
    entities: [entity(0, "PER"), entity(2, "PER"), entity(4, "LOC")],
  });
  const precision = async (file: string) =>
    (await scorePredictions({ name: "test", file }, found)).result.micro.precision;
  expect(await precision(gold)).toBe(100);
  expect(await precision(`${gold}:complete`)).toBeCloseTo(100 / 3);
  expect(await precision(`${gold}:complete=PER`)).toBe(50);
});
