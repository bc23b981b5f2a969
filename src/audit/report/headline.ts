import { counted, formatDuration, formatNumber, percent } from "../../format.ts";
import { facts, type Html, html } from "../../report/index.ts";
import type { AuditSummary } from "../summary.ts";
import { completenessBar } from "./completeness-bar.ts";
import { roughly } from "./numbers.ts";

/** The top of the report: how complete the labels are, how that was estimated, and what to do next. */
export function reportHeadline(summary: AuditSummary): Html {
  const { total, data, suggestions } = summary;
  const { missed, wrong } = suggestions.suggested;
  return html`<p class="headline">${headline(summary)}</p>
${total.labelled > 0 && summary.calibration !== "none" ? completenessBar(total, { isLarge: true }) : undefined}
<p>${howFound(summary)}</p>
${facts([
  {
    name: "Labelled now",
    value: counted(total.labelled, "entity", "entities"),
    remark: `in ${counted(data.sentences, "sentence")}`,
  },
  {
    name: "Probably missed",
    value: counted(missed, "place"),
    remark: "listed below with a probability of 50 % or more",
  },
  {
    name: "Probably wrong",
    value: counted(wrong, "label"),
    remark: "another type or other boundaries fit better",
  },
  ...(missed + wrong > 0
    ? [
        {
          name: "Should be right",
          value: percent(suggestions.expectedPrecision),
          remark: "of these suggestions, by their probabilities",
        },
      ]
    : []),
])}
${nextSteps(summary)}
<p class="small">Lacuna ${summary.lacuna}; method ${summary.models.method} with ${summary.models.encoder}; ${formatNumber(data.words)} words; took ${formatDuration(summary.seconds)}${summary.resumed ? " after it was last resumed" : ""}.</p>`;
}

/** The outcome in one sentence. */
export function headline({ total, calibration, suggestions }: AuditSummary): Html {
  const { labelled, missing, completeness } = total;
  const found = suggestions.suggested.missed;
  if (calibration === "none" || labelled === 0) {
    return html`The model found about <strong>${roughly(found)}</strong> ${found === 1 ? "entity" : "entities"} that ${found === 1 ? "is" : "are"} not labelled.`;
  }
  const between = html` <span class="range">With 95 % confidence, between ${roughly(missing.low)} and ${roughly(missing.high)} are missing.</span>`;
  if (missing.value < 0.5) return html`Your labels look complete: no entity seems to be missing.${between}`;
  return html`Your labels are about <strong>${percent(completeness.value)}</strong> complete: about <strong>${roughly(missing.value)}</strong> ${Math.round(missing.value) === 1 ? "entity is" : "entities are"} missing.${between}`;
}

function howFound({ models, calibration, suggestions }: AuditSummary): string {
  const all = counted(suggestions.missed + suggestions.wrong, "suggestion");
  const predicted = {
    folds: `${inWords(models.count)} models were trained, each on another part of your data, and each read the sentences it had never seen.`,
    fast: `${inWords(models.count)} models were trained over one shared encoder, each on another part of your data, and each read the sentences it had not been trained on.`,
    model: "A model that was already trained read your data.",
  }[models.way];
  const meaning = {
    labels:
      "Where a model is sure of an entity that nobody labelled, it was probably missed. How often models are right was estimated from the labelled entities.",
    complete:
      "Where a model is sure of an entity that nobody labelled, it was probably missed. How often models are right was estimated from sentences known to be complete.",
    none: "There were no labels to compare with, so probabilities are the model's own and may be too high.",
  }[calibration];
  return `${predicted} ${meaning} The list below has ${all}, the most probable first.`;
}

function nextSteps({ data, suggestions }: AuditSummary): Html | undefined {
  if (suggestions.missed + suggestions.wrong === 0) return undefined;
  const files = data.files.map((file) => `--data ${quoted(file)}`).join(" ");
  return html`<div class="steps"><h2>What to do next</h2>
<ol>
<li><a href="#suggestions">Look through the list</a>. It can be searched, filtered and sorted, and each row says why it is there.</li>
<li>Let Lacuna write a corrected copy of your data with so many of the suggestions that 9 in 10 should be right (DIR is the folder of this page):
<code class="command">lacuna apply ${files} --suggestions DIR --precision 0.9 --out corrected.conll</code></li>
<li>Train on the corrected data, and audit again.</li>
</ol></div>`;
}

/** A number at the start of a sentence. */
const inWords = (number: number): string =>
  ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"][number] ??
  formatNumber(number);

/** Quoted for a shell. */
const quoted = (file: string): string =>
  /^[\w./:@%+,-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
