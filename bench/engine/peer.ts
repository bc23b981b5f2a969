import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";

/** A Python that does the same work with another library, one request at a time. */
export interface Peer {
  readonly version: string;
  ask<T>(request: object): Promise<T>;
  stop(): Promise<void>;
}

/** Starts the peer, a script that uses some library, or says why there is none. */
export async function startPeer(script: string, library: string, threads: number): Promise<Peer | string> {
  const python = process.env.LACUNA_PYTHON ?? "python3";
  const print = `import ${library}; print(${library}.__version__)`;
  const probe = spawnSync(python, ["-c", print], { encoding: "utf8" });
  if (probe.status !== 0) return `"${python}" cannot import ${library} (set LACUNA_PYTHON to one that can)`;
  const limits = ["OMP", "OPENBLAS", "BLIS"].map((name) => [`${name}_NUM_THREADS`, String(threads)]);
  const env = { ...process.env, ...Object.fromEntries(limits) };
  const child: ChildProcessWithoutNullStreams = spawn(python, [script, String(threads)], { env });
  child.stderr.pipe(process.stderr);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    version: probe.stdout.trim(),
    async ask(request) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`the ${library} peer ended; its message is above`);
      return JSON.parse(value);
    },
    async stop() {
      const ended = new Promise((resolve) => child.once("close", resolve));
      child.stdin.end();
      await ended;
    },
  };
}
