import type { ReportData, ReportSentence, ReportSpan } from "../../src/audit/report/data.ts";
import { pieces } from "./pieces.ts";
import { wordsOf } from "./select.ts";
import { complaint, likelihood, shortEvidence } from "./words.ts";

/** Creates an element. Text gets into the page only here, as text. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The text around a span, with the suggested and the labelled entities marked. */
export function context(
  { labels: names }: ReportData,
  sentence: ReportSentence,
  span: ReportSpan,
  was: ReportSpan | undefined,
  before: number,
  after: number,
): HTMLElement {
  const { list, isCutBefore, isCutAfter } = pieces(sentence, span, was, before, after);
  const line = element("p", { class: "context", dir: sentence.rtl ? "rtl" : "ltr" });
  if (isCutBefore) line.append("… ");
  for (const { text, isSpan, wasSpan, labels, ends } of list) {
    const classes = [wasSpan ? "was" : "", labels[0] === undefined ? "" : `entity ${colour(labels[0])}`]
      .join(" ")
      .trim();
    if (isSpan) line.append(element("mark", { class: `${colour(span[2])} ${classes}`.trim() }, text));
    else if (classes !== "") line.append(element("span", { class: classes }, text));
    else line.append(text);
    for (const { kind, label } of ends) {
      line.append(
        element(
          "bdi",
          { class: `tag ${kind} ${colour(label)}` },
          kind === "was" ? `now ${names[label]}` : names[label]!,
        ),
      );
    }
  }
  if (isCutAfter) line.append(" …");
  return line;
}

/** The class for the colour of a label. There are six colours; the name is always shown too. */
function colour(label: number): string {
  return `colour-${(label % 6) + 1}`;
}

/** One suggestion as a closed row. */
export function row(data: ReportData, i: number, before: number): HTMLElement {
  const suggestion = data.suggestions[i]!;
  const sentence = data.sentences[suggestion.sentence]!;
  const label = data.labels[suggestion.span[2]]!;
  const words = wordsOf(data, suggestion);
  const button = element(
    "button",
    {
      type: "button",
      class: "toggle",
      "aria-expanded": "false",
      "aria-label": `Evidence for ${words}, ${label}`,
    },
    "Why?",
  );
  const head = element(
    "div",
    { class: "head" },
    element("bdi", { class: `label ${colour(suggestion.span[2])}` }, label),
    element("bdi", { class: "words" }, words.slice(0, 200)),
    element("bdi", { class: "complaint" }, complaint(data, suggestion)),
    element("span", { class: "short" }, shortEvidence(suggestion)),
  );
  const closed = element(
    "div",
    { class: "closed" },
    element(
      "span",
      { class: suggestion.suggested ? "probability" : "probability below" },
      likelihood(suggestion.probability),
      meter(suggestion.probability),
    ),
    head,
    context(data, sentence, suggestion.span, suggestion.was, before, 220),
    button,
  );
  return element("li", { class: "row", "data-i": String(i) }, closed);
}

/** A bar for a share. The page's policy forbids style attributes, but not styles set by its own script. */
function meter(share: number): HTMLElement {
  const bar = element("span", { class: "bar" });
  bar.style.width = `${share * 100}%`;
  return element("span", { class: "meter", "aria-hidden": "true" }, bar);
}
