// @ts-nocheck: plain JavaScript for the page (see report-script.ts); the compiler knows nothing of browsers here.

/** A span longer than this is cut, too: a word can be as long as a file. */
const longest = 300;

/**
 * Cuts the text around a span into pieces that are shown alike: `isSpan` for what is suggested, `wasSpan` for what it
 * would replace, `labels` of the entities that are labelled there, and `ends`, the labels to write behind a piece.
 *
 * @param span [from, to, label]; `was` may be undefined
 * @param before,after how many characters to show on either side
 */
export function pieces({ text, entities }, span, was, before, after) {
  const first = Math.min(span[0], was?.[0] ?? span[0]);
  const last = Math.max(span[1], was?.[1] ?? span[1]);
  const shown = Math.min(last, first + longest);
  const from = cutBefore(text, first - before, first);
  const to = cutAfter(text, shown + after, shown);
  const others = entities.filter((entity) => !isSame(entity, was) && entity[0] < to && entity[1] > from);
  const cuts = new Set([from, to]);
  for (const [start, end] of [span, ...(was === undefined ? [] : [was]), ...others]) {
    for (const cut of [start, end]) if (cut > from && cut < to) cuts.add(cut);
  }
  const places = [...cuts].sort((a, b) => a - b);
  const covers = (stretch, i) =>
    stretch !== undefined && stretch[0] <= places[i] && stretch[1] >= places[i + 1];
  const endsHere = (stretch, i) =>
    covers(stretch, i) && (stretch[1] === places[i + 1] || places[i + 1] === to);
  const list = places.slice(0, -1).map((start, i) => ({
    text: text.slice(start, places[i + 1]),
    isSpan: covers(span, i),
    wasSpan: covers(was, i),
    labels: others.filter((entity) => covers(entity, i)).map((entity) => entity[2]),
    ends: [
      ...others
        .filter((entity) => endsHere(entity, i))
        .map((entity) => ({ kind: "entity", label: entity[2] })),
      ...(endsHere(was, i) ? [{ kind: "was", label: was[2] }] : []),
      ...(endsHere(span, i) ? [{ kind: "span", label: span[2] }] : []),
    ],
  }));
  return { list, isCutBefore: from > 0, isCutAfter: to < text.length };
}

function isSame(a, b) {
  return b !== undefined && a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
}

/** A place to begin at, at a blank if one is near, never within a character, and not after `latest`. */
function cutBefore(text, wanted, latest) {
  if (wanted <= 0) return 0;
  const blank = text.slice(wanted, Math.min(wanted + 15, latest)).search(/\s/);
  return blank < 0 ? Math.min(latest, wholeCharacter(text, wanted)) : wanted + blank + 1;
}

/** A place to end at, likewise, and not before `earliest`. */
function cutAfter(text, wanted, earliest) {
  if (wanted >= text.length) return text.length;
  const near = Math.max(earliest, wanted - 15);
  const blank = text.slice(near, wanted).search(/\s\S*$/);
  return blank < 0 ? wholeCharacter(text, wanted) : near + blank;
}

/** The next place that is not between the halves of a surrogate pair, before an accent, or within a joined emoji. */
function wholeCharacter(text, wanted) {
  let place = wanted;
  while (place < text.length && (text[place - 1] === "\u200D" || isInner(text.slice(place, place + 2))))
    place++;
  return place;
}

/** Whether a text begins with what belongs to the character before it. */
function isInner(text) {
  return /^[\p{Surrogate}\p{M}\u200D]/u.test(text);
}
