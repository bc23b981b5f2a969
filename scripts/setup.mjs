// What every npm script needs before it starts: packages installed and sources built, each only when something changed.
// Dependency-free, because it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`lacuna needs Node 20.19 or newer; this is ${process.version}`);
  process.exit(2);
}

/** Runs a program in the project's root and ends this process with its exit code if it fails. */
export function run(program, args, options = {}) {
  const result = spawnSync(program, args, {
    cwd: root,
    stdio: "inherit",
    // Only programs that are scripts there need a shell, which would cut Node's own path at a blank.
    shell: process.platform === "win32" && program !== process.execPath,
    ...options,
  });
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
  return result;
}

/** The path of a tool that an installed package brings. */
export function tool(name) {
  return join(root, "node_modules", ".bin", name);
}

/** `npm ci`, unless what is installed already matches the lockfile. */
export function install() {
  const stamp = join(root, "node_modules", ".lacuna-installed");
  const wanted = hash([join(root, "package-lock.json")]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.error("installing packages (npm ci) …");
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { stdio: ["ignore", 2, 2] });
  writeFileSync(stamp, wanted);
}

/** Compiles the WASM kernels and `src/` to `dist/`, copies ONNX Runtime into it, and bundles `lacuna/browser` and `app/`, each unless it has not changed. */
export function build() {
  compile("tsconfig.build.json", "dist", ["src"]);
  carryOnnxRuntime();
  bundleBrowser();
  bundleApp();
}

/** Copies ONNX Runtime to `dist/onnxruntime/`, unless it is there. */
function carryOnnxRuntime() {
  const stamp = join(root, "dist", ".onnxruntime-stamp");
  const wanted = hash(["package-lock.json", "scripts/copy-onnxruntime.mjs"].map((name) => join(root, name)));
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  run(process.execPath, ["scripts/copy-onnxruntime.mjs"]);
  writeFileSync(stamp, wanted);
}

/** Bundles what pages use of `src/` into `dist/browser.js`, unless nothing of it changed since the last time. */
export function bundleBrowser() {
  const stamp = join(root, "dist", ".browser-stamp");
  const inputs = ["package-lock.json", "scripts/build-browser.mjs"].map((name) => join(root, name));
  const wanted = hash([...inputs, ...filesBelow(join(root, "src"))]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.error("building dist/browser.js …");
  run(process.execPath, ["scripts/build-browser.mjs"]);
  writeFileSync(stamp, wanted);
}

/** Bundles `app/`, and what it uses of `src/`, into `dist/app/`, unless nothing of it changed since the last time. */
export function bundleApp() {
  const stamp = join(root, "dist", "app", ".stamp");
  const inputs = ["package-lock.json", "scripts/build-app.mjs"].map((name) => join(root, name));
  const wanted = hash([...inputs, ...["app", "src"].flatMap((folder) => filesBelow(join(root, folder)))]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.error("building dist/app …");
  run(process.execPath, ["scripts/build-app.mjs"]);
  writeFileSync(stamp, wanted);
}

/** Compiles `src/` and `bench/` to `.bench-build/`, beside the file that says which version this is, and bundles the script of reports. */
export function buildBenches() {
  bundleApp();
  compile("tsconfig.bench.json", ".bench-build", ["src", "bench"]);
  copyFileSync(join(root, "package.json"), join(root, ".bench-build", "package.json"));
}

function compile(config, outDir, sources) {
  const stamp = join(root, outDir, ".stamp");
  const inputs = ["tsconfig.json", config, "package-lock.json", "scripts/build-kernels.mjs"].map((name) =>
    join(root, name),
  );
  const wanted = hash(
    [...inputs, ...sources.flatMap((folder) => filesBelow(join(root, folder)))].filter(existsSync),
  );
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.error(`building ${outDir} …`);
  if (existsSync(join(root, "scripts", "build-kernels.mjs")))
    run(process.execPath, ["scripts/build-kernels.mjs"]);
  // What was built from files that are gone would be published too.
  rmSync(join(root, outDir), { recursive: true, force: true });
  run(tool("tsc"), ["-p", config]);
  writeFileSync(stamp, wanted);
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".generated.ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function hash(files) {
  const sum = createHash("sha256");
  for (const file of files) sum.update(file.slice(root.length)).update("\0").update(readFileSync(file));
  return sum.digest("hex");
}
