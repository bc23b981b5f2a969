import type { Peer } from "../engine/peer.ts";
import { speedOf, type Turn } from "./turn.ts";

/** What spaCy multiplies matrices with: its default, which has one thread, or NumPy's, which has more. */
export type Blas = "blis" | "openblas";

export const blases: readonly Blas[] = ["blis", "openblas"];

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

export const taggingWays: readonly TaggingWay[] = [
  ...blases.flatMap((blas) => [256, 1000].map((batch) => ({ blas, batch, processes: 1, copies: 1 }))),
  { blas: "blis", batch: 1000, processes: 2, copies: 4 },
];

/** The size that spaCy's batches grow to. */
const FULL_BATCH = 1000;

/** Trains a little in each way, on full batches. */
export async function tryTraining(peer: Peer, files: object): Promise<Tried<Blas>[]> {
  const tried: Tried<Blas>[] = [];
  for (const blas of blases) {
    await peer.ask({ do: "setup", ...files, blas, batchWords: FULL_BATCH });
    await peer.ask({ do: "train", words: 4000 });
    tried.push({ way: blas, speed: speedOf(await peer.ask<Turn>({ do: "train", words: 15_000 })) });
  }
  return fastestFirst(tried);
}

/** Tags once in each way. */
export async function tryTagging(peer: Peer): Promise<Tried<TaggingWay>[]> {
  const tried: Tried<TaggingWay>[] = [];
  for (const way of taggingWays) {
    tried.push({ way, speed: speedOf(await peer.ask<Turn>({ do: "infer", ...way })) });
  }
  return fastestFirst(tried);
}

function fastestFirst<T>(tried: Tried<T>[]): Tried<T>[] {
  return tried.sort((a, b) => b.speed - a.speed);
}
