import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openTrainFolder } from "./train-folder.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-folder-"));
afterAll(() => rmSync(folder, { recursive: true }));
let made = 0;

/** A folder that holds files of these names. */
function holding(...names: readonly string[]): string {
  const path = join(folder, String(++made));
  mkdirSync(path);
  for (const name of names) {
    if (name.endsWith("/")) mkdirSync(join(path, name));
    else writeFileSync(join(path, name), name === "config.json" ? '{"train":["a"],"epochs":3}' : "");
  }
  return path;
}

const flags = { train: ["b"] };

describe("a new run", () => {
  test.each([
    ["a folder that is not there", join(folder, "none")],
    ["an empty one", holding()],
  ])("begins in %s", async (_, out) => {
    const { state, config } = await openTrainFolder(out, { flags }, {});
    expect(state).toBe("begin");
    expect(config).toMatchObject({ train: ["b"], epochs: 20 });
  });

  test("does not begin where something is, and says how to go on with a run", async () => {
    const begun = openTrainFolder(holding("run.json", "config.json"), { flags }, {});
    await expect(begun).rejects.toMatchObject({ hint: expect.stringContaining("--resume") });
    const other = openTrainFolder(holding("letters.txt"), { flags }, {});
    await expect(other).rejects.toMatchObject({ hint: "choose another folder with --out" });
  });

  test("takes the place of a model or a run where that is asked for, and of nothing else", async () => {
    const over = (...names: readonly string[]) =>
      openTrainFolder(holding(...names), { flags }, { overwrite: true });
    for (const names of [
      [],
      ["run.json", "checkpoints/"],
      ["model.json", "manifest.json"],
      ["config.json"],
    ]) {
      expect((await over(...names)).state).toBe("begin");
    }
    await expect(over("letters.txt")).rejects.toThrow("no model to overwrite");
    // Killed before the newer run was noted down: it begins again, and the model is not called finished.
    const early = openTrainFolder(
      holding("model.json", "manifest.json", "run.json", ".retraining/"),
      { flags },
      { resume: true },
    );
    expect((await early).state).toBe("begin");
  });

  test("needs something to train on", async () => {
    await expect(openTrainFolder(holding(), {}, {})).rejects.toThrow("there is nothing to train on");
  });

  test("does not begin in a file", async () => {
    const file = join(holding("x"), "x");
    await expect(openTrainFolder(file, { flags }, {})).rejects.toThrow("it is a file, not a folder");
  });
});

describe("a run that was killed before it had noted what it is about", () => {
  const temporary = ".run.json.00000000-1-0123456789ab.tmp";

  test.each([
    ["a temporary", [temporary]],
    ["its config", [".lacuna-lock", "config.json"]],
    ["its config and a temporary", [".lacuna-lock", "config.json", temporary]],
    ["the model it begins with", [".lacuna-lock", "checkpoints/"]],
  ])("is begun again by the same command, if it left %s", async (_, names) => {
    for (const options of [{}, { resume: true }, { overwrite: true }]) {
      const { state, config } = await openTrainFolder(holding(...names), { flags }, options);
      expect(state).toBe("begin");
      expect(config.train).toEqual(["b"]);
    }
  });

  test("is not taken for one where the config may be the user's own, or something else is there", async () => {
    for (const names of [["config.json"], [".lacuna-lock", "config.json", "letters.txt"], [".git/"]]) {
      await expect(openTrainFolder(holding(...names), { flags }, {})).rejects.toThrow("is not empty");
    }
  });
});

describe("a resumed run", () => {
  test("takes its own config", async () => {
    const out = holding("run.json", "config.json", "checkpoints/");
    const { state, config } = await openTrainFolder(out, { flags: { epochs: 3 } }, { resume: true });
    expect(state).toBe("resume");
    expect(config.train).toEqual(["a"]);
  });

  test("cannot be changed", async () => {
    const out = holding("run.json", "config.json");
    await expect(openTrainFolder(out, { flags }, { resume: true })).rejects.toThrow(
      '"train" was ["a"], now ["b"]',
    );
  });

  test("goes on where the model is saved but the run is not closed, and is finished after that", async () => {
    const files = ["run.json", "config.json", "manifest.json"];
    expect((await openTrainFolder(holding(...files, "checkpoints/"), {}, { resume: true })).state).toBe(
      "resume",
    );
    expect((await openTrainFolder(holding(...files), {}, { resume: true })).state).toBe("finished");
  });

  test("that is finished is rid of what a kill in its last moment left, and of nothing else", async () => {
    const left = ".checkpoints.0123456789ab.tmp/";
    const lock = ".lacuna-lock";
    const out = holding("run.json", "config.json", "manifest.json", ".note", left, lock);
    const old = new Date(Date.now() - 25 * 3600_000);
    for (const name of [left, lock]) utimesSync(join(out, name), old, old);
    expect((await openTrainFolder(out, {}, { resume: true })).state).toBe("finished");
    expect(readdirSync(out)).toEqual([".note", "config.json", "manifest.json", "run.json"]);
  });

  test("begins where a kill left nothing, or a half-written start", async () => {
    for (const out of [join(folder, "none"), holding(), holding("config.json", ".run.json.12.tmp")]) {
      expect((await openTrainFolder(out, { flags }, { resume: true })).state).toBe("begin");
    }
  });

  test("does not begin among things that are not its own", async () => {
    const out = holding("letters.txt");
    await expect(openTrainFolder(out, { flags }, { resume: true })).rejects.toThrow(
      'but something else: "letters.txt"',
    );
  });
});
