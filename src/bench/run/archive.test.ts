import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { madeUpResult, madeUpRun } from "../../../test/support/bench-runs.ts";
import type { BenchRun } from "../suite/run.ts";
import { archiveRuns, readArchive, restoreRuns } from "./archive.ts";
import { checkBegunRun, readRunResults, readSentenceCounts, runPaths } from "./run-folder.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-archive-"));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;
const fresh = (ending = "") => join(folder, `${++count}${ending}`);

const runs = ["a", "b", "c"].map((row) => madeUpRun({ row }));
const [a, b, c] = runs as [BenchRun, BenchRun, BenchRun];

function finish(out: string, run: BenchRun, f1: number): void {
  const paths = runPaths(out, run.name);
  mkdirSync(paths.folder, { recursive: true });
  writeFileSync(paths.settings, JSON.stringify(run));
  writeFileSync(paths.counts, JSON.stringify({ correct: [f1, 0], predicted: [f1, 1], gold: [f1, 2] }));
  writeFileSync(paths.result, JSON.stringify(madeUpResult(run, f1)));
}
const scores = async (out: string) =>
  [...(await readRunResults(out, runs))].map(
    ([
      name,
      {
        test: { f1 },
      },
    ]) => [name, f1],
  );

test("what is done on one machine is done on another", async () => {
  const [here, there, archive] = [fresh(), fresh(), fresh(".jsonl")];
  finish(here, a, 10);
  finish(here, c, 30);
  await archiveRuns(archive, here, runs);
  expect(await restoreRuns(archive, there, runs)).toEqual([a.name, c.name]);
  expect(await scores(there)).toEqual([
    [a.name, 10],
    [c.name, 30],
  ]);
  expect([...(await readSentenceCounts(there, c.name)).predicted]).toEqual([30, 1]);
  // And goes on there, with what was archived.
  finish(there, b, 20);
  await archiveRuns(archive, there, runs);
  expect(readFileSync(archive, "utf8").trimEnd().split("\n")).toHaveLength(3);
  expect(await restoreRuns(archive, there, runs)).toEqual([]);
});

test("a run that was begun, or of which the suite says something else now, is not taken from the archive; nor is it lost", async () => {
  const [here, there, archive] = [fresh(), fresh(), fresh(".jsonl")];
  for (const run of runs) finish(here, run, 10);
  await archiveRuns(archive, here, runs);
  mkdirSync(runPaths(there, a.name).folder, { recursive: true });
  writeFileSync(runPaths(there, a.name).settings, JSON.stringify(a));
  const changed = { ...b, epochs: 7 };
  expect(await restoreRuns(archive, there, [a, changed, c])).toEqual([c.name]);
  expect(existsSync(runPaths(there, b.name).folder)).toBe(false);
  await archiveRuns(archive, there, [a, changed, c]);
  expect(readFileSync(archive, "utf8").trimEnd().split("\n")).toHaveLength(3);
});

test("a result that was made anew takes the place of the older one", async () => {
  const [here, archive] = [fresh(), fresh(".jsonl")];
  finish(here, a, 10);
  await archiveRuns(archive, here, runs);
  finish(here, a, 11);
  await archiveRuns(archive, here, runs);
  const there = fresh();
  await restoreRuns(archive, there, runs);
  expect(await scores(there)).toEqual([[a.name, 11]]);
});

test("no archive yet: nothing to take; a broken one is named with its line, and not written over", async () => {
  const archive = fresh(".jsonl");
  expect(await restoreRuns(archive, fresh(), runs)).toEqual([]);
  const here = fresh();
  finish(here, a, 10);
  await archiveRuns(archive, here, runs);
  const whole = readFileSync(archive, "utf8");
  for (const broken of [whole.slice(0, 40), '{"result":{}}\n']) {
    writeFileSync(archive, whole + broken);
    await expect(restoreRuns(archive, fresh(), runs)).rejects.toThrow(`${archive}:2 is no run`);
    await expect(archiveRuns(archive, here, runs)).rejects.toThrow(`${archive}:2`);
    expect(readFileSync(archive, "utf8")).toBe(whole + broken);
  }
});

test("an archive and a folder of format 1, which called runs cells, are read as they are", async () => {
  const [here, archive] = [fresh(), fresh(".jsonl")];
  const old = ({ run, ...rest }: ReturnType<typeof madeUpResult>) => ({ cell: run, ...rest });
  const counts = { correct: [1], predicted: [1], gold: [2] };
  writeFileSync(archive, `${JSON.stringify({ result: old(madeUpResult(a, 10)), counts })}\n`);
  const cell = join(here, "cells", ...b.name.split("/"));
  mkdirSync(cell, { recursive: true });
  writeFileSync(join(cell, "cell.json"), JSON.stringify(b));
  writeFileSync(join(cell, "result.json"), JSON.stringify(old(madeUpResult(b, 20))));
  writeFileSync(join(cell, "test-counts.json"), JSON.stringify(counts));
  await checkBegunRun(here, b);
  await expect(checkBegunRun(here, { ...b, epochs: 7 })).rejects.toThrow('"epochs" was 1, now 7');
  expect(await restoreRuns(archive, here, runs)).toEqual([a.name]);
  expect(await scores(here)).toEqual([
    [a.name, 10],
    [b.name, 20],
  ]);
  await archiveRuns(archive, here, runs);
  expect([...(await readArchive(archive)).values()].map(({ result }) => result)).toEqual([
    madeUpResult(a, 10),
    madeUpResult(b, 20),
  ]);
  expect(readFileSync(archive, "utf8")).not.toContain('"cell"');
});
