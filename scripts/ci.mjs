// What `.ci/run` runs: the suite, then lint, types and the package check. Each test and each check counts
// in the closing line: `N passed, N failed`, and `, N skipped` where tests were skipped.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installBrowser } from "./install-browser.mjs";
import { build, install, root, tool } from "./setup.mjs";

if (process.env.CI) installBrowser();
install();
build();

let passed = 0;
let failed = 0;
let skipped = 0;

const folder = mkdtempSync(join(tmpdir(), "lacuna-ci-"));
const results = join(folder, "results.json");
const suite = start("npm", [
  "test",
  "--",
  "--reporter=default",
  "--reporter=json",
  "--reporter=./test/support/skipped-tests.ts",
  `--outputFile.json=${results}`,
]);
try {
  const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests } = JSON.parse(
    readFileSync(results, "utf8"),
  );
  passed += numPassedTests;
  failed += numFailedTests;
  if (suite.status !== 0 && numFailedTests === 0) failed += Math.max(1, numFailedTestSuites);
  skipped = numPendingTests;
} catch {
  failed++;
}
rmSync(folder, { recursive: true });

check("lint", tool("biome"), ["check", "."]);
check("types", tool("tsc"), ["-p", "tsconfig.json"]);
check("types of the review app", tool("tsc"), ["-p", "app/tsconfig.json"]);
check("package", process.execPath, ["scripts/check-package.mjs"]);

console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed === 0 ? 0 : 1);

function check(name, program, args) {
  console.log(`\n== ${name}`);
  if (start(program, args).status === 0) passed++;
  else failed++;
}

function start(program, args) {
  const shell = process.platform === "win32" && program !== process.execPath;
  return spawnSync(program, args, { cwd: root, stdio: "inherit", shell });
}
