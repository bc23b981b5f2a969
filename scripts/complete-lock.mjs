// Completes package-lock.json after `npm install` on a registry mirror that lacks the binaries of other platforms.
// npm then leaves those optional packages out of the lockfile, and `npm ci` refuses it everywhere. This writes an
// entry for each, with the version its parent asks for and the platform its name tells, so that `npm ci` works here
// and fetches the right binary elsewhere. Run it after every change of dependencies: node scripts/complete-lock.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./setup.mjs";

const path = join(root, "package-lock.json");
const lock = JSON.parse(readFileSync(path, "utf8"));

const systems = [
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const processors = [
  "arm64",
  "arm",
  "ia32",
  "loong64",
  "mips64el",
  "ppc64",
  "riscv64",
  "s390x",
  "wasm32",
  "x64",
];

const added = [];
for (const [parent, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const nested = `${parent}/node_modules/${name}`;
    const top = `node_modules/${name}`;
    if (parent === "" || lock.packages[top] !== undefined || lock.packages[nested] !== undefined) continue;
    const words = name.split(/[/-]/);
    const os = words.find((word) => systems.includes(word));
    const cpu = words.find((word) => processors.includes(word));
    if (cpu === undefined || !/^\d/.test(version))
      throw new Error(`cannot tell the platform of ${name}@${version}, wanted by ${parent}`);
    lock.packages[top] = {
      version,
      cpu: [cpu],
      ...(entry.dev && { dev: true }),
      optional: true,
      ...(os !== undefined && { os: [os] }),
    };
    added.push(`${name}@${version}`);
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added.length} platform packages added to the lockfile`);
