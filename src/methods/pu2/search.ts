/** What the two steps of `pu2` are steered by. */
export interface Pu2Settings {
  /** n: epochs before words are ranked. */
  readonly explore: number;
  /** λ: the share of ranked words that is removed. */
  readonly remove: number;
  /** γ: non-entity spans for each word. */
  readonly spans: number;
}

/** The values that a search may try for each setting. */
type Pu2Grid = { readonly [K in keyof Pu2Settings]: readonly number[] };

/** A short training with some settings, and the best of its dev scores. */
export interface Pu2Trial {
  readonly settings: Pu2Settings;
  readonly score: number;
}

export interface Pu2Search {
  readonly start: Pu2Settings;
  readonly grid: Pu2Grid;
  readonly budget: number;
}

/** λ matters most and depends on how much is missing, so it is searched first and gets half of the trials. */
const order = ["remove", "explore", "spans"] as const;

/**
 * What a search on a budget tries next, given the trials so far; undefined when it is done. One setting is changed at a
 * time, from the best trial so far. The numbers of a setting are tried from coarse to fine: the ends and the middle
 * of the grid, then what lies nearest to the best.
 */
export function nextTrial(
  { start, grid, budget }: Pu2Search,
  trials: readonly Pu2Trial[],
): Pu2Settings | undefined {
  if (trials.length === 0) return budget > 0 ? start : undefined;
  let before = 0;
  for (const { key, count } of shares(start, grid, budget)) {
    // The trial that a setting is compared with was made before its own; the very first one counts for λ.
    const own = trials.length - before;
    if (own < count) return change(key, trials, grid[key], start);
    before += count;
  }
  return undefined;
}

/** The best trial; of equal ones the first. */
export function bestTrial(trials: readonly Pu2Trial[]): Pu2Trial | undefined {
  return trials.reduce<Pu2Trial | undefined>(
    (best, trial) => (best === undefined || trial.score > best.score ? trial : best),
    undefined,
  );
}

/** How many trials there will be: the budget, or all that one change at a time can reach. */
export function trialsOf({ start, grid, budget }: Pu2Search): number {
  return shares(start, grid, budget).reduce((sum, { count }) => sum + count, 0);
}

/** How many trials each setting gets. The first setting's include the start itself. */
function shares(start: Pu2Settings, grid: Pu2Grid, budget: number) {
  const others = (key: keyof Pu2Settings) => grid[key].filter((value) => value !== start[key]).length;
  const rooms = { remove: 1 + others("remove"), explore: others("explore"), spans: others("spans") };
  const counts = { remove: 0, explore: 0, spans: 0 };
  counts.remove = Math.min(rooms.remove, Math.ceil(budget / 2));
  counts.explore = Math.min(rooms.explore, Math.floor((budget - counts.remove) / 2));
  counts.spans = Math.min(rooms.spans, budget - counts.remove - counts.explore);
  // What one setting has no use for goes to the others.
  for (const key of order) {
    const left = budget - counts.remove - counts.explore - counts.spans;
    counts[key] += Math.min(left, rooms[key] - counts[key]);
  }
  return order.map((key) => ({ key, count: counts[key] }));
}

/** The best settings so far with another value for one of them. */
function change(
  key: keyof Pu2Settings,
  trials: readonly Pu2Trial[],
  values: readonly number[],
  start: Pu2Settings,
): Pu2Settings {
  const settings = bestTrial(trials)?.settings ?? start;
  const line = [...new Set([...values, start[key]])].sort((a, b) => a - b);
  const place = (value: number) => line.indexOf(value);
  const others = trials.filter((trial) => agree(trial.settings, settings, key));
  const tried = new Set(others.map((trial) => trial.settings[key]));
  const open = line.filter((value) => !tried.has(value));
  // First the widest gap is halved, until the ends and the middle are known; then the neighbourhood of the best counts.
  const isCoarse = tried.size < 3 && line.length > 3;
  const rank = isCoarse
    ? (value: number) => -Math.min(...[...tried].map((known) => Math.abs(place(known) - place(value))))
    : (value: number) => Math.abs(place(settings[key]) - place(value));
  const [first = settings[key]] = open.toSorted((a, b) => rank(a) - rank(b));
  return { ...settings, [key]: first };
}

/** Whether two settings differ in nothing but one. */
function agree(a: Pu2Settings, b: Pu2Settings, but: keyof Pu2Settings): boolean {
  return order.every((key) => key === but || a[key] === b[key]);
}
