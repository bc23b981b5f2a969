import type { Server } from "./server.ts";

interface StopOptions {
  /** How long requests under way may take to end, in milliseconds. */
  readonly drain?: number;
  /** Told when the server begins to stop. */
  readonly onStopping?: (signal: NodeJS.Signals) => void;
}

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/**
 * Waits for SIGTERM or SIGINT and stops the server: no new connections, requests under way are finished, then done. A second
 * signal, or `drain` going by, closes what is still open. Gives whether all requests could be finished.
 */
export async function runUntilStopped(
  server: Server,
  { drain = 30_000, onStopping }: StopOptions = {},
): Promise<boolean> {
  const signal = await nextSignal();
  onStopping?.(signal);
  let finished = true;
  const giveUp = () => {
    finished = false;
    server.server.closeAllConnections();
  };
  const timer = setTimeout(giveUp, drain);
  for (const name of SIGNALS) process.once(name, giveUp);
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
