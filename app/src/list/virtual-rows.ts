/** The rendered rows of a list; the others are only space. */
interface VirtualRows {
  /** First row, and the one after the last. */
  readonly first: number;
  readonly end: number;
  /** The top of the first row and the height of the whole list, in pixels. */
  readonly top: number;
  readonly height: number;
}

/** Which rows of a long list to render: the visible ones and a few beyond, so that fast scrolling shows no gap. */
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

/** Where to scroll so that a row is visible, as little as needed; with a margin, so that the next row shows too. */
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
