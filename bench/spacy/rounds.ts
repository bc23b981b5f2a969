import { untilQuiet, watchOthers } from "../engine/disturbance.ts";
import type { Turn } from "./turn.ts";

/** What happened in some rounds, in each of which every side had a turn. */
export interface Rounds {
  readonly theirs: readonly Turn[];
  /** By method, in the order given. */
  readonly ours: readonly (readonly Turn[])[];
  /** The share of the machine that other programs took in each round. */
  readonly others: readonly number[];
}

/** A turn of a process beside ours: what it cost in seconds of processor time is not the work of others. */
export type TheirTurn = Turn & { readonly cpu: number };

interface RoundsOptions {
  readonly count: number;
  /** Seconds to wait for a quiet machine before each round. */
  readonly patience: number;
  their(): Promise<TheirTurn>;
  readonly our: readonly (() => Promise<Turn>)[];
}

/** Lets both sides work by turns. */
export async function inTurns({ count, patience, their, our }: RoundsOptions): Promise<Rounds> {
  const theirs: Turn[] = [];
  const ours: Turn[][] = our.map(() => []);
  const others: number[] = [];
  for (let round = 0; round < count; round++) {
    await untilQuiet(patience);
    const watched = watchOthers();
    const turn = await their();
    theirs.push(turn);
    for (const [i, take] of our.entries()) ours[i]!.push(await take());
    others.push(watched(turn.cpu));
  }
  return { theirs, ours, others };
}

/** The rounds from one on. */
export function roundsFrom({ theirs, ours, others }: Rounds, first: number): Rounds {
  return {
    theirs: theirs.slice(first),
    ours: ours.map((turns) => turns.slice(first)),
    others: others.slice(first),
  };
}
