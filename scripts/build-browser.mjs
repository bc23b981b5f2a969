// Bundles `lacuna/browser` into dist/browser.js: one file for pages, with or without a bundler of their own. ONNX Runtime is not
// in it; it stays an import from `onnxruntime/web/`, because its WebAssembly must lie beside it.
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { copyWebOnnxRuntime } from "./copy-onnxruntime.mjs";
import { root } from "./setup.mjs";

/** Packages that a page needs, and so are part of the bundle. */
const bundled = ["zod", "@huggingface/tokenizers"];

/** What may be left to import, and only when it is used: a package, and where it lies beside the bundle. */
const later = new Map([["onnxruntime-web/wasm", "./onnxruntime/web/ort.wasm.bundle.min.mjs"]]);

/** What asks for Node; pages bring their own. */
const forNode = "installed-runtimes.ts";

/** Writes the bundle and ONNX Runtime beside it, and fails if anything of Node has got into the bundle. */
export async function buildBrowser(outfile) {
  copyWebOnnxRuntime(join(dirname(outfile), "onnxruntime", "web"));
  const { metafile } = await build({
    entryPoints: [join(root, "src", "tagging", "browser.ts")],
    outfile,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    metafile: true,
    legalComments: "none",
    logLevel: "warning",
    plugins: [onlyWhatIsUsed],
  });
  const [output] = Object.values(metafile.outputs);
  const allowed = [...later.values()];
  const wrong = output.imports.filter(
    ({ path, kind }) => kind !== "dynamic-import" || !allowed.includes(path),
  );
  if (wrong.length === 0) return;
  throw new Error(`the browser bundle imports ${wrong.map(({ path }) => path).join(", ")}`);
}

/**
 * Our modules do nothing by being loaded, so those of which nothing is used can be left out, and with them what they import:
 * readers of files, downloads, formats.
 */
const onlyWhatIsUsed = {
  name: "only-what-is-used",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir }) =>
      path.endsWith(`/${forNode}`)
        ? { path, namespace: "absent" }
        : { path: resolve(resolveDir, path), sideEffects: false },
    );
    onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
      if (kind === "entry-point" || importer.includes("node_modules") || bundled.includes(path))
        return undefined;
      // Behind a check for Node, or for a runtime that a page does not ask for.
      if (kind === "dynamic-import" && !later.has(path)) return { path, namespace: "absent" };
      return { path: later.get(path) ?? path, external: true, sideEffects: false };
    });
    onLoad({ filter: /./, namespace: "absent" }, ({ path }) => ({
      contents: `throw new Error(${JSON.stringify(`"${path}" is not for browsers`)});`,
    }));
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildBrowser(join(root, "dist", "browser.js"));
