import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

interface LacunaProcessOptions {
  /** The program and its first arguments. Default: the command line of this package. */
  readonly command?: readonly string[] | undefined;
  /** Called with each line of JSON that it prints. */
  readonly onEvent?: (event: { readonly kind: string }) => void;
  /** Aborting asks it to stop at the next step. */
  readonly signal: AbortSignal;
}

/** A process that failed. */
export class ProcessFailed extends Error {
  override name = "ProcessFailed";
}

/** How long it may take to stop, in milliseconds; then it is killed. */
const PATIENCE = 20_000;

/** How many lines of its error output are kept. */
const KEPT_LINES = 20;

const ownCommand = () => [process.execPath, fileURLToPath(new URL("../../cli/main.js", import.meta.url))];

/**
 * Runs a `lacuna` command in its own process, so that its use of memory and processor never blocks the server.
 * Returns whether it finished; false: it was stopped.
 */
export async function lacunaProcess(
  args: readonly string[],
  { command = ownCommand(), onEvent, signal }: LacunaProcessOptions,
): Promise<boolean> {
  if (signal.aborted) return false;
  const [program, ...first] = command;
  const child = spawn(program!, [...first, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    child.kill("SIGINT");
    timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
  };
  signal.addEventListener("abort", stop, { once: true });
  const said: string[] = [];
  createInterface(child.stdout).on("line", (line) => {
    const event = parsed(line);
    if (event !== undefined) onEvent?.(event);
  });
  createInterface(child.stderr).on("line", (line) => {
    said.push(line);
    if (said.length > KEPT_LINES) said.shift();
  });
  try {
    const code = await new Promise<number | string>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (exit, killed) => resolve(exit ?? killed ?? "unknown"));
    });
    if (signal.aborted) return false;
    if (code === 0) return true;
    throw new ProcessFailed(whyOf(said, args[0]!, code));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

function parsed(line: string): { readonly kind: string } | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && "kind" in value
      ? (value as { kind: string })
      : undefined;
  } catch {
    return undefined;
  }
}

/** Why the process failed, in its own words: the error and its hint, or the last lines. */
function whyOf(said: readonly string[], command: string, code: number | string): string {
  const first = said.findIndex((line) => line.startsWith("error: "));
  const why = (first >= 0 ? said.slice(first) : said.slice(-5)).join("\n").replace(/^error: /, "");
  return why === "" ? `lacuna ${command} ended with ${code} and no message` : why;
}
