import type { ReportData } from "../../src/audit/report/data.ts";
import { formatNumber } from "../../src/format.ts";
import { context, element } from "./row.ts";
import { evidenceWords } from "./words.ts";

/** The details of an open row: the whole sentence, the evidence, and similar labelled entities. */
export function evidence(data: ReportData, i: number): HTMLElement {
  const suggestion = data.suggestions[i]!;
  const { near, span, was, words } = suggestion;
  const sentence = data.sentences[suggestion.sentence]!;
  const panel = element("div", { class: "evidence" });
  // A short sentence is in the row already.
  if (sentence.text.length > 140) {
    const whole = context(data, sentence, span, was, 2000, 2000);
    whole.classList.add("whole");
    panel.append(whole);
  }
  panel.append(
    element(
      "ul",
      {},
      ...evidenceWords(data, suggestion).map((text) => element("li", {}, element("bdi", {}, text))),
    ),
  );
  if (near.length > 0) {
    panel.append(
      element("p", { class: "alike" }, "The most similar labelled entities, by the model's span vectors:"),
      element(
        "ol",
        { class: "near" },
        ...near.map(([at, from, to, label, similarity]) =>
          element(
            "li",
            {},
            element(
              "span",
              { class: "similarity", title: "cosine of the two span vectors" },
              similarity.toFixed(2),
            ),
            context(data, { ...data.sentences[at]!, entities: [] }, [from, to, label], undefined, 60, 60),
          ),
        ),
      ),
    );
  }
  const place = [
    `No. ${formatNumber(i + 1)} in suggestions.jsonl`,
    `sentence ${sentence.position}, words ${words[0]} to ${words[1] - 1} (counted from 0)`,
    ...(sentence.doc === undefined ? [] : [`document ${sentence.doc}`]),
  ];
  panel.append(element("p", { class: "place" }, element("bdi", {}, place.join(" · "))));
  return panel;
}
