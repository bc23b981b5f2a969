import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

export interface Ended {
  /** Null if it was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Where it runs. */
  readonly folder: string;
  /** What `inject.mjs` is to do, without its prefix: `{ KILL: "3" }`; default: it is not loaded. */
  readonly fault?: Readonly<Record<string, string>>;
  /** Runs as a user who has no rights. */
  readonly isNobody?: boolean;
}

const hook = pathToFileURL(resolve("bench", "faults", "inject.mjs")).href;
const NOBODY = 65534;
const LIMIT = 120_000;

/** Runs the built command in a group of its own, so that a fault can end all its processes. */
export function runLacuna(
  main: string,
  args: readonly string[],
  { folder, fault, isNobody = false }: RunOptions,
): Promise<Ended> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_OPTIONS: "",
    TMPDIR: join(folder, "tmp"),
    LACUNA_CACHE: join(folder, "cache"),
  };
  if (fault !== undefined) {
    env.NODE_OPTIONS = `--import=${hook}`;
    for (const [name, value] of Object.entries(fault)) env[`LACUNA_FAULT_${name}`] = value;
  }
  const child = spawn(process.execPath, [main, ...args], {
    cwd: folder,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    ...(isNobody && process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
  });
  const timer = setTimeout(() => {
    stderr += `\nno end after ${LIMIT / 1000} s\n`;
    process.kill(-child.pid!, "SIGKILL");
  }, LIMIT);
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => {
      clearTimeout(timer);
      done({ code, stdout, stderr });
    });
  });
}

/** What is wrong with how a command refused: it says in one line what and why, and shows no stack. Undefined if nothing is. */
export function wrongRefusal(
  { code, stdout, stderr }: Ended,
  { codes, cause }: { readonly codes: readonly number[]; readonly cause: RegExp },
): string | undefined {
  const told = `: ${stderr.trim().split("\n").slice(-6).join(" | ")}`;
  if (code === null || !codes.includes(code)) return `exit code ${code}${told}`;
  if (/^\s+at .*(?:\(|:\d+)/m.test(stderr + stdout)) return `a stack trace${told}`;
  const errors = stderr.split("\n").filter((line) => line.startsWith("error: "));
  // A bench tells of each run that failed among its events, and goes on.
  const failed = stdout.split("\n").filter((line) => line.startsWith("failed "));
  if (errors.length > 1 || errors.length + failed.length === 0)
    return `${errors.length} lines of errors${told}`;
  const unclear = [...errors, ...failed].find((line) => !cause.test(line));
  return unclear === undefined ? undefined : `an unclear line: ${unclear}`;
}
