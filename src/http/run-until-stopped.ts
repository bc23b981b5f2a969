import type { Server } from "./server.ts";

interface StopOptions {
  /** How long requests under way may take to end, in milliseconds (default: 30,000). */
  readonly drain?: number;
  /** How long requests are still taken after the signal while others learn that the server goes, in milliseconds (default: 0). */
  readonly lameDuck?: number;
  /** Told when the server begins to stop. */
  readonly onStopping?: (signal: NodeJS.Signals) => void;
}

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/**
 * Waits for SIGTERM or SIGINT and stops the server in three steps. First, a lame duck: everything is still answered, with
 * `Connection: close`. Then no new connections; what comes on those that are there is answered. Then done. A second signal,
 * or `drain` going by after the first step, closes what is still open. Gives whether all requests could be finished.
 */
export async function runUntilStopped(
  server: Server,
  { drain = 30_000, lameDuck = 0, onStopping }: StopOptions = {},
): Promise<boolean> {
  const signal = await nextSignal();
  onStopping?.(signal);
  let finished = true;
  const giveUp = () => {
    finished = false;
    server.traffic.hurry();
  };
  for (const name of SIGNALS) process.once(name, giveUp);
  await server.traffic.lameDuck(lameDuck);
  const timer = setTimeout(giveUp, drain);
  await server.close();
  clearTimeout(timer);
  for (const name of SIGNALS) process.removeListener(name, giveUp);
  return finished;
}

function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      for (const name of SIGNALS) process.removeListener(name, stop);
      resolve(signal);
    };
    for (const name of SIGNALS) process.on(name, stop);
  });
}
