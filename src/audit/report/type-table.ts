import { formatNumber, percent } from "../../format.ts";
import { type Html, html, table } from "../../report/index.ts";
import type { AuditSummary, TypeEstimate } from "../summary.ts";
import { completenessBar } from "./completeness-bar.ts";
import { countInterval } from "./numbers.ts";

/** How complete the labels of each type are, with links to their suggestions. */
export function typeTable({ types }: AuditSummary): Html {
  const number = (value: number) => formatNumber(Math.round(value));
  return table<TypeEstimate>({
    name: "completeness by type",
    columns: [
      { heading: "type", cell: ({ label }) => html`<bdi>${label}</bdi>` },
      { heading: "labelled", numeric: true, cell: ({ labelled }) => number(labelled) },
      { heading: "missing, about", numeric: true, cell: ({ missing }) => number(missing.value) },
      { heading: "95 % interval", numeric: true, cell: ({ missing }) => countInterval(missing) },
      { heading: "complete", numeric: true, cell: ({ completeness }) => percent(completeness.value) },
      { heading: "labelled share", cell: (row) => completenessBar(row) },
      {
        heading: "suggested",
        numeric: true,
        cell: ({ label, suggested }) => {
          const count = suggested.missed + suggested.wrong;
          if (count === 0) return "0";
          const address = `#${new URLSearchParams({ type: label, min: "50" })}`;
          return html`<a href="${address}">show ${formatNumber(count)}</a>`;
        },
      },
    ],
    rows: types,
  });
}
