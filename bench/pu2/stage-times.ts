import type { TrainEvent } from "../../src/training/index.ts";

/** Seconds by the clock, and seconds of the processor, which others that use the machine change less. */
export interface Seconds {
  readonly clock: number;
  readonly processor: number;
}

/** Where the time of a run of `pu2` goes. */
export interface StageSeconds {
  /**
   * An epoch, of whichever stage: both send the same batches through the same graph. The fastest measured, since others
   * may use the machine as well and would make one stage look slower than the other.
   */
  readonly epoch: Seconds;
  /** Ranking the words at the end of exploring. */
  readonly ranking: Seconds;
  /** How many epochs were measured, of both stages together. */
  readonly measured: number;
}

/** Measures how long a training loop takes from event to event, by epoch. */
export class StageTimes {
  readonly #epochs: Seconds[] = [];
  #ranking: Seconds | undefined;
  #epoch = none;
  /** Whether the epoch under way was timed from its first step on. */
  #isWhole = true;

  /** Waits for the next event; what is done between two calls is nobody's time. */
  async next<T extends IteratorResult<TrainEvent, unknown>>(loop: { next(): Promise<T> }): Promise<T> {
    const [begun, used] = [performance.now(), process.cpuUsage()];
    const turn = await loop.next();
    const { user, system } = process.cpuUsage(used);
    if (!turn.done) {
      this.#add(turn.value, {
        clock: (performance.now() - begun) / 1000,
        processor: (user + system) / 1e6,
      });
    }
    return turn;
  }

  seconds(): StageSeconds {
    return {
      epoch: fastest(this.#epochs),
      ranking: this.#ranking ?? none,
      measured: this.#epochs.length,
    };
  }

  #add(event: TrainEvent, own: Seconds): void {
    if (event.kind !== "step" && event.kind !== "evaluated") return;
    if (event.stage === undefined && this.#ranking === undefined) {
      // On the way to the first step of the main stage words are ranked and weights put back. That step counts with
      // them: one of a hundred, and to the disadvantage of exploring.
      this.#ranking = own;
      this.#isWhole = false;
      return;
    }
    this.#epoch = sum(this.#epoch, own);
    if (event.kind === "step") return;
    if (this.#isWhole) this.#epochs.push(this.#epoch);
    this.#epoch = none;
    this.#isWhole = true;
  }
}

const none: Seconds = { clock: 0, processor: 0 };

function sum(one: Seconds, other: Seconds): Seconds {
  return { clock: one.clock + other.clock, processor: one.processor + other.processor };
}

function fastest(epochs: readonly Seconds[]): Seconds {
  return {
    clock: Math.min(...epochs.map(({ clock }) => clock)),
    processor: Math.min(...epochs.map(({ processor }) => processor)),
  };
}
