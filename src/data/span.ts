/**
 * A run of words: `start` is the first, `end` the one after the last. Every span
 * in the project is `[start, end)` in words; formats convert at the door.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A span that names something. `score` is a model's probability, where a model made it. */
export interface Entity extends Span {
  readonly label: string;
  readonly score?: number;
}

/** A key that two spans share exactly when they cover the same words. */
export function spanKey(span: Span): string {
  return `${span.start}:${span.end}`;
}

/** A key that two entities share exactly when words and label agree. */
export function entityKey(entity: Entity): string {
  return `${entity.start}:${entity.end}:${entity.label}`;
}

/** Whether two spans have a word in common. */
export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Reading order: by start, the wider span first, then by label. */
export function compareEntities(a: Entity, b: Entity): number {
  if (a.start !== b.start) return a.start - b.start;
  if (a.end !== b.end) return b.end - a.end;
  return a.label < b.label ? -1 : a.label > b.label ? 1 : 0;
}

/** How many spans of at most `maxWidth` words there are among `words` words; default: of any width. */
export function spansIn(words: number, maxWidth = words): number {
  const width = Math.min(words, maxWidth);
  return width * (words - width) + (width * (width + 1)) / 2;
}
