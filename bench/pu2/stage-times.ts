import type { TrainEvent } from "../../src/training/index.ts";

/** Seconds by the clock, and seconds of the processor, which others that use the machine change less. */
export interface Seconds {
  readonly clock: number;
  readonly processor: number;
}

/** Where the time of a run of `pu2` went. */
export interface StageSeconds {
  /** All epochs of exploring, and ranking the words at its end. */
  readonly exploring: Seconds;
  /** Of these, what came after the last epoch: ranking. */
  readonly ranking: Seconds;
  /** One epoch of the main stage, mean of those measured. */
  readonly mainEpoch: Seconds;
  readonly mainEpochs: number;
}

type Part = "exploring" | "ranking" | "main";

/** Measures how long a training loop takes from event to event, by stage. */
export class StageTimes {
  readonly #parts = new Map<Part, Seconds>();
  #mainEpochs = 0;

  /** Waits for the next event; what is done between two calls is nobody's time. */
  async next<T extends IteratorResult<TrainEvent, unknown>>(loop: { next(): Promise<T> }): Promise<T> {
    const [begun, used] = [performance.now(), process.cpuUsage()];
    const turn = await loop.next();
    const { user, system } = process.cpuUsage(used);
    const own = { clock: (performance.now() - begun) / 1000, processor: (user + system) / 1e6 };
    const part = turn.done ? undefined : this.#partOf(turn.value);
    if (part !== undefined) this.#parts.set(part, sum(own, this.#parts.get(part)));
    return turn;
  }

  seconds(): StageSeconds {
    const of = (part: Part) => this.#parts.get(part) ?? { clock: 0, processor: 0 };
    const main = of("main");
    const epochs = this.#mainEpochs;
    return {
      exploring: sum(of("exploring"), of("ranking")),
      ranking: of("ranking"),
      mainEpoch: { clock: main.clock / epochs, processor: main.processor / epochs },
      mainEpochs: epochs,
    };
  }

  #partOf(event: TrainEvent): Part | undefined {
    if (event.kind !== "step" && event.kind !== "evaluated") return undefined;
    if (event.stage !== undefined) return "exploring";
    if (event.kind === "evaluated") this.#mainEpochs++;
    // On the way to the first step of the main stage words are ranked and weights put back. That step counts with
    // them: one of a hundred, and to the disadvantage of exploring.
    return this.#parts.has("ranking") ? "main" : "ranking";
  }
}

function sum(one: Seconds, other: Seconds = { clock: 0, processor: 0 }): Seconds {
  return { clock: one.clock + other.clock, processor: one.processor + other.processor };
}
