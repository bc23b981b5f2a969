import { stat } from "node:fs/promises";
import cliProgress from "cli-progress";
import type { Sentence } from "../../data/index.ts";
import { type CorpusSpec, parseCorpusSpec, type ReadCorpusOptions, readCorpus } from "../../data/index.ts";
import { formatNumber } from "../../format.ts";

/** Work that is done sooner gets no bar. */
const PATIENCE_MS = 1000;

/**
 * `readCorpus` with a progress bar on stderr, if that is a terminal and the reading takes longer than a second:
 * how much of the file is read, how many sentences that gave, and the time left.
 */
export async function* readWithProgress(
  spec: string | CorpusSpec,
  options: ReadCorpusOptions,
): AsyncGenerator<Sentence> {
  if (!process.stderr.isTTY) {
    yield* readCorpus(spec, options);
    return;
  }
  const { path } = typeof spec === "string" ? parseCorpusSpec(spec) : spec;
  const size = await stat(path).then(
    (found) => (found.isFile() ? found.size : 0),
    () => 0,
  );
  const bar = new cliProgress.SingleBar(
    {
      stream: process.stderr,
      format:
        size > 0
          ? "{bar} {percentage} % · {sentences} sentences · {eta_formatted} left"
          : "{sentences} sentences · {duration_formatted}",
      clearOnComplete: true,
      fps: 5,
    },
    cliProgress.Presets.shades_classic,
  );
  const startsAt = Date.now() + PATIENCE_MS;
  let [sentences, bytes, shown] = [0, 0, false];
  const show = () => {
    const payload = { sentences: formatNumber(sentences) };
    if (!shown && Date.now() > startsAt) {
      bar.start(size, bytes, payload);
      shown = true;
    }
    if (shown) bar.update(bytes, payload);
  };
  try {
    const onBytes = (read: number) => {
      bytes = Math.min(size, bytes + read);
    };
    for await (const sentence of readCorpus(spec, { ...options, onBytes })) {
      if (++sentences % 256 === 0) show();
      yield sentence;
    }
  } finally {
    if (shown) bar.stop();
  }
}
