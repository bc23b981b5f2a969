import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A server in a process of its own. */
interface ServerProcess {
  readonly address: string;
  stop(): Promise<void>;
}

/** Starts a server on a model folder and waits until it listens. */
export async function startServer(
  dir: string,
  how: "batched" | "one-at-a-time",
  threads: number,
): Promise<ServerProcess> {
  const program = fileURLToPath(new URL("server-process.js", import.meta.url));
  const child = spawn(process.execPath, [program, dir, how, String(threads)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const address = await Promise.race([
    new Promise<string>((resolve) => createInterface(child.stdout).once("line", resolve)),
    ended.then((code) => {
      throw new Error(`the server ended with code ${code} before it listened`);
    }),
  ]);
  return {
    address,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
