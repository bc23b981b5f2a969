import type { Html } from "../../report/index.ts";
import { facts, figure, formatNumber, lineChart, type Series } from "../../report/index.ts";
import type { Evaluated } from "../loop/events.ts";

/** One figure: which measurements are its curves, and what they say. */
interface Meaning {
  readonly heading: string;
  readonly label: string;
  /** Whether the numbers are shares (0 … 1), shown in percent. */
  readonly share: boolean;
  readonly caption: string;
  /** What each curve is called, by the name of its measurement. */
  readonly curves: ReadonlyMap<string, string>;
  /** Whether the numbers cannot be below 0, and are read by how near to it they are. */
  readonly fromZero: boolean;
  /** Whether a stage decides the numbers before its first epoch: where they never change, there is no curve to draw. */
  readonly settled?: boolean;
}

/** A figure of one measurement that cannot be below 0. */
function alone(name: string, meaning: Omit<Meaning, "curves" | "fromZero">): Meaning {
  return { ...meaning, curves: new Map([[name, meaning.heading]]), fromZero: true };
}

/** What the measurements of methods say, for somebody who meets them for the first time. */
const meanings: readonly Meaning[] = [
  alone("missampling", {
    heading: "Missampling",
    label: "negatives that are entities",
    share: true,
    caption:
      "Of the spans taught as “not an entity”, the share that are entities whose label is missing. Lower is better: each of them teaches the model a mistake.",
  }),
  alone("hiddenNonEntity", {
    heading: "Hidden entities taken for nothing",
    label: "mean probability of “not an entity”",
    share: true,
    caption:
      "How sure the model is, on average, that the entities whose labels are missing are not entities. Lower is better: a model that follows the gaps in the labels comes near 100 %.",
  }),
  {
    heading: "How likely spans are entities",
    label: "mean probability of an entity",
    share: true,
    curves: new Map([
      ["hiddenEntity", "entities whose label is missing"],
      ["boundaryEntity", "entities with a word more or less"],
    ]),
    fromZero: true,
    caption:
      "The mean probability that the model gives to “some entity”: for entities whose labels are missing, which should rise and stay high, and for spans that have one word more or less than an entity and are none, which should stay low.",
  },
  alone("drawnEntropy", {
    heading: "How undecided the model is about what is drawn",
    label: "mean entropy (nats)",
    share: false,
    caption:
      "How undecided the model is about the spans it is taught as “not an entity”. Near 0 they are easy ones that teach little; higher means that harder ones are drawn.",
  }),
  {
    heading: "How much speaks for “outside of entities”",
    label: "mean O-value",
    share: false,
    curves: new Map([
      ["oValueHidden", "in hidden entities"],
      ["oValueOutside", "truly outside"],
    ]),
    fromZero: false,
    caption:
      "The score that the model gives to “outside of entities” (O), on average, for words of entities whose labels are missing and for words that are in no entity. As long as the first curve is well below the second, the model can tell missed entities from the rest; where they meet, it has learnt the gaps by heart.",
  },
  {
    heading: "Words left out",
    label: "share of words",
    share: true,
    curves: new Map([
      ["removedPrecision", "precision"],
      ["removedRecall", "recall"],
    ]),
    fromZero: true,
    settled: true,
    caption:
      "Precision: of the words left out of training, the share that belong to entities whose labels are missing. Recall: of the words of such entities, the share left out. Higher is better for both; leaving out more words raises recall, mostly at the price of precision.",
  },
  {
    heading: "Settings: words left out, spans drawn",
    label: "share",
    share: true,
    curves: new Map([
      ["triedRemove", "words left out (λ)"],
      ["triedSpans", "spans for a word (γ)"],
    ]),
    fromZero: true,
    settled: true,
    caption:
      "What pu2.remove (λ) and pu2.spans (γ) were in each epoch: as configured, or by an estimate of what is missing. With pu2.tune, each trial changes one setting of the best trial before it, and the main stage has the settings of the trial with the best dev score.",
  },
  {
    heading: "Setting: epochs of exploring",
    label: "epochs",
    share: false,
    curves: new Map([["triedExplore", "epochs (n)"]]),
    fromZero: true,
    settled: true,
    caption: "After how many epochs of exploring the words were ranked that are left out (pu2.explore).",
  },
];

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Curves over the epochs for the measurements that were made; those not known here go by their own name. */
export function diagnosticFigures(epochs: readonly Evaluated[]): Html[] {
  const points = new Map<string, Point[]>();
  for (const { epoch, metrics } of epochs) {
    for (const [name, value] of Object.entries(metrics ?? {})) {
      const list = points.get(name) ?? [];
      list.push({ x: epoch, y: value });
      points.set(name, list);
    }
  }
  // In the order in which the method names them, and measurements that share a figure only once.
  const found = [...points.keys()].map(
    (name) => meanings.find(({ curves }) => curves.has(name)) ?? unknownMeaning(name),
  );
  return [...new Set(found)].map((meaning) => figureOf(meaning, points));
}

function unknownMeaning(name: string): Meaning {
  const caption = "As the method reports it at the end of each epoch.";
  return { ...alone(name, { heading: name, label: name, share: false, caption }), fromZero: false };
}

function figureOf(
  { heading, label, share, caption, curves, fromZero, settled = false }: Meaning,
  points: ReadonlyMap<string, readonly Point[]>,
): Html {
  const series = [...curves].flatMap(([name, title]) => {
    const own = points.get(name);
    if (own === undefined) return [];
    return [{ name: title, points: share ? own.map(({ x, y }) => ({ x, y: 100 * y })) : own }];
  });
  if (settled && series.every(isFlat)) return figure({ heading, caption, chart: factsOf(series, share) });
  return figure({
    heading,
    caption,
    chart: lineChart({
      description: `${heading}, over epochs`,
      series,
      x: { label: "epoch", whole: true },
      y: { label, percent: share, ...(fromZero ? { domain: [0, 0] as const } : {}) },
    }),
  });
}

function isFlat({ points }: Series): boolean {
  return points.every(({ y }) => y === points[0]!.y);
}

function factsOf(series: readonly Series[], share: boolean): Html {
  return facts(
    series.map(({ name, points }) => ({
      name,
      value: `${formatNumber(Number(points[0]!.y.toPrecision(4)))}${share ? " %" : ""}`,
    })),
  );
}
