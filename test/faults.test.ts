// The short form of `npm run check:faults`, which tries every step of every command.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faultCases, prepareInputs } from "../bench/faults/cases.ts";
import { crashEverywhere } from "../bench/faults/crash.ts";
import { fillDisks } from "../bench/faults/disk-full.ts";
import { refuseWriting } from "../bench/faults/read-only.ts";
import { runTwice } from "../bench/faults/two-processes.ts";
import { needs, testWith } from "./support/needs.ts";

const main = resolve("dist", "cli", "main.js");
const prepared = mkdtempSync(join(tmpdir(), "lacuna-faults-"));
const bed = { main, prepared };
beforeAll(() => prepareInputs(prepared, main, { isQuick: true }));
afterAll(() => rmSync(prepared, { recursive: true }));

function caseNamed(name: string) {
  return faultCases.find((own) => own.name === name)!;
}

test.each(["convert to columns", "convert to brat pair", "split"])(
  "killed at a few of its steps: %s",
  async (name) => {
    const { tries, failures } = await crashEverywhere(bed, caseNamed(name), { points: 5, jobs: 2 });
    expect(failures).toEqual([]);
    expect(tries).toBe(5);
  },
);

test.each(["split", "convert with a report"])(
  "a full disk is told in one line, and harms nothing: %s",
  async (name) => {
    const { tries, failures } = await fillDisks(bed, caseNamed(name), { sizes: 2, jobs: 2 });
    expect(failures).toEqual([]);
    expect(tries).toBe(2);
  },
);

testWith(needs.users, "so is a folder that may not be written", async () => {
  const { failures } = await refuseWriting(bed, caseNamed("convert to brat folder"));
  expect(failures).toEqual([]);
});

test("two at once leave one whole output", async () => {
  const { failures } = await runTwice(bed, caseNamed("split"), { times: 1 });
  expect(failures).toEqual([]);
});
