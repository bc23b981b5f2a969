/** The latest of values that come in while something is under way, for a generator to hand on. */
export class Latest<T> {
  #value: T | undefined;
  #wake: () => void = () => {};

  set(value: T): void {
    this.#value = value;
    this.#wake();
  }

  /** The values as they come, the newest where several have, until the work is done; fails as the work does. */
  async *until(work: Promise<void>): AsyncGenerator<T> {
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
      this.#wake();
    });
    // Its failure is told below, at the end.
    done.catch(() => {});
    for (;;) {
      const value = this.#value;
      this.#value = undefined;
      if (value !== undefined) yield value;
      else if (isDone) break;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
    await done;
  }
}
