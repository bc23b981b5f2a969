import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { scrollTopFor, virtualRows } from "./virtual-rows.ts";

interface Props {
  readonly total: number;
  readonly rowHeight: number;
  /** The selected row, and a number that changes whenever it must be scrolled into view. */
  readonly cursor: number;
  readonly visit: number;
  readonly label: string;
  readonly onRange: (first: number, end: number) => void;
  readonly row: (position: number) => ComponentChildren;
}

const overscan = 8;

/** A list of any length of which only the visible rows are rendered. */
export function VirtualList({ total, rowHeight, cursor, visit, label, onRange, row }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ scrollTop: 0, viewport: 800 });
  const rows = virtualRows({ total, rowHeight, ...view, overscan });

  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => setView({ scrollTop: element.scrollTop, viewport: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, []);

  // Not when the cursor moves because others decide: that would move the list under the mouse.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    const element = box.current!;
    const { scrollTop, clientHeight: viewport } = element;
    const wanted = scrollTopFor(cursor, { rowHeight, scrollTop, viewport });
    if (wanted !== scrollTop) element.scrollTop = wanted;
  }, [visit, rowHeight]);

  // Not while scrolling: rows that are gone at once need not be fetched.
  useEffect(() => {
    const timer = setTimeout(() => onRange(rows.first, rows.end), 40);
    return () => clearTimeout(timer);
  }, [rows.first, rows.end, onRange]);

  const positions = Array.from({ length: rows.end - rows.first }, (_, i) => rows.first + i);
  return (
    <div
      class="list"
      ref={box}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={`row-${cursor}`}
    >
      <div class="list-room" style={{ height: `${rows.height}px` }}>
        <div class="list-rows" style={{ transform: `translateY(${rows.top}px)` }}>
          {positions.map(row)}
        </div>
      </div>
    </div>
  );
}
