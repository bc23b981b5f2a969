import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { smallCheckpoint } from "../../../test/support/models/small-checkpoint.ts";
import type { StoredTensor } from "../../graph/index.ts";
import { CheckpointFolder } from "./checkpoint-folder.ts";

let dir: string;
const at = (...names: string[]) => join(dir, "checkpoints", ...names);
const names = () => readdirSync(at()).sort();

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "lacuna-checkpoint-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

describe("damage", () => {
  const newest = "step-00000020";
  const flip = (name: string, place: (length: number) => number) => {
    const bytes = readFileSync(at(newest, name));
    bytes[place(bytes.length)]! ^= 0x10;
    writeFileSync(at(newest, name), bytes);
  };
  const files = [
    "weights.safetensors",
    "optimiser.safetensors",
    "best.safetensors",
    "state.json",
    "manifest.json",
  ];
  const harms: [string, (name: string) => void][] = [
    ["missing", (name) => rmSync(at(newest, name))],
    ["cut", (name) => truncateSync(at(newest, name), statSync(at(newest, name)).size - 2)],
    ["empty", (name) => truncateSync(at(newest, name), 0)],
    ["with a bit flipped at its start", (name) => flip(name, () => 0)],
    ["with a bit flipped at its end", (name) => flip(name, (length) => length - 2)],
  ];
  const cases = files.flatMap((name) => harms.map(([what, harm]) => [name, what, harm] as const));

  test.each(cases)("%s %s: the older checkpoint is taken and the path told", async (name, _, harm) => {
    const told: string[][] = [];
    const folder = new CheckpointFolder(dir, { onDamaged: (...damage) => told.push(damage) });
    await folder.save(smallCheckpoint(10, 0.5));
    await folder.save(smallCheckpoint(20, 0.25));
    harm(name);
    expect((await folder.load())!.step).toBe(10);
    expect(told.map(([path]) => path)).toEqual([at(newest)]);
    expect(told[0]![1]).toContain(name === "manifest.json" ? "manifest" : name);
  });

  test("of all is an error that names each: to begin again would remove what could be mended", async () => {
    const folder = new CheckpointFolder(dir);
    await folder.save(smallCheckpoint(10));
    await folder.save(smallCheckpoint(20));
    flip("weights.safetensors", () => 9);
    rmSync(at("step-00000010", "state.json"));
    await expect(folder.load()).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringMatching(
        /^no checkpoint .*\n.*step-00000020.*altered.*\n.*step-00000010.*is missing$/,
      ),
      hint: expect.stringContaining("overwrite"),
    });
    expect(names()).toEqual(["step-00000010", newest]);
  });

  test("is not what a format of the future is: that is refused, and no older checkpoint taken", async () => {
    const folder = new CheckpointFolder(dir);
    await folder.save(smallCheckpoint(10));
    await folder.save(smallCheckpoint(20));
    const text = readFileSync(at(newest, "manifest.json"), "utf8");
    writeFileSync(at(newest, "manifest.json"), text.replace('"format": 3', '"format": 4'));
    await expect(folder.load()).rejects.toThrow(/has format 4, but this version reads format 3 and older$/);
  });

  test("is what another step than that of its name is", async () => {
    const told: string[] = [];
    const folder = new CheckpointFolder(dir, { onDamaged: (_, reason) => told.push(reason) });
    await folder.save(smallCheckpoint(10));
    await folder.save(smallCheckpoint(20));
    renameSync(at(newest), at("step-00000030"));
    expect((await folder.load())!.step).toBe(10);
    expect(told).toEqual([`"${at("step-00000030")}" is of step 20`]);
  });
});

describe("a checkpoint of another run", () => {
  test("is refused, even if an older one is of this run", async () => {
    await new CheckpointFolder(dir, { run: "a" }).save(smallCheckpoint(10));
    expect((await new CheckpointFolder(dir, { run: "a" }).load())!.step).toBe(10);
    await expect(new CheckpointFolder(dir, { run: "b" }).load()).rejects.toThrow(
      "is a checkpoint of another run",
    );
  });

  test("may be one that says nothing, unless the run was begun when none did", async () => {
    await new CheckpointFolder(dir).save(smallCheckpoint(10));
    await expect(new CheckpointFolder(dir, { run: "a" }).load()).rejects.toThrow("of another run");
    const upgraded = new CheckpointFolder(dir, { run: "a", allowsUnmarked: true });
    expect((await upgraded.load())!.step).toBe(10);
    await upgraded.save(smallCheckpoint(20));
    expect((await new CheckpointFolder(dir, { run: "a" }).load())!.step).toBe(20);
  });
});

describe("what a kill leaves behind", () => {
  test("temporary folders, half or whole, are ignored by load and removed by save", async () => {
    const entries = ["manifest.json", "optimiser.safetensors", "state.json", "weights.safetensors"];
    const other = mkdtempSync(join(tmpdir(), "lacuna-checkpoint-"));
    await new CheckpointFolder(other).save(smallCheckpoint(90));
    const whole = join(other, "checkpoints", "step-00000090");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 99 }), fc.subarray(entries)), { maxLength: 4 }),
        async (leftovers) => {
          const folder = new CheckpointFolder(dir);
          await folder.clear();
          await folder.save(smallCheckpoint(10));
          leftovers.forEach(([step, kept], i) => {
            const name = `.step-${String(step).padStart(8, "0")}.${String(i).padStart(12, "0")}.tmp`;
            mkdirSync(at(name));
            for (const entry of kept) cpSync(join(whole, entry), at(name, entry));
          });
          expect((await folder.load())!.step).toBe(10);
          expect(names().length).toBe(1 + leftovers.length);
          await folder.save(smallCheckpoint(20));
          expect(names()).toEqual(["step-00000010", "step-00000020"]);
        },
      ),
      { numRuns: 10 },
    );
    rmSync(other, { recursive: true });
  });

  test("a checkpoint that had stepped aside for another of the same step is still found, and pruned in its turn", async () => {
    const folder = new CheckpointFolder(dir);
    await folder.save(smallCheckpoint(10));
    await folder.save(smallCheckpoint(20));
    renameSync(at("step-00000020"), at(".step-00000020.old"));
    expect((await folder.load())!.step).toBe(20);
    await folder.save(smallCheckpoint(30));
    expect(names()).toEqual([".step-00000020.old", "step-00000030"]);
    await folder.save(smallCheckpoint(40));
    expect(names()).toEqual(["step-00000030", "step-00000040"]);
  });

  test("checkpoints that were being cleared are gone", async () => {
    const folder = new CheckpointFolder(dir);
    await folder.save(smallCheckpoint(10));
    renameSync(at(), join(dir, ".checkpoints.0123456789ab.tmp"));
    expect(await folder.load()).toBeUndefined();
    await folder.clear();
    expect(readdirSync(dir)).toEqual([]);
  });

  test("a write that fails at any tensor keeps the checkpoint before it", async () => {
    const folder = new CheckpointFolder(dir);
    await folder.save(smallCheckpoint(10, 0.5));
    const broken = new Map<string, StoredTensor>([
      ["w", { dtype: "F32", shape: [2], data: Float32Array.of(1) }],
    ]);
    const next = smallCheckpoint(20, 0.25);
    for (const bad of [
      { ...next, weights: broken },
      { ...next, optimiser: { ...next.optimiser, tensors: broken } },
      { ...next, best: broken },
    ]) {
      await expect(folder.save(bad)).rejects.toThrow('"w" has 4 bytes');
      expect(names()).toEqual(["step-00000010"]);
      expect((await folder.load())!.step).toBe(10);
    }
  });
});
