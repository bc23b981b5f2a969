// @ts-nocheck: plain JavaScript for the page (see report-script.ts); the compiler knows nothing of browsers here.

/** The positions of the suggestions that a view asks for, in its order. */
export function selectSuggestions(data, view) {
  const wanted = folded(view.text.trim());
  const label = data.labels.indexOf(view.label);
  const least = view.least / 100;
  const found = [];
  data.suggestions.forEach((suggestion, i) => {
    if (suggestion.probability < least) return;
    if (view.kind !== "all" && (suggestion.kind === "missed") !== (view.kind === "missed")) return;
    if (view.label !== "" && suggestion.span[2] !== label) return;
    if (wanted !== "" && !foldedText(data.sentences[suggestion.sentence]).includes(wanted)) return;
    found.push(i);
  });
  return view.sort === "probability" ? found : found.sort(comparing(data, view.sort));
}

/** The words that a suggestion is about. */
export function wordsOf(data, suggestion) {
  return data.sentences[suggestion.sentence].text.slice(suggestion.span[0], suggestion.span[1]);
}

/** Suggestions come best first, so their position settles ties. */
function comparing(data, sort) {
  const { suggestions, sentences } = data;
  const compare = {
    doubt: (a, b) => Math.abs(a.probability - 0.5) - Math.abs(b.probability - 0.5),
    order: (a, b) => sentences[a.sentence].position - sentences[b.sentence].position || a.span[0] - b.span[0],
    words: byText((suggestion) => wordsOf(data, suggestion)),
    label: byText((suggestion) => data.labels[suggestion.span[2]]),
  }[sort];
  return (i, j) => compare(suggestions[i], suggestions[j]) || i - j;
}

function byText(textOf) {
  const collator = new Intl.Collator("en", { numeric: true });
  const texts = new Map();
  const text = (suggestion) => {
    if (!texts.has(suggestion)) texts.set(suggestion, textOf(suggestion));
    return texts.get(suggestion);
  };
  return (a, b) => collator.compare(text(a), text(b));
}

/** Large and small letters, and one way of writing an accent or another, are the same to a search. */
function folded(text) {
  return text.normalize("NFKC").toLowerCase();
}

const foldedTexts = new Map();

/** Made when it is first searched, because most readers never search. */
function foldedText(sentence) {
  let text = foldedTexts.get(sentence);
  if (text === undefined) {
    text = folded(sentence.text);
    foldedTexts.set(sentence, text);
  }
  return text;
}
