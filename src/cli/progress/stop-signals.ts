/** Ctrl-C, what `kill` and service managers send, and the end of the terminal. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Calls `stop` when the process is first asked to end. The second time it ends at once; but not by a SIGHUP, since a closed
 * terminal or a service manager may send one beside the first signal.
 *
 * @returns what takes all of it back
 */
export function onStopSignal(stop: () => void): () => void {
  const ignored = () => {};
  const onSignal = () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
    // The terminal may be gone, and so may `tee` behind a pipe, which gets Ctrl-C as well: that must not end what is saving.
    for (const stream of [process.stdout, process.stderr]) {
      stream.removeAllListeners("error").on("error", ignored);
    }
    process.on("SIGHUP", ignored);
    stop();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal).off(signal, ignored);
  };
}
