import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { lacunaVersion } from "../../lacuna-version.ts";

/** Which program made a result: its version, and the commit where it runs from its repository. */
export function sourceVersion(): { readonly version: string; readonly commit: string | null } {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  return { version: lacunaVersion(), commit: existsSync(`${root}/.git`) ? commitOf(root) : null };
}

function commitOf(cwd: string): string | null {
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    const isChanged = git("status", "--porcelain", "--", "src") !== "";
    return `${git("rev-parse", "--short", "HEAD")}${isChanged ? " with changes" : ""}`;
  } catch {
    // Without git there is nothing to say.
    return null;
  }
}
