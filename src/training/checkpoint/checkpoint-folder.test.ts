import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { smallCheckpoint } from "../../../test/support/models/small-checkpoint.ts";
import { CheckpointFolder } from "./checkpoint-folder.ts";

let dir: string;
const at = (...names: string[]) => join(dir, "checkpoints", ...names);
const names = () => readdirSync(at()).sort();

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "lacuna-checkpoint-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

test("numbers that JSON cannot hold are refused, and nothing is left behind", async () => {
  const folder = new CheckpointFolder(dir);
  const state = { score: Number.NEGATIVE_INFINITY };
  await expect(folder.save({ ...smallCheckpoint(1), state })).rejects.toThrow('has -Infinity at "score"');
  expect(names()).toEqual([]);
  expect(await folder.load()).toBeUndefined();
});

describe("what is kept", () => {
  test("the newest two, with a manifest that lists all files", async () => {
    const folder = new CheckpointFolder(dir);
    expect(await folder.load()).toBeUndefined();
    for (const step of [5, 10, 99_999_999, 100_000_000]) await folder.save(smallCheckpoint(step, 1));
    expect(names()).toEqual(["step-100000000", "step-99999999"]);
    expect((await folder.load())!.step).toBe(100_000_000);
    expect(readdirSync(at("step-99999999")).sort()).toEqual([
      "best.safetensors",
      "manifest.json",
      "optimiser.safetensors",
      "state.json",
      "weights.safetensors",
    ]);
  });

  test("the average and what a method kept of early stages in files of their own, to the bit, and only if there are any", async () => {
    const folder = new CheckpointFolder(dir);
    const average = new Map([["w", { dtype: "F32", shape: [2], data: Float32Array.of(-0, 1e-45) } as const]]);
    const marks = { dtype: "I32", shape: [3], data: Int32Array.of(-1, 0, 7) } as const;
    const stages = new Map([["marks", marks]]);
    await folder.save({ ...smallCheckpoint(1), average, stages });
    expect(readdirSync(at("step-00000001")).sort()).toEqual([
      "average.safetensors",
      "manifest.json",
      "optimiser.safetensors",
      "stages.safetensors",
      "state.json",
      "weights.safetensors",
    ]);
    const loaded = (await new CheckpointFolder(dir).load())!;
    expect(loaded.average).toEqual(average);
    expect(Object.is(loaded.average!.get("w")!.data[0], -0)).toBe(true);
    expect(loaded.stages).toEqual(stages);
    await folder.save(smallCheckpoint(2));
    const { average: none, stages: nothing } = (await folder.load())!;
    expect([none, nothing]).toEqual([undefined, undefined]);
  });

  test("none of later steps, which are from a run that went back", async () => {
    const folder = new CheckpointFolder(dir);
    for (const step of [10, 20]) await folder.save(smallCheckpoint(step));
    await folder.save(smallCheckpoint(15));
    expect(names()).toEqual(["step-00000010", "step-00000015"]);
  });

  test("the one that was gone back to, not the damaged one", async () => {
    const folder = new CheckpointFolder(dir);
    for (const step of [10, 20]) await folder.save(smallCheckpoint(step));
    truncateSync(at("step-00000020", "state.json"), 3);
    expect((await folder.load())!.step).toBe(10);
    await folder.save(smallCheckpoint(30));
    expect(names()).toEqual(["step-00000010", "step-00000030"]);
  });

  test("the same step can be saved again", async () => {
    const folder = new CheckpointFolder(dir);
    await folder.save(smallCheckpoint(10));
    await folder.save({ ...smallCheckpoint(10), state: "again" });
    expect(names()).toEqual(["step-00000010"]);
    expect((await folder.load())!.state).toBe("again");
  });

  test("nothing after clear, also where there was nothing", async () => {
    const folder = new CheckpointFolder(dir);
    await folder.clear();
    await folder.save(smallCheckpoint(10));
    await folder.clear();
    expect([await folder.load(), readdirSync(dir)]).toEqual([undefined, []]);
  });
});

describe("best weights", () => {
  const inode = (step: string) => statSync(at(step, "best.safetensors")).ino;
  const bestOf = async (folder = new CheckpointFolder(dir)) =>
    [...(await folder.load())!.best!.values()].map(({ data }) => data[0]);

  test("are linked while their version stays the same, also after a restart", async () => {
    const folder = new CheckpointFolder(dir);
    await folder.save(smallCheckpoint(10, 0.5), 7);
    await folder.save(smallCheckpoint(20, 0.5), 7);
    expect(inode("step-00000010")).toBe(inode("step-00000020"));
    const resumed = new CheckpointFolder(dir);
    await resumed.load();
    await resumed.save(smallCheckpoint(30, 0.5), 7);
    expect(inode("step-00000020")).toBe(inode("step-00000030"));
    expect(await bestOf()).toEqual([0.5]);
  });

  test("are written when they are others, when nothing is known of them, and when the link would be to damage", async () => {
    const folder = new CheckpointFolder(dir);
    await folder.save(smallCheckpoint(10, 0.5), 7);
    await folder.save(smallCheckpoint(20, 0.25), 20);
    expect(await bestOf()).toEqual([0.25]);
    await new CheckpointFolder(dir).save(smallCheckpoint(30, 0.75), 20); // never loaded: may be another run
    expect(await bestOf()).toEqual([0.75]);
    await folder.load();
    const file = at("step-00000030", "best.safetensors");
    const bytes = readFileSync(file);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(file, bytes);
    await folder.save(smallCheckpoint(40, 0.75), 20);
    expect(await bestOf()).toEqual([0.75]);
    await folder.save(smallCheckpoint(50), 20); // the best are the current ones
    expect((await folder.load())!.best).toBeUndefined();
    await folder.save(smallCheckpoint(60, 0.75), 20);
    expect(await bestOf()).toEqual([0.75]);
  });
});

test("a folder that cannot be written to is told", async () => {
  writeFileSync(join(dir, "checkpoints"), "a file");
  await expect(new CheckpointFolder(dir).save(smallCheckpoint(1))).rejects.toThrow(
    /^cannot write ".*checkpoints": EEXIST/,
  );
  expect(existsSync(join(dir, "checkpoints"))).toBe(true);
});
