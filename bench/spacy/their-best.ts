import type { Peer } from "../engine/peer.ts";
import { speedOf, type Turn } from "./turn.ts";

/** What spaCy multiplies matrices with: its default, which has one thread, or NumPy's, which has more. */
type Blas = "blis" | "openblas";

const blases: readonly Blas[] = ["blis", "openblas"];

/** A way to run spaCy, and how fast it was when tried. */
export interface Tried<T> {
  readonly way: T;
  readonly speed: number;
}

/** A way to let spaCy tag. */
export interface TaggingWay {
  readonly blas: Blas;
  /** Sentences. */
  readonly batch: number;
  readonly processes: number;
  /** How often the sentences are tagged: processes take long to start. */
  readonly copies: number;
}

const taggingWays: readonly TaggingWay[] = [
  ...blases.flatMap((blas) => [256, 1000].map((batch) => ({ blas, batch, processes: 1, copies: 1 }))),
  { blas: "blis", batch: 1000, processes: 2, copies: 4 },
];

/** The size that spaCy's batches grow to. */
const FULL_BATCH = 1000;

/** How often each way is tried; its best counts, so that a disturbance does not decide. */
const TRIES = 2;

/** Trains a little in each way, on full batches. */
export async function tryTraining(peer: Peer, files: object): Promise<Tried<Blas>[]> {
  const take = () => peer.ask<Turn>({ do: "train", words: 8000 });
  const tried: Tried<Blas>[] = [];
  for (const blas of blases) {
    await peer.ask({ do: "setup", ...files, blas, batchWords: FULL_BATCH });
    // The first turn finds cold caches.
    await take();
    tried.push({ way: blas, speed: await bestOf(take) });
  }
  return fastestFirst(tried);
}

/** Tags the test set in each way. */
export async function tryTagging(peer: Peer): Promise<Tried<TaggingWay>[]> {
  const tried: Tried<TaggingWay>[] = [];
  for (const way of taggingWays) {
    tried.push({ way, speed: await bestOf(() => peer.ask<Turn>({ do: "infer", ...way })) });
  }
  return fastestFirst(tried);
}

async function bestOf(take: () => Promise<Turn>): Promise<number> {
  let best = 0;
  for (let i = 0; i < TRIES; i++) best = Math.max(best, speedOf(await take()));
  return best;
}

function fastestFirst<T>(tried: Tried<T>[]): Tried<T>[] {
  return tried.sort((a, b) => b.speed - a.speed);
}
