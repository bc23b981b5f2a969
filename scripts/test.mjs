// `npm test`: installs and builds when needed, then runs the whole suite. Extra arguments go to vitest.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { build, install, root, run, tool } from "./setup.mjs";

install();
build();
for (const [variable, folder] of [
  ["LACUNA_DATA", "data"],
  ["LACUNA_ENCODERS", "encoders"],
]) {
  const path = process.env[variable] ?? join("..", "shared", folder);
  if (!existsSync(join(root, path)) && !existsSync(path)) {
    console.log(`no ${folder} at ${path}: the tests that need them are skipped (set ${variable})`);
  }
}
run(tool("vitest"), ["run", ...process.argv.slice(2)]);
