// Tests of pages need a real browser. On a machine of CI that has none, Debian's Chromium is installed; elsewhere, and
// where that is not possible, the tests say that it is missing.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = JSON.parse(readFileSync(new URL("browser-names.json", import.meta.url), "utf8"));

export function installBrowser() {
  if (process.env.LACUNA_CHROMIUM !== undefined || names.some(isInstalled)) return;
  if (!isInstalled("apt-get") || process.getuid?.() !== 0) return;
  console.error("installing Chromium (apt-get) …");
  // What is printed matters only if the tests then miss it.
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]) {
    const { status } = spawnSync("apt-get", ["-qq", ...args], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    if (status !== 0) return;
  }
}

function isInstalled(program) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));
}
