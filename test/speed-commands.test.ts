import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lacuna } from "./support/lacuna-command.ts";
import { tinyModel } from "./support/models/tiny-model.ts";
import { needs, testWith } from "./support/needs.ts";

let root: string;
let model: string;
let text: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "lacuna-speed-"));
  [model, text] = [join(root, "model"), join(root, "text.txt")];
  writeFileSync(text, "Ann Lee moved from Leeds to Zürich.\n");
  await tinyModel(model, { method: "tagger", epochs: 1 });
}, 120_000);
afterAll(() => rmSync(root, { recursive: true }));

describe("export", () => {
  test("writes a model with 8-bit weights, which tags like --int8 does", () => {
    const int8 = join(root, "int8");
    const exported = lacuna(["export", model, "--int8", "--out", int8]);
    expect(exported.stdout).toMatch(/MB\) → .* \(\d+\.\d MB, int8 weights\)/);
    const read = (args: readonly string[]) =>
      JSON.parse(lacuna(["predict", "--in", text, "--format", "jsonl", ...args]).stdout).entities;
    expect(read(["--model", int8])).toEqual(read(["--model", model, "--int8"]));
    expect(JSON.parse(readFileSync(join(int8, "model.json"), "utf8")).weights).toBe("int8");
  });

  test.each([
    [[], "there is no folder to export to"],
    [["--out", "."], 'the folder "." is not empty'],
  ])("%j is a mistake", (args, message) => {
    const { code, stderr } = lacuna(["export", model, "--int8", ...args]);
    expect([code, stderr.split("\n")[0]]).toEqual([2, `error: ${message}`]);
  });
});

describe("a device that this machine lacks", () => {
  const device = process.platform === "darwin" ? "dml" : "coreml";
  const corpus = () => {
    const path = join(root, "corpus.jsonl");
    writeFileSync(path, '{"tokens":["Ann","left"],"entities":[{"start":0,"end":1,"label":"PER"}]}\n');
    return path;
  };

  test.each([
    ["predict", () => ["--model", model, "--in", text]],
    ["evaluate", () => ["--model", model, "--data", corpus()]],
    ["serve", () => ["--model", model, "--port", "0"]],
    ["train", () => ["--train", `${corpus()}:complete`, "--out", join(root, "trained")]],
    ["audit", () => ["--data", corpus(), "--model", model, "--out", join(root, "audit")]],
    ["distil", () => ["--teacher", model, "--data", text, "--out", join(root, "student")]],
  ])("%s: one line, code 2", (command, args) => {
    const { code, stderr } = lacuna([command, ...args(), "--device", device]);
    const lines = stderr.split("\n").filter((line) => line.startsWith("error:"));
    expect(lines).toEqual([
      expect.stringMatching(`^error: the device "${device}" cannot be used: .* \\(it needs `),
    ]);
    expect(code).toBe(2);
  });
});

testWith(needs.linux, "cuda without its library says what to install, on one line", () => {
  const { code, stderr } = lacuna(["predict", "--model", model, "--in", text, "--device", "cuda"]);
  // Where there is a GPU with everything, it works.
  if (code === 0) return;
  expect(stderr).toMatch(/^error: the device "cuda" cannot be used: .*npm install onnxruntime-node@.*\n$/);
  expect(code).toBe(2);
});

test.each([
  [["--data", "raw.txt"], "there is no model that teaches"],
  [["--teacher", "model"], "there is no text to teach on"],
])("distil %j is a mistake", (args, message) => {
  const { code, stderr } = lacuna(["distil", ...args]);
  expect([code, stderr.split("\n")[0]]).toEqual([2, `error: ${message}`]);
});
