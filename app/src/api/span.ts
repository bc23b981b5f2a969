/** Words `[start, end)` of a sentence, as everywhere in Lacuna. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A span that names something. */
export interface Entity extends Span {
  readonly label: string;
  readonly score?: number;
}

/** Whether two spans cover the same words. */
export function sameSpan(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}

/** Whether words and label agree. */
export function sameEntity(a: Entity, b: Entity): boolean {
  return sameSpan(a, b) && a.label === b.label;
}
