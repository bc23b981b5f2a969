/** Sends what reviewers do to the server, one thing after the other. */
export class PostQueue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Whether something is still on its way. */
  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  /** Posts after everything before it. Undefined if that fails; `then` is told before anybody who waits for the queue. */
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

  /** Waits until nothing is on its way, what is sent while waiting included: what is fetched then is up to date. */
  async empty(): Promise<void> {
    for (let last: unknown; last !== this.#last; ) {
      last = this.#last;
      await last;
    }
  }
}
