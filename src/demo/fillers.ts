import type { Random } from "../random.ts";

const months = "January February March April May June July August September October November December".split(
  " ",
);
const weekdays = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");
const nationalities =
  "Polish Turkish Dutch Danish Finnish Swedish Irish Welsh Spanish Portuguese Greek Kenyan Brazilian Korean Thai".split(
    " ",
  );

/** The slots that hold no name: dates, numbers, amounts. Their capitals are there to mislead. */
export const fillers: ReadonlyMap<string, (random: Random) => string> = new Map([
  ["month", (random) => random.pick(months)],
  ["weekday", (random) => random.pick(weekdays)],
  ["nationality", (random) => random.pick(nationalities)],
  ["day", (random) => String(1 + random.below(28))],
  ["year", (random) => String(1890 + random.below(134))],
  ["age", (random) => String(19 + random.below(76))],
  ["n", (random) => String(3 + random.below(46))],
  ["big", (random) => `${1 + random.below(98)},${random.pick(["200", "400", "500", "750", "900"])}`],
  ["percent", (random) => `${random.below(28)}.${1 + random.below(9)}`],
  ["time", (random) => `${1 + random.below(12)}:${random.pick(["05", "10", "15", "20", "30", "45", "50"])}`],
  // The winner comes first: every template with a score says "beat".
  ["score", (random) => score(1 + random.below(5), random)],
]);

function score(won: number, random: Random): string {
  return `${won}-${random.below(won)}`;
}
