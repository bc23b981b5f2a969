import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SafetensorsFile, type StoredTensor, writeSafetensors } from "../../graph/index.ts";
import { restorePu2State, storePu2State } from "./state.ts";

test("what was taken from early stages comes back from a file bit by bit", async () => {
  const memory = {
    explored: new Map([
      [1, { values: Float32Array.of(0.1, -3, 1e-30), missing: 0.1, separation: 0.9 }],
      [3, { values: Float32Array.of(2, Number.NaN, -0), missing: 0.25, separation: 0.7 }],
    ]),
    trials: [
      { settings: { explore: 2, remove: 0.1 / 32, spans: 0.1 }, score: 0.1 + 0.2 },
      { settings: { explore: 2, remove: 0.1, spans: 0.1 }, score: 0 },
    ],
  };
  const folder = mkdtempSync(join(tmpdir(), "lacuna-memory-"));
  try {
    const path = join(folder, "memory.safetensors");
    await writeSafetensors(path, storePu2State(memory));
    const file = await SafetensorsFile.open(path);
    const tensors = new Map<string, StoredTensor>();
    for (const name of file.tensors.keys()) tensors.set(name, await file.read(name));
    await file.close();
    expect(restorePu2State(tensors)).toEqual(memory);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("nothing yet", () => {
  expect(storePu2State({ explored: new Map(), trials: [] }).size).toBe(0);
  expect(restorePu2State(new Map())).toEqual({ explored: new Map(), trials: [] });
});
