// Checks what npm would publish: packs it, lets publint look, installs the tarball's files into an empty project
// and uses the package from there as a stranger would (each export imported, the command run, the pages
// that messages point to opened).
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build, install, root, tool } from "./setup.mjs";

install();
build();

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
execFileSync(tool("publint"), ["--strict"], { cwd: root, stdio: "inherit" });

const folder = mkdtempSync(join(tmpdir(), "lacuna-package-"));
try {
  const packed = execFileSync("npm", ["pack", "--json", "--loglevel=error", "--pack-destination", folder], {
    cwd: root,
    encoding: "utf8",
  });
  const [{ filename, files }] = asList(JSON.parse(packed));
  const unwanted = files
    .map(({ path }) => path)
    .filter((path) => /\.test\.|^src\/|^test\/|^bench\/|\/\./.test(path));
  if (unwanted.length > 0) throw new Error(`files that do not belong in the package: ${unwanted.join(", ")}`);

  const modules = join(folder, "project", "node_modules");
  mkdirSync(modules, { recursive: true });
  execFileSync("tar", ["-xzf", join(folder, filename), "-C", modules]);
  renameSync(join(modules, "package"), join(modules, "lacuna"));
  for (const name of [
    ...Object.keys(manifest.dependencies),
    ...Object.keys(manifest.optionalDependencies ?? {}),
  ]) {
    const installed = join(root, "node_modules", name);
    if (!existsSync(installed)) continue;
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(installed, join(modules, name));
  }
  const entries = Object.keys(manifest.exports).filter((entry) => entry !== "./package.json");
  const script = entries.map(
    (entry) =>
      `console.log(${JSON.stringify(entry)}, Object.keys(await import(${JSON.stringify(join("lacuna", entry))})).length, "exports");`,
  );
  writeFileSync(join(folder, "project", "use.mjs"), script.join("\n"));
  execFileSync(process.execPath, ["use.mjs"], { cwd: join(folder, "project"), stdio: "inherit" });
  const home = join(modules, "lacuna");
  const hints = files
    .map(({ path }) => path)
    .filter((path) => /^dist\/.*\.js$/.test(path))
    .flatMap((path) => readFileSync(join(home, path), "utf8").match(/\bdocs\/[\w/-]+\.md\b/g) ?? []);
  const lost = [...new Set(hints)].filter((page) => !existsSync(join(home, page)));
  if (lost.length > 0)
    throw new Error(`messages point to pages that are not in the package: ${lost.join(", ")}`);
  const version = execFileSync(process.execPath, [join(home, manifest.bin.lacuna), "--version"], {
    encoding: "utf8",
  }).trim();
  if (version !== manifest.version)
    throw new Error(`lacuna --version prints ${version}, package.json says ${manifest.version}`);
  console.log(`package ok: ${files.length} files, lacuna ${version}`);
} finally {
  rmSync(folder, { recursive: true });
}

function asList(value) {
  return Array.isArray(value) ? value : Object.values(value);
}
