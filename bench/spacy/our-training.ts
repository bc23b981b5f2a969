import { assembleConfig, runTraining, type TrainEvent } from "../../src/training/index.ts";
import type { Turn } from "./turn.ts";

interface OurTrainingOptions {
  readonly method: string;
  readonly train: string;
  readonly dev: string;
  readonly epochs: number;
  readonly threads: number;
  /** The model folder to be written. */
  readonly out: string;
}

/** A run of `lacuna train` that goes on only while it is its turn. */
export class OurTraining {
  readonly #events: AsyncGenerator<TrainEvent>;

  private constructor(events: AsyncGenerator<TrainEvent>) {
    this.#events = events;
  }

  static async begin({ method, train, dev, epochs, threads, out }: OurTrainingOptions): Promise<OurTraining> {
    const config = await assembleConfig({
      flags: { method, train: [`${train}:complete`], dev, epochs, threads },
      set: { stopping: { patience: null } },
    });
    const training = new OurTraining(runTraining(config, out));
    // Data is read, weights are drawn and graphs compiled before the first turn, as they are on the other side.
    await training.#until("planned");
    return training;
  }

  /** Trains about so many words. The clock runs for steps alone: drawing, feeding, gradients, update. */
  async turn(words: number): Promise<Turn> {
    let [done, milliseconds] = [0, 0];
    while (done < words) {
      const event = await this.#until("step", "stopped");
      if (event.kind !== "step") throw new Error("training ended before its turns did");
      done += event.words;
      milliseconds += event.milliseconds;
    }
    return { words: done, seconds: milliseconds / 1000 };
  }

  /** Trains what is left and saves the model; gives its F1 on dev. */
  async finish(): Promise<number> {
    const stopped = await this.#until("stopped");
    for await (const _ of this.#events);
    return stopped.dev!.micro.f1;
  }

  async #until<K extends TrainEvent["kind"]>(...kinds: K[]): Promise<Extract<TrainEvent, { kind: K }>> {
    for (;;) {
      const { value, done } = await this.#events.next();
      if (done) throw new Error(`training ended without "${kinds.join('" or "')}"`);
      if ((kinds as string[]).includes(value.kind)) return value as Extract<TrainEvent, { kind: K }>;
    }
  }
}
