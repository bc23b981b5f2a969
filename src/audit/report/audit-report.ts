import { formatNumber } from "../../format.ts";
import {
  embedJson,
  figures,
  folded,
  type Html,
  html,
  htmlDocument,
  pageStyle,
  warningList,
} from "../../report/index.ts";
import type { Suggestion } from "../suggest/suggestion.ts";
import type { AuditSummary } from "../summary.ts";
import { scoreFigures } from "./charts.ts";
import { checkSection } from "./check.ts";
import { collectData, type ShownSentence } from "./collect-data.ts";
import { suggestionControls } from "./controls.ts";
import { reportHeadline } from "./headline.ts";
import { reportScript } from "./script.ts";
import { reportStyle } from "./style.ts";
import { typeTable } from "./type-table.ts";

interface AuditReportOptions {
  readonly summary: AuditSummary;
  /** Best first. */
  readonly suggestions: readonly Suggestion[];
  /** All sentences of the data, in order: suggestions refer to them by position. */
  readonly sentences: readonly ShownSentence[];
  /** How many suggestions the page lists at most. Default: 20,000. */
  readonly most?: number;
}

/** The report of an audit, for readers who have never seen this tool: one self-contained HTML file. */
export function auditReport({ summary, suggestions, sentences, most = 20_000 }: AuditReportOptions): string {
  const data = collectData(suggestions.slice(0, most), sentences);
  const title = "What the labels missed";
  const charts = scoreFigures(summary);
  const { files } = summary.data;
  const notices = [
    ...summary.notices,
    ...(suggestions.length > most
      ? [
          `This page lists the best ${formatNumber(most)} of ${formatNumber(suggestions.length)} suggestions; all are in suggestions.jsonl.`,
        ]
      : []),
  ];
  const body = html`<main>
<header>
<h1>${title}</h1>
<p class="subtitle">An audit of ${files.map((file, i) => html`${i === 0 ? "" : ", "}<bdi>${file}</bdi>`)}</p>
</header>
${summary.warnings === undefined ? undefined : warningList(summary.warnings)}
<section>
${reportHeadline(summary)}
</section>
${notices.length === 0 ? undefined : section("Notes", html`<ul class="notes">${notices.map((notice) => html`<li>${notice}</li>`)}</ul>`)}
${section("By type", typeTable(summary))}
${charts.length === 0 ? undefined : section("Where the probabilities come from", figures(charts))}
${summary.check === undefined ? undefined : section("Compared with the hidden labels", checkSection(summary.check))}
${folded("Settings of the audit", html`<pre>${JSON.stringify({ models: summary.models, calibration: summary.calibration, config: summary.config }, null, 2)}</pre>`)}
<section id="suggestions">
<h2>Suggestions</h2>
${suggestionControls(data)}
</section>
</main>
${embedJson("data", data)}
`;
  return htmlDocument({
    title: files.length === 1 ? `${title}: ${files[0]}` : title,
    style: pageStyle + reportStyle,
    script: reportScript(),
    body,
  });
}

const section = (heading: string, content: Html): Html => html`<section>
<h2>${heading}</h2>
${content}
</section>
`;
