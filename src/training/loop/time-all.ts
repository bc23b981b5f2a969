interface TimeAllOptions<Batch> {
  /** How much work a batch is, in any unit. */
  costOf(batch: Batch): number;
  /** Seconds that finding out may take. */
  readonly budget: number;
}

/** Batches that are done at least, as first runs are slow and one alone says little; and at most, as more say no more. */
const [FEWEST, MOST] = [12, 100];

/** Where even those take several times the budget, so many must do. */
const [FEWEST_OF_ALL, OVER_BUDGET] = [4, 2];

/**
 * About how many seconds some work takes for all batches, from doing it for some of them.
 *
 * The first half of the runs is not counted, because code and caches are still warming up: a step takes up to twice
 * as long then. Small and large batches are taken in turn, so that those counted are like all.
 */
export async function timeAll<Batch>(
  batches: readonly Batch[],
  work: (batch: Batch, run: number) => Promise<unknown>,
  { costOf, budget }: TimeAllOptions<Batch>,
): Promise<number> {
  if (batches.length === 0) return 0;
  const sorted = batches.toSorted((a, b) => costOf(a) - costOf(b));
  const runs: { readonly cost: number; readonly seconds: number }[] = [];
  const isEnough = (run: number, spent: number) =>
    run > FEWEST ? run > MOST || spent >= budget : run > FEWEST_OF_ALL && spent >= OVER_BUDGET * budget;
  for (let spent = 0, run = 1; !isEnough(run, spent); run++) {
    const batch = sorted[Math.floor(spread(run) * sorted.length)]!;
    const begun = performance.now();
    await work(batch, run);
    const seconds = (performance.now() - begun) / 1000;
    runs.push({ cost: costOf(batch), seconds });
    spent += seconds;
  }
  const counted = runs.slice(Math.floor(runs.length / 2));
  const sum = (of: "cost" | "seconds") => counted.reduce((total, run) => total + run[of], 0);
  const all = batches.reduce((total, batch) => total + costOf(batch), 0);
  return (sum("seconds") / Math.max(1, sum("cost"))) * all;
}

/** Numbers in [0, 1) that lie evenly however many are taken, and wherever one begins (van der Corput): ½, ¼, ¾, ⅛, … */
function spread(index: number): number {
  let [value, digit] = [0, 0.5];
  for (let rest = index; rest > 0; rest = Math.floor(rest / 2), digit /= 2) value += digit * (rest % 2);
  return value;
}
