import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ParameterStore,
  type StoredTensor,
  saveParameters,
  writeSafetensors,
} from "../../src/graph/index.ts";
import type { Case } from "./cases.ts";
import { untilQuiet, watchOthers } from "./disturbance.ts";
import { median } from "./median.ts";
import { peakMemory, resetPeakMemory } from "./memory.ts";
import type { Peer } from "./peer.ts";
import { makeTrainer, optimiserNumbers } from "./trainer.ts";

export interface CompareOptions {
  readonly threads: number;
  /** How many undisturbed turns are wanted of each side. */
  readonly blocks: number;
  /** How many seconds to wait for a quiet machine before each turn. */
  readonly patience: number;
  /** About how long a side's turn lasts. */
  readonly seconds: number;
  /** Steps before the clock starts; their losses are compared. */
  readonly warmup: number;
  readonly profile?: string;
}

export interface Comparison {
  readonly parameters: number;
  /** Median milliseconds per step. */
  readonly ours: number;
  readonly theirs: number | undefined;
  /** Median over the turns of their median over ours: what is slow in one turn is slow for both. */
  readonly ratio: number | undefined;
  /** The share of the machine's time that other programs took during the turns that count. */
  readonly others: number;
  /** Relative difference of the first losses: the same weights and numbers on both sides. */
  readonly difference: number | undefined;
  /** The same after the warm-up: updates agree too, where both sides update alike. */
  readonly drift: number | undefined;
  /** Megabytes. */
  readonly ourPeak: number;
  readonly theirPeak: number | undefined;
}

interface Turn {
  readonly milliseconds: number[];
  readonly losses: number[];
  readonly peak: number;
  /** Seconds of processor time. */
  readonly cpu: number;
}

/** Turns during which other programs took more than this are repeated, up to `TRIES` times as many as wanted. */
const DISTURBED = 0.08;
const TRIES = 2;

/** Trains the same model from the same weights on both sides, by turns in the same run. */
export async function compare(
  work: Case,
  peer: Peer | undefined,
  options: CompareOptions,
): Promise<Comparison> {
  resetPeakMemory();
  const store = new ParameterStore({ seed: 1 });
  const loss = work.loss(store);
  const trainer = await makeTrainer(loss, store, options);
  if (peer !== undefined) await setUp(peer, work, store);

  let done = 0;
  const turn = (steps: number) => {
    const batches = Array.from({ length: steps }, (_, i) => (done + i) % work.batches.length);
    done += steps;
    return batches;
  };
  const both = async (steps: number) => {
    const batches = turn(steps);
    await untilQuiet(options.patience);
    const others = watchOthers();
    const ours = await ourTurn(batches);
    const theirs = await peer?.ask<Turn>({ do: "steps", batches });
    return { ours, theirs, others: others(theirs?.cpu ?? 0) };
  };
  const ourTurn = async (batches: readonly number[]): Promise<Turn> => {
    const milliseconds: number[] = [];
    const losses: number[] = [];
    for (const index of batches) {
      const start = performance.now();
      losses.push(await trainer.step(work.batches[index]!.feeds));
      milliseconds.push(performance.now() - start);
    }
    return { milliseconds, losses, peak: peakMemory(), cpu: 0 };
  };

  const warmup = await both(options.warmup);
  const steps = Math.max(3, Math.round((1000 * options.seconds) / median(warmup.ours.milliseconds)));
  const all = [];
  let calm = 0;
  while (calm < options.blocks && all.length < TRIES * options.blocks) {
    const each = await both(steps);
    all.push(each);
    if (each.others < DISTURBED) calm++;
  }
  // With too few calm turns, the least disturbed count; the reader is told how much that was.
  const turns = all.sort((a, b) => a.others - b.others).slice(0, Math.max(calm, options.blocks));
  await trainer.dispose();

  // The first step after a pause finds cold caches and sleeping threads: left out on both sides.
  const awake = (turn: Turn) => turn.milliseconds.slice(1);
  const theirs = turns.flatMap((each) => (each.theirs === undefined ? [] : awake(each.theirs)));
  return {
    parameters: store.count().all,
    ours: median(turns.flatMap((each) => awake(each.ours))),
    theirs: peer && median(theirs),
    ratio: peer && median(turns.map((each) => median(awake(each.theirs!)) / median(awake(each.ours)))),
    difference: relative(warmup.ours.losses[0]!, warmup.theirs?.losses[0]),
    drift: relative(warmup.ours.losses.at(-1)!, warmup.theirs?.losses.at(-1)),
    others: median(turns.map((each) => each.others)),
    ourPeak: Math.max(...turns.map((each) => each.ours.peak)),
    theirPeak: peer && Math.max(...turns.map((each) => each.theirs!.peak)),
  };
}

function relative(ours: number, theirs: number | undefined): number | undefined {
  return theirs === undefined ? undefined : Math.abs(ours - theirs) / Math.abs(theirs);
}

async function setUp(peer: Peer, work: Case, store: ParameterStore): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "lacuna-bench-"));
  try {
    const [weights, batches] = [join(folder, "weights"), join(folder, "batches")];
    await saveParameters(store, weights);
    const numbered = work.batches.flatMap(({ stored }, i) =>
      [...stored].map(([name, tensor]): [string, StoredTensor] => [`${i}.${name}`, tensor]),
    );
    await writeSafetensors(batches, new Map(numbered));
    const { parameters } = await peer.ask<{ parameters: number }>({
      do: "setup",
      model: work.model,
      weights,
      batches,
      optimiser: optimiserNumbers,
    });
    if (parameters < store.count().all) throw new Error(`the peer's model has only ${parameters} parameters`);
  } finally {
    await rm(folder, { recursive: true });
  }
}
