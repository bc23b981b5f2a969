import { cpus } from "node:os";

/** A moment of the machine: seconds all cores together have existed and been at work. */
interface Moment {
  readonly total: number;
  readonly busy: number;
  /** Of which for this process. */
  readonly own: number;
}

function now(): Moment {
  let [total, idle] = [0, 0];
  for (const { times } of cpus()) {
    total += times.user + times.nice + times.sys + times.irq + times.idle;
    idle += times.idle;
  }
  const { user, system } = process.cpuUsage();
  return { total: total / 1000, busy: (total - idle) / 1000, own: (user + system) / 1e6 };
}

/** Measures what others do to the machine from here on: the share of its time that neither we nor the peer used. */
export function watchOthers(): (peerSeconds: number) => number {
  const start = now();
  return (peerSeconds) => {
    const end = now();
    const others = end.busy - start.busy - (end.own - start.own) - peerSeconds;
    return Math.max(0, others) / Math.max(1e-9, end.total - start.total);
  };
}

/** Waits until the machine has little else to do, at most so many seconds. */
export async function untilQuiet(seconds: number): Promise<void> {
  const deadline = performance.now() + 1000 * seconds;
  while (performance.now() < deadline) {
    const others = watchOthers();
    await new Promise((resolve) => setTimeout(resolve, 250));
    if (others(0) < 0.1) return;
  }
}
