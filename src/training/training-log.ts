import { type FileHandle, open, readFile } from "node:fs/promises";
import { replaceFile } from "../files/index.ts";
import { upgradeTrainEvent } from "../upgrade.ts";
import type { TrainEvent } from "./loop/events.ts";

/**
 * The log of a run, one event a line. Written as the run goes, and made safe whenever a checkpoint is: so a resumed run
 * finds every line up to its checkpoint, and cuts off what came after.
 */
export class TrainingLog {
  readonly #path: string;
  #file: FileHandle | undefined;
  #waiting: string[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  /** Starts a log, or goes on with the events up to a step. */
  async open(upTo: number | undefined): Promise<void> {
    const kept =
      upTo === undefined ? [] : (await readTrainingLog(this.#path)).filter((event) => isUpTo(event, upTo));
    await replaceFile(this.#path, async (temporary) => {
      const file = await open(temporary, "w");
      await file.writeFile(kept.map(lineOf).join(""));
      await file.close();
    });
    this.#file = await open(this.#path, "a");
  }

  add(event: TrainEvent): void {
    this.#waiting.push(lineOf(event));
  }

  /** Makes sure that what was added is on the disk. */
  async flush(): Promise<void> {
    const lines = this.#waiting.join("");
    this.#waiting = [];
    await this.#file?.appendFile(lines);
    await this.#file?.sync();
  }

  async close(): Promise<void> {
    await this.flush();
    await this.#file?.close();
    this.#file = undefined;
  }
}

/** The events of a log. A last line that a kill cut short is passed over. */
export async function readTrainingLog(path: string): Promise<TrainEvent[]> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").flatMap((line) => {
    try {
      return [upgradeTrainEvent(JSON.parse(line)) as TrainEvent];
    } catch {
      return [];
    }
  });
}

function lineOf(event: TrainEvent): string {
  return `${JSON.stringify(event)}\n`;
}

function isUpTo(event: TrainEvent, step: number): boolean {
  // "planned" and "started" come again with the new sitting; "stopped" is of an end that was none.
  if (event.kind === "step" || event.kind === "evaluated" || event.kind === "saved")
    return event.step <= step;
  return false;
}
