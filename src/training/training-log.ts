import { type FileHandle, open, readFile } from "node:fs/promises";
import { z } from "zod";
import { replaceFile } from "../files/index.ts";
import { counted } from "../format.ts";
import { storageError } from "../storage-error.ts";
import { upgradeTrainEvent } from "../upgrade.ts";
import type { TrainEvent } from "./loop/events.ts";

/** As much of each event as those who read logs rely on. */
const eventShape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("started"), parameters: z.object({}) }),
  z.object({ kind: z.literal("planned"), steps: z.number(), epochs: z.number() }),
  z.object({
    kind: z.literal("step"),
    step: z.number(),
    epoch: z.number(),
    loss: z.number().nullable(),
    words: z.number(),
    milliseconds: z.number(),
  }),
  z.object({
    kind: z.literal("evaluated"),
    step: z.number(),
    epoch: z.number(),
    metrics: z.record(z.string(), z.unknown()),
    seconds: z.number(),
  }),
  z.object({
    kind: z.literal("scored"),
    step: z.number(),
    epoch: z.number(),
    dev: z.object({ f1: z.number() }),
    best: z.boolean(),
  }),
  z.object({ kind: z.literal("saved"), step: z.number() }),
  z.object({ kind: z.literal("stopped"), reason: z.string(), step: z.number(), seconds: z.number() }),
]);

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

  /** Starts a log, or goes on with the events up to a step. Returns what of these is missing, for the user to know. */
  async open(upTo: number | undefined): Promise<string[]> {
    const { events, odd } = upTo === undefined ? { events: [], odd: 0 } : await readLog(this.#path);
    const kept = events.filter((event) => isUpTo(event, upTo ?? 0));
    await replaceFile(this.#path, async (temporary) => {
      const file = await open(temporary, "w");
      await file.writeFile(kept.map(lineOf).join(""));
      await file.close();
    });
    this.#file = await open(this.#path, "a");
    const lacking =
      (upTo ?? 0) - new Set(kept.flatMap((own) => (own.kind === "step" ? [own.step] : []))).size;
    return [
      ...(odd > 0 ? [`left out ${counted(odd, "line")} of "${this.#path}" that could not be read`] : []),
      ...(lacking > 0 ? [`"${this.#path}" lacks ${counted(lacking, "step")} before step ${upTo}`] : []),
    ];
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

/** The events of a log. Lines that are none are passed over, as is a last line that a kill cut short. */
export async function readTrainingLog(path: string): Promise<TrainEvent[]> {
  return (await readLog(path)).events;
}

interface ReadEvents {
  readonly events: TrainEvent[];
  /** How many lines are no event. A last one without its end is not counted: a kill leaves such. */
  readonly odd: number;
}

async function readLog(path: string): Promise<ReadEvents> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw storageError(Object.assign(error, { path })) ?? error;
  });
  const lines = text.split("\n");
  const read = lines.map(eventOf);
  const odd = lines.filter((line, i) => line.trim() !== "" && i < lines.length - 1 && read[i] === undefined);
  return { events: read.filter((event) => event !== undefined), odd: odd.length };
}

function eventOf(line: string): TrainEvent | undefined {
  try {
    const event = upgradeTrainEvent(JSON.parse(line));
    return eventShape.safeParse(event).success ? (event as TrainEvent) : undefined;
  } catch {
    return undefined;
  }
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
