import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";

/** A Python with PyTorch that trains the same model, one request at a time. */
export interface Peer {
  readonly version: string;
  ask<T>(request: object): Promise<T>;
  stop(): Promise<void>;
}

/** Starts the peer, or says why there is none. */
export async function startPeer(script: string, threads: number): Promise<Peer | string> {
  const python = process.env.LACUNA_PYTHON ?? "python3";
  const probe = spawnSync(python, ["-c", "import torch; print(torch.__version__)"], { encoding: "utf8" });
  if (probe.status !== 0) return `"${python}" cannot import torch (set LACUNA_PYTHON to one that can)`;
  const child: ChildProcessWithoutNullStreams = spawn(python, [script, String(threads)]);
  child.stderr.pipe(process.stderr);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    version: probe.stdout.trim(),
    async ask(request) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error("the PyTorch peer ended; its message is above");
      return JSON.parse(value);
    },
    async stop() {
      const ended = new Promise((resolve) => child.once("close", resolve));
      child.stdin.end();
      await ended;
    },
  };
}
