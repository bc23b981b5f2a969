import { formatNumber } from "../../format.ts";
import { type Html, html } from "../../report/index.ts";
import type { ReportData } from "./data.ts";

/** The form above the list of suggestions, and the element that the page's script fills with the list. */
export function suggestionControls({ labels, suggestions }: ReportData): Html {
  const counts = new Map<number, number>();
  for (const { span } of suggestions) counts.set(span[2], (counts.get(span[2]) ?? 0) + 1);
  const types = [...counts]
    .map(([label, count]) => ({ label: labels[label]!, count }))
    .sort((a, b) => (a.label < b.label ? -1 : 1));
  return html`<form id="controls" class="controls" role="search" aria-label="Filter and sort the suggestions" autocomplete="off">
<label class="grow">Search <input type="search" name="q" placeholder="words in the sentence"></label>
<label>Kind <select name="kind"><option value="all">all</option><option value="missed">missed</option><option value="wrong">wrong label</option></select></label>
<label>Type <select name="type"><option value="">all</option>${types.map(
    ({ label, count }) => html`<option value="${label}">${label} (${formatNumber(count)})</option>`,
  )}</select></label>
<label>Probability <span class="least"><input type="range" name="min" min="0" max="99" step="1" value="0" aria-label="Minimum probability in percent"><output name="least">any</output></span></label>
<label>Order <select name="sort"><option value="probability">most probable first</option><option value="doubt">most doubtful first</option><option value="order">as in the data</option><option value="words">words, A to Z</option><option value="label">type, A to Z</option></select></label>
<button type="reset">Reset</button>
<p id="status" class="status" role="status">${formatNumber(suggestions.length)} suggestions</p>
</form>
<p class="only-print small">In print, the list ends after 300 suggestions.</p>
<p class="key" aria-hidden="true"><span><mark class="colour-1">suggested</mark></span><span><span class="entity colour-1">labelled already</span></span><span><span class="was">would be replaced</span></span><span class="keys">Keys: ↑ ↓ move, Enter shows why, / searches</span></p>
<noscript><p class="notes">The list is drawn by a script, and scripts are switched off. All suggestions are in suggestions.jsonl, too.</p></noscript>
<ol id="list" class="list" tabindex="-1" aria-label="Suggestions"></ol>`;
}
