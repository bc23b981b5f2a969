/** The rows that are in the page while the others are only room. */
interface VirtualRows {
  /** First row, and the one after the last. */
  readonly first: number;
  readonly end: number;
  /** How far down the first row begins, and how high the whole list is, in pixels. */
  readonly top: number;
  readonly height: number;
}

/** Which rows of a long list to draw: those in sight and a few beyond, so that a quick scroll shows no gap. */
export function virtualRows(list: {
  readonly total: number;
  readonly rowHeight: number;
  readonly scrollTop: number;
  readonly viewport: number;
  readonly overscan: number;
}): VirtualRows {
  const { total, rowHeight, viewport, overscan } = list;
  const height = total * rowHeight;
  const scrollTop = Math.max(0, Math.min(list.scrollTop, height - viewport));
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - overscan);
  const end = Math.min(total, Math.ceil((scrollTop + viewport) / rowHeight) + overscan);
  return { first, end, top: first * rowHeight, height };
}

/** Where to scroll so that a row is in sight, moving no more than needed; with a margin, so that the next row shows too. */
export function scrollTopFor(
  row: number,
  { rowHeight, scrollTop, viewport }: { rowHeight: number; scrollTop: number; viewport: number },
): number {
  const margin = Math.min(rowHeight, Math.max(0, (viewport - rowHeight) / 2));
  const top = row * rowHeight;
  if (top - margin < scrollTop) return Math.max(0, top - margin);
  if (top + rowHeight + margin > scrollTop + viewport) return top + rowHeight + margin - viewport;
  return scrollTop;
}
