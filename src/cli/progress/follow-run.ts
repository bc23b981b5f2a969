import { onStopSignal } from "./stop-signals.ts";

/** The exit code of what Ctrl-C has ended, as shells know it. */
export const INTERRUPTED = 130;

/** What shows a run to a person while it lasts. */
interface RunProgress<Event> {
  onEvent(event: Event): void;
  print(line: string): void;
  stop(): void;
}

interface FollowRunOptions<Event> {
  /** Begins the run; `signal` asks it to stop with a checkpoint. */
  run(signal: AbortSignal): AsyncIterable<Event>;
  readonly progress: RunProgress<Event>;
  /** What the first Ctrl-C is answered with. Default: that a checkpoint is written. */
  readonly stopping?: string;
  /** Print events as JSON lines in place of the progress. */
  readonly json: boolean;
}

/** Shows a run to its end, or to where Ctrl-C (or SIGTERM, SIGHUP) stops it, and gives its last event. */
export async function followRun<Event>(options: FollowRunOptions<Event>): Promise<Event | undefined> {
  const { run, progress, json, stopping = "stopping after this step, with a checkpoint" } = options;
  const abort = new AbortController();
  const forget = onStopSignal(() => {
    abort.abort();
    const text = `${stopping}; Ctrl-C again to end at once, without it`;
    if (json) console.error(text);
    else progress.print(text);
  });
  let last: Event | undefined;
  try {
    for await (const event of run(abort.signal)) {
      if (json) console.log(JSON.stringify(event));
      else progress.onEvent(event);
      last = event;
    }
  } finally {
    forget();
    progress.stop();
  }
  return last;
}
