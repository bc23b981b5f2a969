import { spawn } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { lacuna } from "./support/lacuna-command.ts";
import { ModelServer } from "./support/servers/model-server.ts";

const fixture = join("test", "fixtures", "bert-tiny");
const names = ["config.json", "model.safetensors", "tokenizer.json"];

let server: ModelServer;
let folder: string;
let cache: string;

beforeEach(async () => {
  server = await new ModelServer().start();
  folder = mkdtempSync(join(tmpdir(), "lacuna-encoder-"));
  cache = join(folder, "cache");
  for (const name of names)
    server.files.set(`/org/tiny/resolve/main/${name}`, readFileSync(join(fixture, name)));
});

afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** Starts the built command beside the test, which has a server to run; `done` gives what it printed. */
function start(...args: string[]) {
  const child = spawn(process.execPath, [join("dist", "cli", "main.js"), "encoder", ...args], {
    env: { PATH: process.env.PATH, HF_ENDPOINT: server.url, LACUNA_CACHE: cache },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (text) => (stdout += text));
  child.stderr.on("data", (text) => (stderr += text));
  const done = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
  return { child, done };
}

const run = (...args: string[]) => start(...args).done;

test("--help shows examples of both actions, and each action has its own help", () => {
  const { code, stdout } = lacuna(["encoder", "--help"]);
  expect(code).toBe(0);
  expect(stdout).toContain("$ lacuna encoder pull sentence-transformers/all-MiniLM-L6-v2");
  expect(stdout).toContain("$ lacuna encoder inspect models/tiny");
  expect(lacuna(["encoder", "pull", "--help"]).stdout).toContain("--sha256 <file=hash>");
  expect(lacuna(["encoder", "inspect", "--help"]).stdout).toContain("Examples:");
});

test.each([
  [[], "say what to do"],
  [["push"], 'unknown action "push"'],
  [["pull"], "missing required argument 'name|url'"],
  [["pull", "a", "b"], "too many arguments"],
  [["pull", "../x"], '"../x" is not a model name or a URL'],
  [["pull", "x", "--sha256", "model.safetensors=12"], "64 hexadecimal digits"],
  [["pull", "x", "--oops"], "unknown option '--oops'"],
  [["pull", "x", "--offline", "--cache", "nowhere"], '"x" is not in the cache'],
  [["inspect", "nowhere"], 'cannot read "nowhere"'],
  [["import"], "missing required argument 'source'"],
  [["import", "nowhere"], 'there is no file or folder "nowhere"'],
  [["import", "package.json"], "neither an ONNX file"],
  [["import", "src"], '"src" holds no model'],
  [["import", "src", "--layers", "0"], "--layers"],
  [["import", "src", "--dtype", "int8"], "Allowed choices are float16, float32"],
  [["import", "src", "--name", "a", "--out", "b"], "give one of them"],
])("a mistake is told in a line, exit code 2: lacuna encoder %j", (args, message) => {
  const { code, stdout, stderr } = lacuna(["encoder", ...args]);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
  expect(stdout).toBe("");
});

test("pull prints the folder alone, and inspect reads it", async () => {
  const pulled = await run("pull", "org/tiny");
  expect(pulled).toEqual({ code: 0, stdout: `${join(cache, "org--tiny@main")}\n`, stderr: "" });
  const { code, stdout } = await run("inspect", pulled.stdout.trim());
  expect(code).toBe(0);
  expect(stdout).toMatch(/^architecture +bert$/m);
});

test("pull --json prints the folder, the files and their size", async () => {
  const result = JSON.parse((await run("pull", "org/tiny", "--json")).stdout);
  expect(Object.keys(result)).toEqual(["dir", "files", "bytes"]);
  expect(result.files.map((file: { name: string }) => file.name).sort()).toEqual(names);
  const bytes = names.map((name) => readFileSync(join(fixture, name)).length).reduce((a, b) => a + b);
  expect(result.bytes).toBe(bytes);
});

test("a server's fault is one line and exit code 2", async () => {
  server.files.delete("/org/tiny/resolve/main/config.json");
  const { code, stderr } = await run("pull", "org/tiny");
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: there is no "config.json" at .*\(404\)\nhint: .*\n$/);
});

test("a kill in the middle leaves no model folder; the next pull takes over and goes on", async () => {
  const path = "/org/tiny/resolve/main/model.safetensors";
  server.behaviours.set(path, { stall: 50_000 });
  const { child, done } = start("pull", "org/tiny");
  const part = join(cache, ".org--tiny@main.partial", "model.safetensors.part");
  await expect.poll(() => readFileSync(part).length, { timeout: 20_000 }).toBe(50_000);
  child.kill("SIGKILL");
  await done;
  expect(readdirSync(cache).sort()).toEqual([".org--tiny@main.lock", ".org--tiny@main.partial"]);
  server.behaviours.clear();
  server.requests.length = 0;
  const { code, stdout, stderr } = await run("pull", "org/tiny");
  expect([code, stderr]).toEqual([0, ""]);
  expect(server.requests.find((request) => request.path === path)!.headers.range).toBe("bytes=50000-");
  expect(readFileSync(join(stdout.trim(), "model.safetensors"))).toEqual(
    readFileSync(join(fixture, "model.safetensors")),
  );
  expect(readdirSync(cache)).toEqual(["org--tiny@main"]);
});

test("processes that pull the same model at once end with one whole folder", async () => {
  const results = await Promise.all([run("pull", "org/tiny"), run("pull", "org/tiny")]);
  expect(results.map(({ code }) => code)).toEqual([0, 0]);
  expect(server.asked.filter((name) => name === "model.safetensors")).toHaveLength(1);
  expect(readdirSync(cache)).toEqual(["org--tiny@main"]);
});

test("an exported graph is imported, listed, inspected and trained with by its name", () => {
  const source = join(folder, "my-bert");
  mkdirSync(join(source, "onnx"), { recursive: true });
  for (const name of ["config.json", "tokenizer.json"]) cpSync(join(fixture, name), join(source, name));
  const packed = readFileSync(join("test", "fixtures", "onnx", "bert.onnx.gz"));
  writeFileSync(join(source, "onnx", "model.onnx"), gunzipSync(packed));
  const env = { PATH: process.env.PATH, LACUNA_CACHE: cache };
  const imported = lacuna(["encoder", "import", source], { env });
  expect(imported.stderr).toBe("");
  expect(imported.stdout).toMatch(/^bert, 2 layers × 32, float32, .*\nits states for \d+ words differ .*\n/);
  expect(imported.stdout).toContain("use it: --encoder my-bert\n");
  const [listed] = JSON.parse(lacuna(["encoder", "list", "--json"], { env }).stdout);
  expect(listed).toMatchObject({
    names: ["my-bert"],
    architecture: "bert",
    layers: 2,
    hidden: 32,
    origin: "imported",
  });
  expect(lacuna(["encoder", "list"], { env }).stdout).toMatch(/^my-bert +bert +2 × 32 .* imported: /m);
  expect(lacuna(["encoder", "inspect", "my-bert"], { env }).code).toBe(0);
  const data = join(folder, "data.jsonl");
  const sentence = { tokens: ["Ann", "left", "Leeds"], entities: [{ start: 0, end: 1, label: "PER" }] };
  writeFileSync(data, `${JSON.stringify(sentence)}\n`.repeat(4));
  const options = [
    "--train",
    data,
    "--dev",
    data,
    "--method",
    "tagger",
    "--epochs",
    "1",
    "--out",
    join(folder, "model"),
  ];
  const trained = lacuna(["train", ...options, "--encoder", "my-bert"], { env });
  expect(trained.stderr).not.toContain("error");
  expect(trained.code).toBe(0);
  const wrong = lacuna(["train", ...options, "--encoder", "my-bart"], { env });
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('did you mean "my-bert"?')]);
});

describe("inspect", () => {
  test("--json gives what a program needs", () => {
    const { code, stdout } = lacuna(["encoder", "inspect", fixture, "--json"]);
    expect(code).toBe(0);
    const config = JSON.parse(readFileSync(join(fixture, "config.json"), "utf8"));
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ architecture: "bert", problems: [] });
    expect(report.maxPieces).toBe(config.max_position_embeddings);
  });

  test("a bad folder: what is wrong with which file, exit code 2", () => {
    const copy = join(folder, "copy");
    cpSync(fixture, copy, { recursive: true });
    truncateSync(join(copy, "model.safetensors"), 5000);
    const { code, stderr } = lacuna(["encoder", "inspect", copy]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: this folder cannot be used as an encoder: .*model\.safetensors.*\n$/);
  });
});
