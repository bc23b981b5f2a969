import { readFile } from "node:fs/promises";
import { writeJson } from "../../files/index.ts";

/** What one process of a run has used. */
interface Sitting {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
}

/** Keeps account of what the processes of a run use, in a file: they may be killed and begun again. */
export class RunUsage {
  readonly #path: string;
  readonly #before: readonly Sitting[];
  readonly #measure: () => Sitting;

  private constructor(path: string, before: readonly Sitting[], measure: () => Sitting) {
    this.#path = path;
    this.#before = before;
    this.#measure = measure;
  }

  static async open(path: string, measure: () => Sitting = thisProcess): Promise<RunUsage> {
    const before = await readFile(path, "utf8").then(
      (text) => JSON.parse(text) as Sitting[],
      () => [],
    );
    return new RunUsage(path, before, measure);
  }

  /** Notes what this process has used so far. */
  async note(): Promise<void> {
    await writeJson(this.#path, [...this.#before, this.#measure()]);
  }

  /** How many processes there were before this one, of which something is known. */
  get resumed(): number {
    return this.#before.length;
  }

  /** All sittings together: times add up, memory is the highest. */
  total(): Sitting {
    const all = [...this.#before, this.#measure()];
    const sum = (of: (one: Sitting) => number) => all.reduce((total, one) => total + of(one), 0);
    return {
      seconds: sum(({ seconds }) => seconds),
      cpuSeconds: sum(({ cpuSeconds }) => cpuSeconds),
      peakMegabytes: Math.max(...all.map(({ peakMegabytes }) => peakMegabytes)),
    };
  }
}

function thisProcess(): Sitting {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return {
    seconds: performance.now() / 1000,
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    peakMegabytes: Math.round(maxRSS / 1024),
  };
}
