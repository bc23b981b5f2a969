import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { RunUsage } from "./run-usage.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-usage-"));
const path = join(folder, "usage.json");
afterAll(() => rmSync(folder, { recursive: true }));

test("times of all sittings add up, memory is the highest of them", async () => {
  let now = { seconds: 2, cpuSeconds: 3, peakMegabytes: 200 };
  const first = await RunUsage.open(path, () => now);
  await first.note();
  now = { seconds: 4, cpuSeconds: 6, peakMegabytes: 250 };
  // A second note of the same sitting takes the place of the first.
  await first.note();

  const second = await RunUsage.open(path, () => ({ seconds: 1, cpuSeconds: 1.5, peakMegabytes: 100 }));
  expect(second.total()).toEqual({ seconds: 5, cpuSeconds: 7.5, peakMegabytes: 250 });
  expect([first.resumed, second.resumed]).toEqual([0, 1]);
  await second.note();
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual([
    { seconds: 4, cpuSeconds: 6, peakMegabytes: 250 },
    { seconds: 1, cpuSeconds: 1.5, peakMegabytes: 100 },
  ]);
});

test("this process has used something", async () => {
  const { seconds, cpuSeconds, peakMegabytes } = (await RunUsage.open(join(folder, "own.json"))).total();
  expect(seconds).toBeGreaterThan(0);
  expect(cpuSeconds).toBeGreaterThan(0.01);
  expect(peakMegabytes).toBeGreaterThan(20);
});
