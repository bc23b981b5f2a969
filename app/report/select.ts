import type { ReportData, ReportSentence, ReportSuggestion } from "../../src/audit/report/data.ts";
import type { View } from "./view.ts";

/** The positions of the suggestions that a view asks for, in its order. */
export function selectSuggestions(data: ReportData, view: View): number[] {
  const wanted = folded(view.text.trim());
  const label = data.labels.indexOf(view.label);
  const least = view.least / 100;
  const found: number[] = [];
  data.suggestions.forEach((suggestion, i) => {
    if (suggestion.probability < least) return;
    if (view.kind !== "all" && (suggestion.kind === "missed") !== (view.kind === "missed")) return;
    if (view.label !== "" && suggestion.span[2] !== label) return;
    if (wanted !== "" && !foldedText(data.sentences[suggestion.sentence]!).includes(wanted)) return;
    found.push(i);
  });
  return view.sort === "probability" ? found : found.sort(comparing(data, view.sort));
}

/** The words that a suggestion is about. */
export function wordsOf({ sentences }: ReportData, { sentence, span }: ReportSuggestion): string {
  return sentences[sentence]!.text.slice(span[0], span[1]);
}

/** Suggestions come best first, so their position settles ties. */
function comparing(data: ReportData, sort: Exclude<View["sort"], "probability">): Compare<number> {
  const { suggestions, sentences } = data;
  const position = ({ sentence }: ReportSuggestion) => sentences[sentence]!.position;
  const comparisons: Record<typeof sort, Compare<ReportSuggestion>> = {
    doubt: (a, b) => Math.abs(a.probability - 0.5) - Math.abs(b.probability - 0.5),
    order: (a, b) => position(a) - position(b) || a.span[0] - b.span[0],
    words: byText((suggestion) => wordsOf(data, suggestion)),
    label: byText(({ span }) => data.labels[span[2]]!),
  };
  return (i, j) => comparisons[sort](suggestions[i]!, suggestions[j]!) || i - j;
}

type Compare<T> = (a: T, b: T) => number;

function byText(textOf: (suggestion: ReportSuggestion) => string): Compare<ReportSuggestion> {
  const collator = new Intl.Collator("en", { numeric: true });
  const text = remembered(textOf);
  return (a, b) => collator.compare(text(a), text(b));
}

/** A search ignores case and the encoding of accents. */
function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** Computed at the first search, because most readers never search. */
const foldedText = remembered((sentence: ReportSentence) => folded(sentence.text));

/** Caches the text of something. */
function remembered<T>(textOf: (of: T) => string): (of: T) => string {
  const texts = new Map<T, string>();
  return (of) => {
    const text = texts.get(of) ?? textOf(of);
    texts.set(of, text);
    return text;
  };
}
