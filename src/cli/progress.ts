import cliProgress from "cli-progress";

/**
 * Passes items on and shows on stderr how many went by and how fast, if stderr is a terminal
 * and the work takes longer than a second. With `total` it is a bar.
 */
export async function* withProgress<T>(
  items: AsyncIterable<T> | Iterable<T>,
  { total, unit = "sentences" }: { total?: number; unit?: string } = {},
): AsyncGenerator<T> {
  if (!process.stderr.isTTY) {
    yield* items;
    return;
  }
  const rate = `{value} ${unit}, {duration_formatted}`;
  const bar = new cliProgress.SingleBar(
    {
      stream: process.stderr,
      format: total === undefined ? rate : `{bar} {percentage} % · ${rate} · {eta_formatted} left`,
      clearOnComplete: true,
      hideCursor: true,
      fps: 5,
    },
    cliProgress.Presets.shades_classic,
  );
  const startsAt = Date.now() + 1000;
  let count = 0;
  let shown = false;
  try {
    for await (const item of items) {
      count++;
      if (count % 256 === 0) {
        if (!shown && Date.now() > startsAt) {
          bar.start(total ?? 0, count);
          shown = true;
        }
        if (shown) bar.update(count);
      }
      yield item;
    }
  } finally {
    if (shown) bar.stop();
  }
}
