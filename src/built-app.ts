import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * The folder of what `npm run build` bundles for browsers, `dist/app`: beside this file in the package, elsewhere where
 * tests run from `src/` and benches from `.bench-build/src/`. Undefined where it is not built.
 */
export function builtApp(): string | undefined {
  return ["./app", "../dist/app", "../../dist/app"]
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path));
}
