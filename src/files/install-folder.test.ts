import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { installFolder, restoreFolder } from "./install-folder.ts";

let root: string;
const at = (name: string) => join(root, name);
const put = (name: string, text: string) => {
  mkdirSync(at(name));
  writeFileSync(join(at(name), "file"), text);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "lacuna-install-"));
});
afterEach(() => rmSync(root, { recursive: true }));

test("takes the place of an older folder, and leaves nothing else", async () => {
  put("model", "old");
  put("partial", "new");
  put("aside", "older still");
  await installFolder(at("partial"), at("model"), at("aside"));
  expect(readdirSync(root)).toEqual(["model"]);
  expect(readFileSync(join(at("model"), "file"), "utf8")).toBe("new");
});

test("after a kill between the two renames the older folder comes back", async () => {
  put("model", "old");
  put("partial", "new");
  renameSync(at("model"), at("aside"));
  await restoreFolder(at("model"), at("aside"));
  expect(readdirSync(root).sort()).toEqual(["model", "partial"]);
  expect(readFileSync(join(at("model"), "file"), "utf8")).toBe("old");
});

test("after a kill behind the renames the newer folder stays", async () => {
  put("model", "new");
  put("aside", "old");
  await restoreFolder(at("model"), at("aside"));
  expect(readdirSync(root)).toEqual(["model"]);
  expect(readFileSync(join(at("model"), "file"), "utf8")).toBe("new");
});

test("several that restore at once do not disturb each other", async () => {
  for (let time = 0; time < 20; time++) {
    put("aside", "old");
    await Promise.all(Array.from({ length: 8 }, () => restoreFolder(at("model"), at("aside"))));
    expect(readdirSync(root)).toEqual(["model"]);
    rmSync(at("model"), { recursive: true });
  }
});
