import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Starts measuring the peak anew, where the system can (Linux); elsewhere it is the peak since the start. */
export function resetPeakMemory(): void {
  if (existsSync("/proc/self/clear_refs")) writeFileSync("/proc/self/clear_refs", "5");
}

/** The most physical memory held at once, in megabytes. */
export function peakMemory(): number {
  if (!existsSync("/proc/self/status")) return process.resourceUsage().maxRSS / 1024;
  const line = /VmHWM:\s*(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"));
  return Number(line![1]) / 1024;
}

/** The physical memory held now, in megabytes. */
export function memoryNow(): number {
  return process.memoryUsage.rss() / 1024 ** 2;
}
