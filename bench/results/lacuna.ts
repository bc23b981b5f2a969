import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { UserError } from "../../src/errors.ts";

/** The program as users run it. */
const MAIN = "dist/cli/main.js";

/** Brings `dist` up to date; does nothing where it is. */
export async function buildLacuna(): Promise<void> {
  await run(["scripts/build.mjs"], "show");
}

/** Runs `lacuna` with these arguments in a process of its own, in sight of the user, or for what it prints. */
export async function lacuna(args: readonly string[], output: "show" | "take" = "show"): Promise<string> {
  return run([MAIN, ...args], output);
}

/**
 * The same, but never twice at once for one folder: if the bench is killed, what it had started may still be at work
 * there. `lock` is a file that holds its process number.
 */
export async function lacunaAlone(lock: string, args: readonly string[]): Promise<void> {
  if (existsSync(lock)) {
    const other = Number(await readFile(lock, "utf8"));
    if (isLacuna(other)) {
      throw new UserError(`process ${other} of an earlier bench is still at work for "${lock}"`, {
        hint: `wait for its end, or end it with: kill ${other}`,
      });
    }
  }
  await run([MAIN, ...args], "show", (pid) => writeFile(lock, String(pid)));
  await rm(lock, { force: true });
}

/** Whether a process lives and is one of ours: numbers are used again. */
function isLacuna(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const command = `/proc/${pid}/cmdline`;
  return !existsSync(command) || readFileSync(command, "utf8").includes(MAIN);
}

async function run(
  args: readonly string[],
  output: "show" | "take",
  onStart?: (pid: number) => Promise<void>,
): Promise<string> {
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", output === "show" ? "inherit" : "pipe", "inherit"],
  });
  // Ctrl-C reaches both: the child ends with a checkpoint, and then the bench by its exit code. Others are passed on.
  const wait = () => {};
  const pass = () => child.kill("SIGINT");
  process.on("SIGINT", wait);
  process.on("SIGTERM", pass);
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  try {
    const ended = new Promise<number | string>((done, fail) => {
      child.on("error", fail);
      child.on("close", (code, signal) => done(code ?? signal ?? "unknown"));
    });
    if (child.pid !== undefined) await onStart?.(child.pid);
    const code = await ended;
    if (code === 0) return text;
    throw new UserError(`"${args.slice(0, 2).join(" ")}" ended with ${code}`, {
      hint: "run the bench again to go on from here",
    });
  } finally {
    process.off("SIGINT", wait);
    process.off("SIGTERM", pass);
  }
}
