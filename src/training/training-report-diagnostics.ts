import { figure, type Html, lineChart } from "../report/index.ts";
import type { Evaluated } from "./events.ts";

interface Meaning {
  readonly heading: string;
  readonly label: string;
  /** Whether the number is a share (0 … 1), shown in percent. */
  readonly share: boolean;
  readonly caption: string;
}

/** What the measurements of methods say, for somebody who meets them for the first time. */
const meanings = new Map<string, Meaning>([
  [
    "missampling",
    {
      heading: "Missampling",
      label: "negatives that are entities",
      share: true,
      caption:
        "Of the spans taught as “not an entity”, the share that are entities whose label is missing. Lower is better: each of them teaches the model a mistake.",
    },
  ],
  [
    "hiddenNonEntity",
    {
      heading: "Hidden entities taken for nothing",
      label: "mean probability of “not an entity”",
      share: true,
      caption:
        "How sure the model is, on average, that the entities whose labels are missing are not entities. Lower is better: a model that follows the gaps in the labels comes near 100 %.",
    },
  ],
  [
    "drawnEntropy",
    {
      heading: "How undecided the model is about what is drawn",
      label: "mean entropy (nats)",
      share: false,
      caption:
        "How undecided the model is about the spans it is taught as “not an entity”. Near 0 they are easy ones that teach little; higher means that harder ones are drawn.",
    },
  ],
]);

/** A curve over the epochs for each measurement that was made, by name; those not known here go by their own name. */
export function diagnosticFigures(epochs: readonly Evaluated[]): Html[] {
  const points = new Map<string, { x: number; y: number }[]>();
  for (const { epoch, diagnostics } of epochs) {
    for (const [name, value] of Object.entries(diagnostics ?? {})) {
      const list = points.get(name) ?? [];
      list.push({ x: epoch, y: value });
      points.set(name, list);
    }
  }
  return [...points].map(([name, list]) => {
    const known = meanings.get(name);
    const { heading, label, share, caption } = known ?? {
      heading: name,
      label: name,
      share: false,
      caption: "As the method reports it at the end of each epoch.",
    };
    return figure({
      heading,
      caption,
      chart: lineChart({
        description: `${heading}, over epochs`,
        series: [{ name: heading, points: share ? list.map(({ x, y }) => ({ x, y: 100 * y })) : list }],
        x: { label: "epoch", whole: true },
        // All that are known cannot be below 0, and are read by how near to it they are.
        y: { label, percent: share, ...(known === undefined ? {} : { domain: [0, 0] as const }) },
      }),
    });
  });
}
