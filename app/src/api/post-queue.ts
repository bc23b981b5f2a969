/** Sends changes to the server, one after the other. */
export class PostQueue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Whether a change has not been answered yet. */
  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  /** Sends a change after those before it; undefined if it fails. `then` is called before `empty()` resolves. */
  send<T>(
    post: () => Promise<T>,
    then: { readonly onDone: (answer: T) => void; readonly onFailed: (error: unknown) => void },
  ): Promise<T | undefined> {
    this.#waiting++;
    const answer = this.#last.then(post).then(
      (value) => {
        this.#waiting--;
        then.onDone(value);
        return value;
      },
      (error: unknown) => {
        this.#waiting--;
        then.onFailed(error);
        return undefined;
      },
    );
    this.#last = answer;
    return answer;
  }

  /** Waits until all changes are answered, including those sent while waiting: what is fetched then is up to date. */
  async empty(): Promise<void> {
    for (let last: unknown; last !== this.#last; ) {
      last = this.#last;
      await last;
    }
  }
}
