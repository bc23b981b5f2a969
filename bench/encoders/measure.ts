import type { BatchOptions, Encoder, Prepared } from "../../src/encoders/index.ts";
import { batchesByLength } from "../../src/encoders/index.ts";
import { ParameterStore } from "../../src/graph/index.ts";
import { Random } from "../../src/random.ts";
import type { TaggedSentences } from "./tagged-sentences.ts";
import { predictTagger, type TaggerOptions, trainTagger } from "./tagger.ts";

/** One encoder to be measured: a row of the table. */
export interface EncoderRow {
  readonly title: string;
  make(): Encoder | Promise<Encoder>;
  /** How sentences are dealt into batches for training and for encoding. */
  readonly batches: { readonly train: BatchOptions; readonly encode: BatchOptions };
  /** Words per second to reach. */
  readonly aim?: { readonly train: number; readonly encode: number };
}

/** Words per second: as the clock says, and per second of processor time, which other programs disturb less. */
export interface Speed {
  readonly wall: number;
  readonly processor: number;
}

export interface Measured {
  readonly parameters: number;
  readonly prepare: number;
  readonly train: Speed;
  readonly encode: Speed;
}

interface MeasureOptions {
  readonly threads: number;
  readonly spinning?: boolean;
  /** Seconds for each of the two. */
  readonly seconds: number;
  readonly profile?: string;
}

/** Measures training (forward, backward, AdamW; a linear tag head) and encoding (the same head, best tags) on the same sentences. */
export async function measureEncoder(
  row: EncoderRow,
  { words, tags, names }: TaggedSentences,
  { threads, spinning = true, seconds, profile }: MeasureOptions,
): Promise<Measured> {
  const encoder = await row.make();
  const store = new ParameterStore({ seed: 1 });
  const random = new Random(1);
  const options: TaggerOptions = { tags: names.length, threads, spinning };
  const start = performance.now();
  const prepared = words.map((sentence) => encoder.prepare(sentence));
  const prepare = (1000 * count(prepared)) / (performance.now() - start);
  const costs = prepared.map(({ cost }) => cost);

  const trainer = await trainTagger(
    encoder,
    store,
    profile === undefined ? options : { ...options, profile },
  );
  const train = await timed(batchesByLength(costs, row.batches.train, random), seconds, async (batch) => {
    const own = batch.map((i) => prepared[i]!);
    await trainer.step(own, Int32Array.from(batch.flatMap((i) => [...tags[i]!])), random);
    return count(own);
  });
  await trainer.dispose();

  const predictor = await predictTagger(encoder, store, options);
  // In the order of the text's lengths every batch is alike; mixed, a short run sees them all.
  const mixed = random.shuffled(batchesByLength(costs, row.batches.encode));
  const encode = await timed(mixed, seconds, async (batch) => {
    const own = batch.map((i) => prepared[i]!);
    await predictor.predict(own);
    return count(own);
  });
  await predictor.dispose();
  return { parameters: store.count().all, prepare, train, encode };
}

/** Batches before the clock starts. */
const WARM_UP = 5;
const BLOCKS = 5;

/** The median speed of some blocks of equal length. */
async function timed(
  batches: readonly (readonly number[])[],
  seconds: number,
  work: (batch: readonly number[]) => Promise<number>,
): Promise<Speed> {
  let next = 0;
  const step = () => work(batches[next++ % batches.length]!);
  for (let i = 0; i < WARM_UP; i++) await step();
  const blocks: Speed[] = [];
  for (let block = 0; block < BLOCKS; block++) {
    const [start, cpu] = [performance.now(), process.cpuUsage()];
    let done = 0;
    while (performance.now() - start < (1000 * seconds) / BLOCKS) done += await step();
    const { user, system } = process.cpuUsage(cpu);
    blocks.push({
      wall: (1000 * done) / (performance.now() - start),
      processor: (1e6 * done) / (user + system),
    });
  }
  const middle = (of: (speed: Speed) => number) => blocks.map(of).sort((a, b) => a - b)[BLOCKS >> 1]!;
  return { wall: middle(({ wall }) => wall), processor: middle(({ processor }) => processor) };
}

function count(prepared: readonly Prepared[]): number {
  return prepared.reduce((sum, { words }) => sum + words, 0);
}
