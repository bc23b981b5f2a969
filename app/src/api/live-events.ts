import type { DecisionEvent, ReviewEvents, Run, RunProgress } from "../../../src/review/api.ts";

export interface LiveListener {
  /** Connected, for the first time or again: events in between may have been missed. */
  onOpen?(): void;
  onLost?(): void;
  onDecision?(event: DecisionEvent): void;
  onEntity?(event: ReviewEvents["entity"]): void;
  onRun?(run: Run): void;
  onProgress?(progress: RunProgress): void;
  /** Too much was missed: everything must be fetched again. */
  onReload?(): void;
}

/** One stream of events from the server, shared by all pages; the browser reconnects by itself. */
export class LiveEvents {
  readonly #listeners = new Set<LiveListener>();
  #source: EventSource | undefined;

  listen(listener: LiveListener): () => void {
    this.#listeners.add(listener);
    this.#source ??= this.#connect();
    return () => this.#listeners.delete(listener);
  }

  #connect(): EventSource {
    const source = new EventSource("/api/events");
    const on = <Name extends keyof ReviewEvents>(
      name: Name,
      tell: (listener: LiveListener, value: ReviewEvents[Name]) => void,
    ) =>
      source.addEventListener(name, (event: MessageEvent<string>) => {
        const value = JSON.parse(event.data) as ReviewEvents[Name];
        for (const listener of this.#listeners) tell(listener, value);
      });
    on("decision", (listener, value) => listener.onDecision?.(value));
    on("entity", (listener, value) => listener.onEntity?.(value));
    on("run", (listener, value) => listener.onRun?.(value));
    on("progress", (listener, value) => listener.onProgress?.(value));
    on("reload", (listener) => listener.onReload?.());
    source.onopen = () => {
      for (const listener of this.#listeners) listener.onOpen?.();
    };
    source.onerror = () => {
      for (const listener of this.#listeners) listener.onLost?.();
      if (source.readyState !== EventSource.CLOSED) return;
      // A proxy or a refusal ends the stream for good; try again after a while.
      setTimeout(() => {
        this.#source = this.#connect();
      }, 2000);
    };
    return source;
  }
}
