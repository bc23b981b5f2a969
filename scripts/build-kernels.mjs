// Compiles src/graph/kernels/*.as (AssemblyScript) to WebAssembly and stores each beside its
// source as NAME.generated.ts holding the bytes in base64, so that a bundle needs no extra file.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { main } from "assemblyscript/asc";

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), "src", "graph", "kernels");

for (const file of readdirSync(folder).filter((name) => name.endsWith(".as"))) {
  const bytes = await compile(join(folder, file));
  const target = join(folder, `${basename(file, ".as")}.generated.ts`);
  const text = `// Made from ${file} by scripts/build-kernels.mjs; do not edit.
/** The WebAssembly module in base64, ${bytes.length} bytes. */
export const wasmBase64 =
  "${Buffer.from(bytes).toString("base64")}";
`;
  // Left alone when nothing changed, so that a watching test runner does not start again.
  if (!existsSync(target) || readFileSync(target, "utf8") !== text) writeFileSync(target, text);
}

async function compile(source) {
  let wasm;
  const flags = "-O3 --runtime stub --importMemory --initialMemory 1 --enable simd --noAssert";
  const { error, stderr } = await main(["kernels.ts", "--outFile", "kernels.wasm", ...flags.split(" ")], {
    readFile: (name) => (name === "kernels.ts" ? readFileSync(source, "utf8") : null),
    writeFile: (name, contents) => {
      if (name === "kernels.wasm") wasm = contents;
    },
    listFiles: () => [],
  });
  if (error) {
    console.error(`${source} does not compile\n${stderr}`);
    process.exit(1);
  }
  return wasm;
}
