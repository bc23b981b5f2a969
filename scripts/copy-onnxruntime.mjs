// Copies what Lacuna uses of ONNX Runtime into the package. As a dependency, `onnxruntime-node` has an install script that
// downloads files for GPUs; where it cannot, npm drops the whole package without a word, and everything is four times slower.
// And both packages are mostly what we do not use: 430 MB, of which this keeps 190.
import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./setup.mjs";

/** The build for web pages, and the one for Node that needs no native code; both use the same WebAssembly. */
const web = [
  "ort.wasm.bundle.min.mjs",
  "ort.node.min.mjs",
  "ort-wasm-simd-threaded.mjs",
  "ort-wasm-simd-threaded.wasm",
];

/** For GPUs (loaded only when asked for), or the same file under a second name. */
const unused = /\/(?:DirectML|dxcompiler|dxil)\.dll$|\/libonnxruntime\.\d+\.\d+\.\d+\.dylib$/;

/** Writes `native/` and `web/` into a folder that is theirs alone. */
function copyOnnxRuntime(target) {
  rmSync(target, { recursive: true, force: true });
  copyNative(join(target, "native"));
  copyWebOnnxRuntime(join(target, "web"));
  copyFileSync(join(root, "scripts", "onnxruntime-licence.txt"), join(target, "LICENSE.txt"));
}

/** Only what pages, and machines without a native build, need. */
export function copyWebOnnxRuntime(target) {
  const from = join(root, "node_modules", "onnxruntime-web", "dist");
  for (const name of web) put(join(from, name), join(target, name));
}

function copyNative(target) {
  const from = join(root, "node_modules", "onnxruntime-node");
  const { name, version, license, main } = JSON.parse(readFileSync(join(from, "package.json"), "utf8"));
  const files = ["dist", "bin"].flatMap((folder) =>
    readdirSync(join(from, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(from.length + 1)),
  );
  for (const file of files) {
    const isUsed = file.startsWith("dist") ? file.endsWith(".js") : !unused.test(file.replaceAll("\\", "/"));
    if (isUsed) put(join(from, file), join(target, file));
  }
  // CommonJS, unlike the files around it.
  const about = { name, version, license, main, type: "commonjs" };
  writeFileSync(join(target, "package.json"), `${JSON.stringify(about, null, 2)}\n`);
}

/** A second name for the same file where the file system has that: these are large, and nobody changes them. */
function put(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  rmSync(to, { force: true });
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) copyOnnxRuntime(join(root, "dist", "onnxruntime"));
