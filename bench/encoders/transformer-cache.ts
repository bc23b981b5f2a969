import { batchesByLength, cachedEncoder, pretrainedTransformer } from "../../src/encoders/index.ts";
import { ParameterStore } from "../../src/graph/index.ts";
import { Random } from "../../src/random.ts";
import type { TaggedSentences } from "./tagged-sentences.ts";
import { trainTagger } from "./tagger.ts";
import { transformerBatches } from "./transformer-rows.ts";

interface CacheSpeed {
  /** Words per second to fill the cache, once. */
  readonly fill: number;
  /** Words per second trained from it, in every epoch. */
  readonly train: number;
  readonly megabytes: number;
}

/** Trains a tag head on vectors of a transformer whose layers are all frozen and cached. */
export async function measureCache(
  dir: string,
  { words, tags, names }: TaggedSentences,
  { threads }: { readonly threads: number },
): Promise<CacheSpeed> {
  const encoder = await pretrainedTransformer(dir, { frozenLayers: 6 });
  const store = new ParameterStore({ seed: 1 });
  encoder.build({ parameters: store, training: false });
  const cache = cachedEncoder(encoder, { parameters: store, session: { threads } });
  const prepared = words.map((sentence) => cache.prepare(sentence));
  const megabytes = (2 * encoder.dim * words.reduce((sum, { length }) => sum + length + 1, 0)) / 1e6;
  const total = words.reduce((sum, { length }) => sum + length, 0);
  const filling = performance.now();
  await cache.ready(prepared);
  const fill = (1000 * total) / (performance.now() - filling);
  const trainer = await trainTagger(cache, store, { tags: names.length, threads });
  const random = new Random(1);
  const epoch = async () => {
    const start = performance.now();
    const costs = prepared.map(({ cost }) => cost);
    for (const batch of batchesByLength(costs, transformerBatches.train, random)) {
      const labels = Int32Array.from(batch.flatMap((i) => [...tags[i]!]));
      await trainer.step(
        batch.map((i) => prepared[i]!),
        labels,
        random,
      );
    }
    return (1000 * total) / (performance.now() - start);
  };
  await epoch();
  const epochs = [await epoch(), await epoch(), await epoch()].sort((a, b) => a - b);
  await trainer.dispose();
  await cache.close();
  return { fill, train: epochs[1]!, megabytes };
}
