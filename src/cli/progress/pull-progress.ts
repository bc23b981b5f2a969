import cliProgress from "cli-progress";
import type { PullEvent } from "../../hub/index.ts";
import { printable } from "../output/printable.ts";

const MEGABYTE = 1e6;

/** Shows on stderr how a pull gets on: a bar for each file on a terminal, and notes on what takes time. */
export class PullProgress {
  #bar: cliProgress.SingleBar | undefined;
  #file: string | undefined;

  readonly onEvent = (event: PullEvent): void => {
    if (event.kind === "bytes") this.#show(event);
    else this.#note(words(event));
  };

  stop(): void {
    this.#bar?.stop();
    this.#bar = undefined;
    this.#file = undefined;
  }

  #show({ file, done, total }: PullEvent & { kind: "bytes" }): void {
    if (!process.stderr.isTTY) return;
    const name = printable(file);
    if (file !== this.#file) {
      this.stop();
      const amount = "{value} MB, {duration_formatted}";
      this.#file = file;
      this.#bar = new cliProgress.SingleBar({
        stream: process.stderr,
        format:
          total === undefined
            ? `${name} ${amount}`
            : `${name} {bar} {percentage} % · ${amount} · {eta_formatted} left`,
        formatValue: (value, _, type) => (type === "value" ? (value / MEGABYTE).toFixed(1) : String(value)),
        barCompleteChar: "█",
        barIncompleteChar: "░",
        clearOnComplete: true,
        // Ctrl-C ends the process at once, and a hidden cursor would stay hidden.
        hideCursor: false,
        fps: 5,
      });
      this.#bar.start(total ?? 0, done);
    }
    this.#bar?.update(done);
  }

  #note(text: string): void {
    this.stop();
    console.error(`note: ${printable(text)}`);
  }
}

function words(event: Exclude<PullEvent, { kind: "bytes" }>): string {
  switch (event.kind) {
    case "waiting":
      return "another process is pulling this model; waiting for it";
    case "damaged":
      return `the model in the cache is damaged and is fetched again: ${event.reason}`;
    case "retry":
      return `${event.reason}; trying "${event.file}" again in ${(event.wait / 1000).toFixed(1)} s`;
  }
}
