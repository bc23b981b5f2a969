// `npm run release -- X.Y.Z`: makes a release. Checks that the tree is clean and on main, that CHANGELOG.md has a section
// for the version and that `.ci/run` is green; then writes the version into package.json, package-lock.json and
// CITATION.cff, commits, tags vX.Y.Z and packs. Pushing the tag publishes (.github/workflows/ci.yml).
//   --dry-run   check everything and say what would be done; change nothing
//   --publish   run `npm publish --provenance` here as well
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  changelogProblem,
  datedChangelog,
  isNewer,
  isVersion,
  withCitationVersion,
  withLockVersion,
  withManifestVersion,
} from "./release-files.mjs";
import { root } from "./setup.mjs";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { "dry-run": { type: "boolean", default: false }, publish: { type: "boolean", default: false } },
});
const [version] = positionals;
if (positionals.length !== 1 || !isVersion(version))
  stop("usage: npm run release -- X.Y.Z [--dry-run] [--publish]");

const manifest = JSON.parse(read("package.json"));
const today = new Date().toISOString().slice(0, 10);
const tag = `v${version}`;

// A first release may have the version that package.json already says.
const isTagged = git("tag", "--list", `v${manifest.version}`) !== "";
if (version !== manifest.version || isTagged) {
  if (!isNewer(version, manifest.version)) stop(`${version} does not come after ${manifest.version}`);
}
if (git("tag", "--list", tag) !== "") stop(`the tag ${tag} is there already`);
if (git("status", "--porcelain") !== "")
  stop("there are changes that are not committed: commit or stash them");
const branch = git("rev-parse", "--abbrev-ref", "HEAD");
if (branch !== "main") stop(`this is the branch ${branch}: releases are made from main`);
const problem = changelogProblem(read("CHANGELOG.md"), version);
if (problem !== undefined) stop(problem);
if (flags.publish && manifest.repository === undefined)
  stop('npm publish --provenance needs "repository" in package.json');

console.log("$ .ci/run");
if (spawnSync(process.execPath, ["scripts/ci.mjs"], { cwd: root, stdio: "inherit" }).status !== 0)
  stop(".ci/run is not green");

const changes = new Map([
  ["package.json", withManifestVersion(read("package.json"), version)],
  ["package-lock.json", withLockVersion(read("package-lock.json"), version)],
  ["CITATION.cff", withCitationVersion(read("CITATION.cff"), version, today)],
  ["CHANGELOG.md", datedChangelog(read("CHANGELOG.md"), version, today)],
]);
for (const [name, text] of changes) {
  if (text === read(name)) continue;
  say(`write ${name}`);
  if (!flags["dry-run"]) writeFileSync(join(root, name), text);
}
step("git", "add", ...changes.keys());
step("git", "commit", "--allow-empty", "-m", `release: ${version}`);
step("git", "tag", "-a", tag, "-m", tag);
step("npm", "pack");
if (flags.publish) step("npm", "publish", "--provenance", "--access", "public");
console.log(
  flags["dry-run"]
    ? "\ndry run: nothing was changed"
    : `\n${version} is tagged here. To publish it: git push origin main ${tag}${flags.publish ? "" : "\nor by hand, where provenance can be had: npm publish --provenance --access public"}`,
);

function read(name) {
  return readFileSync(join(root, name), "utf8");
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) stop(`git ${args.join(" ")}: ${stderr.trim()}`);
  return stdout.trim();
}

function step(program, ...args) {
  say([program, ...args].join(" "));
  if (flags["dry-run"]) return;
  const shell = process.platform === "win32" && program === "npm";
  if (spawnSync(program, args, { cwd: root, stdio: "inherit", shell }).status !== 0)
    stop(`${program} ${args[0]} failed`);
}

function say(text) {
  console.log(`${flags["dry-run"] ? "would do:" : "$"} ${text}`);
}

function stop(text) {
  console.error(`error: ${text}`);
  process.exit(2);
}
