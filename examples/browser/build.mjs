// Makes a folder of plain files that any web server can offer: the page, its script with ONNX Runtime, and the model.
//
//     npm run build
//     node examples/browser/build.mjs --model model --out site
//     npx serve site
//
import { cp, mkdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

/** `browser` is the file behind `lacuna/browser`. */
export async function buildSite({ model, out, browser = join(here, "..", "..", "dist", "browser.js") }) {
  await mkdir(out, { recursive: true });
  for (const name of ["index.html", "style.css"]) await cp(join(here, name), join(out, name));
  await build({
    entryPoints: [join(here, "page.js")],
    outfile: join(out, "page.js"),
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    alias: { "lacuna/browser": browser },
    nodePaths: [join(here, "..", "..", "node_modules")],
    logLevel: "warning",
  });
  // ONNX Runtime looks for its WebAssembly beside the script that it is part of.
  const wasm = "ort-wasm-simd-threaded.wasm";
  await cp(join(dirname(browser), "onnxruntime", "web", wasm), join(out, wasm));
  // The weights are for further training; tagging uses the graph, which has them as well.
  const filter = (path) => !["weights.safetensors", "checkpoints"].includes(basename(path));
  await cp(model, join(out, "model"), { recursive: true, filter });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { model: { type: "string" }, out: { type: "string", default: "site" } },
  });
  if (values.model === undefined) {
    console.error("say which model: node examples/browser/build.mjs --model DIR [--out DIR]");
    process.exit(2);
  }
  await buildSite(values);
  console.log(`${values.out} is ready for any web server, for instance: npx serve ${values.out}`);
}
