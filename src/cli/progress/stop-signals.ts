/** Ctrl-C, what `kill` and service managers send, and the end of the terminal. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Calls `stop` when the process is first asked to end: by a signal, or because nobody reads what it prints any more. The
 * second time it ends at once; but not by a SIGHUP, since a closed terminal or a service manager may send one beside the first
 * signal.
 *
 * @returns what takes all of it back
 */
export function onStopSignal(stop: () => void): () => void {
  const ignored = () => {};
  let isAsked = false;
  const onSignal = () => {
    if (isAsked) return;
    isAsked = true;
    for (const signal of SIGNALS) process.off(signal, onSignal);
    process.on("SIGHUP", ignored);
    stop();
  };
  // A terminal may be gone before its signal comes, and `tee` behind a pipe gets Ctrl-C as well: neither may end what is saving.
  const streams = [process.stdout, process.stderr].map((stream) => {
    const before = stream.listeners("error") as ((error: Error) => void)[];
    const onError = ({ code }: NodeJS.ErrnoException) => {
      if (stream === process.stdout || code === "EIO") onSignal();
    };
    stream.removeAllListeners("error").on("error", onError);
    return { stream, before, onError };
  });
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
    // Once asked, what is still printed may find nobody.
    if (isAsked) return;
    for (const { stream, before, onError } of streams) {
      stream.off("error", onError);
      for (const listener of before) stream.on("error", listener);
    }
  };
}
