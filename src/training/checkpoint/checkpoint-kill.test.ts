import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { checkManifest } from "../../files/manifest.ts";
import { Random } from "../../random.ts";
import { CheckpointFolder } from "./checkpoint-folder.ts";

/**
 * Goes on from the newest checkpoint and saves without end, telling each step once it is saved. Every third step is
 * saved twice, so that folders are replaced as well, and the best weights change every fourth step.
 */
const saver = `
  import { writeSync } from "node:fs";
  import { pathToFileURL } from "node:url";
  const [, compiled, dir] = process.argv;
  const { CheckpointFolder } = await import(pathToFileURL(compiled));
  const tensors = (value) =>
    new Map([["w", { dtype: "F32", shape: [20000], data: new Float32Array(20000).fill(value) }]]);
  const folder = new CheckpointFolder(dir);
  for (let step = ((await folder.load())?.step ?? 0) + 1; ; step++) {
    for (let time = 0; time < (step % 3 === 0 ? 2 : 1); time++) {
      const best = Math.floor(step / 4);
      const optimiser = { info: { kind: "sgd", updates: [["w", step]] }, tensors: tensors(-step) };
      await folder.save({ step, weights: tensors(step), optimiser, best: tensors(best), state: { step } }, best);
      writeSync(1, step + "\\n");
    }
  }
`;

let build: string;
let dir: string;
let child: ChildProcess | undefined;
beforeAll(() => {
  // Node 20 cannot run the sources by itself, and `dist/` may be older than they are.
  build = mkdtempSync(join(tmpdir(), "lacuna-kill-build-"));
  const options =
    "--ignoreConfig --noCheck --module nodenext --target es2023 --rewriteRelativeImportExtensions";
  const source = join("src", "training", "checkpoint", "checkpoint-folder.ts");
  const tsc = join("node_modules", "typescript", "bin", "tsc");
  const args = [tsc, source, ...options.split(" "), "--rootDir", "src", "--outDir", build];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect([status, stdout]).toEqual([0, ""]);
  writeFileSync(join(build, "package.json"), '{"type":"module"}');
  symlinkSync(resolve("node_modules"), join(build, "node_modules"), "junction");
});
afterAll(() => rmSync(build, { recursive: true }));
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "lacuna-kill-"));
});
afterEach(() => {
  child?.kill("SIGKILL");
  rmSync(dir, { recursive: true });
});

/** Runs the saver and kills it some time after its first word; gives the last step that it told. */
async function killAfter(milliseconds: number): Promise<number> {
  const compiled = join(build, "training", "checkpoint", "checkpoint-folder.js");
  child = spawn(process.execPath, ["--input-type=module", "--eval", saver, compiled, dir]);
  let told = "";
  let wrong = "";
  child.stdout!.on("data", (data) => {
    told += data;
  });
  child.stderr!.on("data", (data) => {
    wrong += data;
  });
  const closed = once(child, "close");
  await Promise.race([once(child.stdout!, "data"), closed]);
  await setTimeout(milliseconds);
  child.kill("SIGKILL");
  const [, signal] = await closed;
  expect([signal, wrong]).toEqual(["SIGKILL", ""]);
  return Number(told.trimEnd().split("\n").at(-1));
}

test("killed at any moment, the last checkpoint that was told of or a newer one is there, complete", async () => {
  const random = new Random(5);
  let before = 0;
  let interrupted = 0;
  for (let round = 0; round < 10; round++) {
    const told = await killAfter(random.below(100));
    expect(told).toBeGreaterThan(before);
    if (readdirSync(join(dir, "checkpoints")).some((name) => name.endsWith(".tmp"))) interrupted++;

    const damaged: string[] = [];
    const folder = new CheckpointFolder(dir, { onDamaged: (path) => damaged.push(path) });
    const { step, weights, optimiser, best, state } = (await folder.load())!;
    expect(step).toBeGreaterThanOrEqual(told);
    expect(step).toBeLessThanOrEqual(told + 1);
    // Nothing half-done stands under a checkpoint's name, neither half-written nor half-removed.
    expect(damaged).toEqual([]);
    for (const name of readdirSync(join(dir, "checkpoints"))) {
      if (name.startsWith("step-"))
        await checkManifest(join(dir, "checkpoints", name), { kind: "checkpoint" });
    }
    const values = [weights, optimiser.tensors, best!].map((tensors) => [
      ...new Set<number | bigint>(tensors.get("w")!.data),
    ]);
    expect(values).toEqual([[step], [-step], [Math.floor(step / 4)]]);
    expect([state, optimiser.info.updates]).toEqual([{ step }, [["w", step]]]);
    before = step;
  }
  // Saving is all the process does, so most kills come in the middle of it.
  expect(interrupted).toBeGreaterThan(0);
});
