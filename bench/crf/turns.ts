import { untilQuiet, watchOthers } from "../engine/disturbance.ts";
import { median } from "../engine/median.ts";
import { speedsOf, type Turn } from "../spacy/turn.ts";

/** A piece of work that both sides do, one after the other. */
export interface Work {
  readonly words: number;
  ours(): Promise<{ readonly seconds: number }>;
  theirs(): Promise<{ readonly seconds: number; readonly cpu: number } | undefined>;
}

export interface Turns {
  readonly ours: readonly Turn[];
  /** Empty where there is no peer. */
  readonly theirs: readonly Turn[];
  /** Their processor time over ours in each round: with one thread this holds on a busy machine too. */
  readonly cpu: readonly number[];
  /** The share of the machine that other programs took. */
  readonly others: number;
}

/** Lets both sides work by turns; who begins changes from round to round. */
export async function takeTurns(
  { rounds, patience }: { readonly rounds: number; readonly patience: number },
  draw: () => Work,
): Promise<Turns> {
  const ours: Turn[] = [];
  const theirs: Turn[] = [];
  const cpu: number[] = [];
  let others = 0;
  for (let round = 0; round < rounds; round++) {
    const work = draw();
    await untilQuiet(patience);
    const watched = watchOthers();
    const early = round % 2 === 1 ? await work.theirs() : undefined;
    const before = process.cpuUsage();
    ours.push({ words: work.words, seconds: (await work.ours()).seconds });
    const { user, system } = process.cpuUsage(before);
    const their = early ?? (await work.theirs());
    if (their !== undefined) {
      theirs.push({ words: work.words, seconds: their.seconds });
      cpu.push((1e6 * their.cpu) / (user + system));
    }
    others += watched(their?.cpu ?? 0) / rounds;
  }
  return { ours, theirs, cpu, others };
}

export function printSpeeds(title: string, { ours, theirs, cpu, others }: Turns): void {
  const own = speedsOf(ours, theirs.length === 0 ? ours : theirs);
  const words = (speed: number) => `${Math.round(speed).toLocaleString("en")} words/s`;
  console.log(`\n${title}`);
  console.log(`  ours     ${words(own.median)} (best turn ${words(own.best)})`);
  if (theirs.length > 0) {
    const other = speedsOf(theirs, ours);
    console.log(`  PyTorch  ${words(other.median)} (best turn ${words(other.best)})`);
    console.log(
      `  ratio    ${own.ratio.toFixed(2)}× (median over ${ours.length} rounds; of best turns ${(own.best / other.best).toFixed(2)}×)`,
    );
    console.log(`  processor time: theirs ${median(cpu).toFixed(2)}× ours`);
  }
  console.log(`  other programs took ${(100 * others).toFixed(0)} % of the machine meanwhile`);
}
