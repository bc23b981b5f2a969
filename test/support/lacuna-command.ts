import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const main = join("dist", "cli", "main.js");

/** Runs the built `lacuna` command as a user would. `npm test` builds it first. */
export function lacuna(
  args: readonly string[],
  options: { input?: string | Buffer; cwd?: string; env?: NodeJS.ProcessEnv } = {},
) {
  if (!existsSync(main)) throw new Error("dist/ is not built; run `npm test`, or `npm run build` first");
  const result = spawnSync(process.execPath, [join(process.cwd(), main), ...args], {
    encoding: "utf8",
    ...options,
  });
  return { code: result.status, stdout: result.stdout, stderr: result.stderr };
}
