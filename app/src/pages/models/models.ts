import type {
  RetrainRequest,
  Run,
  RunComparison,
  RunDetails,
  RunProgress,
} from "../../../../src/review/api.ts";
import type { LiveEvents } from "../../api/live-events.ts";
import type { ReviewApi } from "../../api/review-api.ts";
import { Store } from "../../store.ts";

interface Snapshot {
  readonly runs: readonly Run[] | undefined;
  readonly shown: RunDetails | undefined;
  readonly progress: ReadonlyMap<number, RunProgress>;
  /** The runs compared, the older first. */
  readonly pair: readonly [number, number] | undefined;
  readonly comparison: RunComparison | undefined;
  readonly error: string | undefined;
}

/** The runs, one of them in detail, and two of them side by side. */
export class Models {
  readonly store = new Store<Snapshot>({
    runs: undefined,
    shown: undefined,
    progress: new Map(),
    pair: undefined,
    comparison: undefined,
    error: undefined,
  });
  readonly #api: ReviewApi;
  #again: ReturnType<typeof setTimeout> | undefined;
  #hasChosen = false;

  constructor(api: ReviewApi) {
    this.#api = api;
  }

  follow(live: LiveEvents): () => void {
    this.load();
    const leave = live.listen({
      onOpen: () => this.load(),
      onReload: () => this.load(),
      onRun: () => this.load(),
      onProgress: (progress) => this.#hear(progress),
    });
    return () => {
      clearTimeout(this.#again);
      leave();
    };
  }

  async load(): Promise<void> {
    await this.#try(async () => {
      const { runs } = await this.#api.runs();
      this.store.set({ runs });
      const isThere = runs.some(({ id }) => id === this.store.now.shown?.id);
      const first = runs.find(({ status }) => status === "running") ?? runs[0];
      const id = isThere && this.#hasChosen ? this.store.now.shown!.id : first?.id;
      if (id !== undefined) this.store.set({ shown: await this.#api.run(id) });
      await this.#compareByDefault();
    });
  }

  async show(id: number): Promise<void> {
    this.#hasChosen = true;
    await this.#try(async () => this.store.set({ shown: await this.#api.run(id) }));
  }

  async compare(a: number, b: number): Promise<void> {
    this.store.set({ pair: [a, b] });
    await this.#try(async () => {
      const comparison = await this.#api.compare(a, b);
      const [first, second] = this.store.now.pair ?? [];
      if (first === a && second === b) this.store.set({ comparison });
    });
  }

  async #compareByDefault(): Promise<void> {
    const pair = comparedByDefault(this.store.now.runs ?? []);
    const [a, b] = this.store.now.pair ?? [];
    const isDone = (id: number | undefined) =>
      this.store.now.runs?.some((run) => run.id === id && run.status === "done");
    if (this.#hasChosen && isDone(a) && isDone(b)) return;
    if (pair !== undefined && (pair[0] !== a || pair[1] !== b)) await this.compare(...pair);
  }

  async retrain(options: RetrainRequest): Promise<void> {
    await this.#try(async () => {
      await this.#api.retrain(options);
      this.#hasChosen = false;
      await this.load();
    });
  }

  async stop(id: number): Promise<void> {
    await this.#try(async () => {
      await this.#api.stop(id);
      await this.load();
    });
  }

  /** Fetches growing curves again, at most once a second. */
  #hear(progress: RunProgress): void {
    this.store.set({ progress: new Map(this.store.now.progress).set(progress.run, progress) });
    if (this.#again !== undefined || progress.run !== this.store.now.shown?.id) return;
    this.#again = setTimeout(() => {
      this.#again = undefined;
      const { shown } = this.store.now;
      if (shown !== undefined)
        this.#try(async () => this.store.set({ shown: await this.#api.run(shown.id) }));
    }, 1000);
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.store.set({ error: undefined });
    } catch (error) {
      const { message, hint } = error as { message: string; hint?: string };
      this.store.set({ error: hint === undefined ? message : `${message} (${hint})` });
    }
  }
}

/** The two runs to compare by default: the newest that is done with the one trained on the data as audited, else with the run before. */
export function comparedByDefault(runs: readonly Run[]): readonly [number, number] | undefined {
  const done = runs.filter((run) => run.status === "done" && run.f1 !== null).toSorted((a, b) => b.id - a.id);
  const [newest, ...older] = done;
  const against = older.find(({ kind }) => kind === "before") ?? older[0];
  return newest === undefined || against === undefined ? undefined : [against.id, newest.id];
}
