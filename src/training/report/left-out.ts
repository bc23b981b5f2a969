import type { LeftOut } from "../../methods/index.ts";
import { formatNumber, type Html, html, table } from "../../report/index.ts";

type Phrase = LeftOut["phrases"][number];

/** The words that a method did not train on, with a piece of their sentences. [PU2, Table 7] */
export function leftOutSection({ words, of, phrases, phrasesInAll }: LeftOut): Html {
  const share = of === 0 ? "" : ` (${formatNumber((100 * words) / of, 2)} %)`;
  const isMasked = phrases.some(({ hidden }) => hidden !== undefined);
  return html`<p>${formatNumber(words)} of ${formatNumber(of)} unlabelled words${share} look like entities that nobody labelled. The model was not taught that they are none. Look through the list: names in it are missing labels; where it shows ordinary words, too many were left out.</p>
${table<Phrase>({
  name: "words left out",
  columns: [
    { heading: "left out", cell: ({ text }) => text },
    { heading: "in", cell: ({ text, before, after }) => html`${before} <strong>${text}</strong> ${after}` },
    { heading: "times", numeric: true, cell: ({ times }) => formatNumber(times) },
    { heading: "mean O-value", numeric: true, cell: ({ value }) => formatNumber(value, 2) },
    ...(isMasked
      ? [
          {
            heading: "in hidden entities",
            numeric: true,
            cell: ({ hidden = 0 }: Phrase) => `${formatNumber(100 * hidden)} %`,
          },
        ]
      : []),
  ],
  rows: phrases,
})}
<p>${phrases.length < phrasesInAll ? `${formatNumber(phrases.length)} of ${formatNumber(phrasesInAll)} phrases, those left out most often first.` : ""}</p>`;
}
