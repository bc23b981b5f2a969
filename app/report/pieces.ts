import type { ReportSentence, ReportSpan } from "../../src/audit/report/data.ts";

/** Longer spans are cut: a word can be as long as a file. */
const longest = 300;

/** A part of the text that is shown in one style. */
export interface Piece {
  readonly text: string;
  /** Whether it is suggested. */
  readonly isSpan: boolean;
  /** Whether it belongs to what the suggestion would replace. */
  readonly wasSpan: boolean;
  /** The labels of the entities that are labelled here. */
  readonly labels: readonly number[];
  /** The labels to write behind it. */
  readonly ends: readonly { readonly kind: "entity" | "was" | "span"; readonly label: number }[];
}

/** Splits the text around a span into pieces, with at most `before` and `after` characters on either side. */
export function pieces(
  { text, entities }: Pick<ReportSentence, "text" | "entities">,
  span: ReportSpan,
  was: ReportSpan | undefined,
  before: number,
  after: number,
): { readonly list: readonly Piece[]; readonly isCutBefore: boolean; readonly isCutAfter: boolean } {
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
  const list = places.slice(0, -1).map((start, i): Piece => {
    const end = places[i + 1]!;
    const covers = (stretch: ReportSpan) => stretch[0] <= start && stretch[1] >= end;
    const endsHere = (stretch: ReportSpan) => covers(stretch) && (stretch[1] === end || end === to);
    return {
      text: text.slice(start, end),
      isSpan: covers(span),
      wasSpan: was !== undefined && covers(was),
      labels: others.filter(covers).map((entity) => entity[2]),
      ends: [
        ...others.filter(endsHere).map((entity) => ({ kind: "entity", label: entity[2] }) as const),
        ...(was !== undefined && endsHere(was) ? [{ kind: "was", label: was[2] } as const] : []),
        ...(endsHere(span) ? [{ kind: "span", label: span[2] } as const] : []),
      ],
    };
  });
  return { list, isCutBefore: from > 0, isCutAfter: to < text.length };
}

function isSame(a: ReportSpan, b: ReportSpan | undefined): boolean {
  return b !== undefined && a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
}

/** Where to begin: at a space if one is near, never within a character, and not after `latest`. */
function cutBefore(text: string, wanted: number, latest: number): number {
  if (wanted <= 0) return 0;
  const blank = text.slice(wanted, Math.min(wanted + 15, latest)).search(/\s/);
  return blank < 0 ? Math.min(latest, wholeCharacter(text, wanted)) : wanted + blank + 1;
}

/** Where to end, likewise, and not before `earliest`. */
function cutAfter(text: string, wanted: number, earliest: number): number {
  if (wanted >= text.length) return text.length;
  const near = Math.max(earliest, wanted - 15);
  const blank = text.slice(near, wanted).search(/\s\S*$/);
  return blank < 0 ? wholeCharacter(text, wanted) : near + blank;
}

/** The next place that is not between the halves of a surrogate pair, before an accent, or within a joined emoji. */
function wholeCharacter(text: string, wanted: number): number {
  let place = wanted;
  while (place < text.length && (text[place - 1] === "\u200D" || isInner(text.slice(place, place + 2))))
    place++;
  return place;
}

/** Whether a text begins with a part of the character before it. */
function isInner(text: string): boolean {
  return /^[\p{Surrogate}\p{M}\u200D]/u.test(text);
}
