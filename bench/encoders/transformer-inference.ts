import { batchesByLength, pretrainedTransformer } from "../../src/encoders/index.ts";
import { ParameterStore, Session, type Tensor } from "../../src/graph/index.ts";
import { median } from "../engine/median.ts";
import { paddedModel } from "./transformer-padded.ts";
import { transformerBatches } from "./transformer-rows.ts";

export interface InferenceOptions {
  readonly threads: number;
  readonly spinning: boolean;
  /** How often all contenders take turns. */
  readonly blocks: number;
}

export interface Contender {
  readonly title: string;
  /** Medians over the turns, words per second of the clock and of processor time. */
  readonly wall: number;
  readonly processor: number;
  /** Median over the turns of the first contender's time over this one's. */
  readonly faster: { readonly wall: number; readonly processor: number };
}

/** Sentences in a batch of the plain way. */
const BATCH = 32;

/**
 * Encodes the same sentences with the same weights in several ways, by turns in one run. The first is the
 * plain one: batches of 32 sentences in the order of the text, padded to the longest.
 */
export async function compareInference(
  dir: string,
  sentences: readonly (readonly string[])[],
  { threads, spinning, blocks }: InferenceOptions,
): Promise<{ contenders: Contender[]; pieces: number; padded: number; gap: number }> {
  const encoder = await pretrainedTransformer(dir);
  const parameters = new ParameterStore({ training: false });
  const { words } = encoder.build({ parameters, training: false });
  const baked: Record<string, Tensor> = {};
  for (const { name, values, shape } of parameters) baked[name] = { data: values, shape };
  const session = await Session.compile({ outputs: { words }, baked, threads, spinning });
  const plain = await paddedModel(dir, { threads, spinning });
  // Pieces are cut beforehand, for both sides.
  const prepared = sentences.map((sentence) => encoder.prepare(sentence));
  const ids = prepared.map(({ ids }) => [...ids]);
  const costs = prepared.map(({ cost }) => cost);
  const inOrder = Array.from({ length: Math.ceil(costs.length / BATCH) }, (_, batch) =>
    costs.map((_, i) => i).slice(BATCH * batch, BATCH * (batch + 1)),
  );
  const alike = batchesByLength(costs, { sentences: BATCH });
  const ours = async (batch: readonly number[]) => {
    const feeds = encoder.feed(batch.map((i) => prepared[i]!));
    const known = session.inputs.map(({ name }) => [name, feeds[name]!] as const);
    return (await session.run(Object.fromEntries(known))).words!.data as Float32Array;
  };
  const theirs = (batch: readonly number[]) => plain.run(batch.map((i) => ids[i]!));
  type Way = readonly [
    title: string,
    run: (batch: readonly number[]) => Promise<unknown>,
    batches: typeof alike,
  ];
  const ways: readonly Way[] = [
    ["padded, 32 sentences in text order (the peer)", theirs, inOrder],
    ["padded, 32 sentences of like length", theirs, alike],
    ["packed, 32 sentences in text order", ours, inOrder],
    ["packed, 32 sentences of like length", ours, alike],
    ["packed, like lengths, 1,024 pieces (ours)", ours, batchesByLength(costs, transformerBatches.encode)],
  ];
  const [first] = inOrder;
  const gap = largestGap(first!, await ours(first!), await theirs(first!), costs, prepared, encoder.dim);

  const total = sentences.reduce((sum, { length }) => sum + length, 0);
  const times = ways.map((): { wall: number; processor: number }[] => []);
  for (let block = -1; block < blocks; block++) {
    for (const [way, [, run, batches]] of ways.entries()) {
      const [start, cpu] = [performance.now(), process.cpuUsage()];
      for (const batch of batches) await run(batch);
      const { user, system } = process.cpuUsage(cpu);
      // The first round wakes everything up.
      if (block >= 0)
        times[way]!.push({ wall: performance.now() - start, processor: (user + system) / 1000 });
    }
  }
  await session.dispose();
  await plain.dispose();
  const contenders = ways.map(([title], way) => {
    const speed = (of: "wall" | "processor") => median(times[way]!.map((time) => (1000 * total) / time[of]));
    const faster = (of: "wall" | "processor") =>
      median(times[way]!.map((time, block) => times[0]![block]![of] / time[of]));
    return {
      title,
      wall: speed("wall"),
      processor: speed("processor"),
      faster: { wall: faster("wall"), processor: faster("processor") },
    };
  });
  const padded = inOrder.reduce(
    (sum, batch) => sum + batch.length * Math.max(...batch.map((i) => costs[i]!)),
    0,
  );
  return { contenders, pieces: costs.reduce((sum, cost) => sum + cost, 0), padded, gap };
}

/** Both sides must compute the same: the largest difference between a word's vector and its first piece's state. */
function largestGap(
  batch: readonly number[],
  ours: Float32Array,
  theirs: Float32Array,
  costs: readonly number[],
  prepared: readonly {
    readonly words: number;
    readonly wordStarts: Int32Array;
    readonly wordRows: Int32Array;
  }[],
  dim: number,
): number {
  const longest = Math.max(...batch.map((i) => costs[i]!));
  let [gap, word] = [0, 0];
  batch.forEach((i, row) => {
    const { words, wordStarts, wordRows } = prepared[i]!;
    for (let w = 0; w < words; w++, word++) {
      if (wordStarts[w] === wordStarts[w + 1]) continue;
      const place = (row * longest + wordRows[wordStarts[w]!]!) * dim;
      for (let d = 0; d < dim; d++) gap = Math.max(gap, Math.abs(ours[word * dim + d]! - theirs[place + d]!));
    }
  });
  return gap;
}
