// Checks what npm would publish: packs it, lets publint look, installs the tarball into an empty project as a stranger would,
// and uses it from there with each Node that is alive: each export imported, a model trained, text tagged, natively. Where
// the registry cannot be reached, the packages of this clone and this Node have to do, and the last line says so.
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build, install, root, tool } from "./setup.mjs";

/** Versions to use the package with, beside the one that runs this. */
const NODES = ["22", "24"];

/** More than this is a mistake: 265 MB on the day this was written. */
const MOST_MEGABYTES = 300;

install();
build();

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
call(tool("publint"), ["--strict"]);

const folder = mkdtempSync(join(tmpdir(), "lacuna-package-"));
try {
  const { filename, files } = pack();
  const skipped = [];
  const project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "project", private: true }));
  if (tryCall("npm", ["view", "onnxruntime-common", "version"]).status === 0) installed(project, filename);
  else {
    skipped.push("npm install");
    linked(project, filename);
  }
  checkHints(join(project, "node_modules", "lacuna"), files);
  checkNative(join(project, "node_modules", "lacuna", "dist", "onnxruntime", "native"));
  const tagged = new Map();
  for (const { name, path } of nodes(skipped)) tagged.set(name, use(project, name, path));
  if (new Set(tagged.values()).size > 1) throw new Error(`results differ: ${JSON.stringify([...tagged])}`);
  console.log(
    `package ok: ${files.length} files, lacuna ${manifest.version} on ${[...tagged.keys()].join(", ")}`,
  );
  if (skipped.length > 0)
    console.log(`not tried, because the registry cannot be reached: ${skipped.join(", ")}`);
} finally {
  rmSync(folder, { recursive: true });
}

function pack() {
  const printed = call("npm", ["pack", "--json", "--loglevel=error", "--pack-destination", folder]);
  const [{ filename, files }] = Object.values(JSON.parse(printed));
  const unwanted = files
    .map(({ path }) => path)
    .filter((path) => /\.test\.|^src\/|^test\/|^bench\/|\/\./.test(path));
  if (unwanted.length > 0) throw new Error(`files that do not belong in the package: ${unwanted.join(", ")}`);
  return { filename: join(folder, filename), files };
}

/** As a stranger does it: nothing of this clone helps, and npm has nothing to warn of. */
function installed(project, tarball) {
  const { stderr } = tryCall("npm", ["install", "--no-audit", "--no-fund", tarball], {
    cwd: project,
    must: true,
  });
  const warnings = stderr.split("\n").filter((line) => /EBADENGINE|install-scripts|deprecated/.test(line));
  if (warnings.length > 0) throw new Error(`npm install warns:\n${warnings.join("\n")}`);
  const megabytes = Math.round(sizeBelow(join(project, "node_modules")) / 1e6);
  console.log(`npm install: ${megabytes} MB`);
  if (megabytes > MOST_MEGABYTES) throw new Error(`more than ${MOST_MEGABYTES} MB are installed`);
}

function linked(project, tarball) {
  const modules = join(project, "node_modules");
  mkdirSync(modules);
  call("tar", ["-xzf", tarball, "-C", modules]);
  renameSync(join(modules, "package"), join(modules, "lacuna"));
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(modules, name), "junction");
  }
}

/** Messages point to pages that a user has. */
function checkHints(home, files) {
  const hints = files
    .map(({ path }) => path)
    .filter((path) => /^dist\/.*\.js$/.test(path) && !path.startsWith("dist/onnxruntime/"))
    .flatMap((path) => readFileSync(join(home, path), "utf8").match(/\bdocs\/[\w/-]+\.md\b/g) ?? []);
  const lost = [...new Set(hints)].filter((page) => !existsSync(join(home, page)));
  if (lost.length > 0)
    throw new Error(`messages point to pages that are not in the package: ${lost.join(", ")}`);
}

/** Native code is what npm has checked against the lockfile, and there is some for each system. */
function checkNative(home) {
  const files = readdirSync(join(home, "bin"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1));
  const original = join(root, "node_modules", "onnxruntime-node");
  const altered = files.filter(
    (file) => !readFileSync(join(home, file)).equals(readFileSync(join(original, file))),
  );
  if (altered.length > 0) throw new Error(`not as onnxruntime-node has them: ${altered.join(", ")}`);
  const places = files.filter((file) => file.endsWith(".node")).map((file) => dirname(file));
  for (const place of places)
    if (files.filter((file) => dirname(file) === place).length !== 2)
      throw new Error(`${place} should hold the binding and the library, and nothing else`);
  if (places.length !== 5) throw new Error(`native code for ${places.join(", ")}, not for five systems`);
}

/** This Node, and others as npm has them. */
function nodes(skipped) {
  const found = [{ name: `Node ${process.versions.node}`, path: process.execPath }];
  for (const major of NODES) {
    if (process.versions.node.startsWith(`${major}.`)) continue;
    // Without blanks, which a shell would cut at.
    const { status, stdout } = tryCall("npx", [
      "-y",
      `node@${major}`,
      "-p",
      "[process.version,process.execPath].join()",
    ]);
    const [version, ...path] = stdout.trim().split(",");
    if (status === 0) found.push({ name: `Node ${version.slice(1)}`, path: path.join() });
    else skipped.push(`Node ${major}`);
  }
  return found;
}

/** Everything once; returns what a trained model finds. */
function use(project, name, node) {
  const entries = Object.keys(manifest.exports).filter((entry) => entry !== "./package.json");
  const lines = entries.map((entry) => {
    const door = JSON.stringify(`lacuna${entry.slice(1)}`);
    return `if (Object.keys(await import(${door})).length === 0) throw new Error(${door});`;
  });
  writeFileSync(join(project, "use.mjs"), lines.join("\n"));
  const run = (...args) => {
    const { stdout, stderr } = tryCall(node, args, { cwd: project, must: true });
    const wrong = stderr.match(/^.*(?:WebAssembly|Warning).*$/m);
    if (wrong !== null) throw new Error(`${name}, ${args.join(" ")}: ${wrong[0]}`);
    return stdout;
  };
  run("use.mjs");
  const lacuna = (...args) => run(join("node_modules", "lacuna", manifest.bin.lacuna), ...args);
  const version = lacuna("--version").trim();
  if (version !== manifest.version)
    throw new Error(`lacuna --version prints ${version}, package.json says ${manifest.version}`);
  lacuna("demo", "--out", "demo");
  rmSync(join(project, "model"), { recursive: true, force: true });
  const settings = ["--method", "tagger", "--epochs", "1", "--threads", "1", "--out", "model"];
  lacuna("train", "--train", "demo/train.jsonl:complete", "--dev", "demo/dev.jsonl", ...settings);
  const tagged = lacuna("evaluate", "--model", "model", "--data", "demo/test.jsonl", "--json");
  run("-e", 'new (require("libsql"))(":memory:").close()');
  const { precision, recall, f1 } = JSON.parse(tagged);
  console.log(`${name}: ${entries.length} doors, test F1 ${f1.toFixed(2)}`);
  return [precision, recall, f1].join();
}

function sizeBelow(path) {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** What a program prints; it must not fail. */
function call(program, args) {
  return tryCall(program, args, { must: true }).stdout;
}

function tryCall(program, args, { cwd = root, must = false } = {}) {
  // Scripts need a shell there; programs with a path do not.
  const shell = process.platform === "win32" && (!/[\\/]/.test(program) || program.startsWith(tool("")));
  const result = spawnSync(program, args, { cwd, shell, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (result.error) throw result.error;
  if (must && result.status !== 0)
    throw new Error(`${program} ${args.join(" ")} failed:\n${result.stdout}${result.stderr}`);
  return result;
}
