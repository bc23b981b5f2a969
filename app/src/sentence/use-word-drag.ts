import { useRef } from "preact/hooks";
import type { Entity, Span } from "../../../src/review/api.ts";
import { dragBoundary, spanBetween } from "./boundaries.ts";

interface Drag {
  readonly edge: "start" | "end" | undefined;
  readonly from: number;
  readonly x: number;
  readonly y: number;
}

/** The handlers that let a mouse or a finger move the ends of a span, or mark words for a new one. */
export function useWordDrag(options: {
  readonly entity: Entity | undefined;
  readonly onEdit: (span: Span) => void;
  readonly onMark: (span: Span) => void;
}) {
  const drag = useRef<Drag | undefined>(undefined);
  const { entity, onEdit, onMark } = options;
  return {
    onPointerDown(event: PointerEvent) {
      const target = event.target as Element;
      const edge = target.closest<HTMLElement>("[data-edge]")?.dataset.edge as Drag["edge"];
      const from = wordAt(target);
      if (event.button !== 0 || (edge === undefined && from === undefined)) return;
      drag.current = { edge, from: from ?? -1, x: event.clientX, y: event.clientY };
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      event.preventDefault();
    },
    onPointerMove(event: PointerEvent) {
      const now = drag.current;
      if (now === undefined || entity === undefined) return;
      // A click with a small movement does not mark words.
      if (now.edge === undefined && Math.hypot(event.clientX - now.x, event.clientY - now.y) < 6) return;
      const word = wordAt(document.elementFromPoint(event.clientX, event.clientY));
      if (word === undefined) return;
      if (now.edge === undefined) onMark(spanBetween(now.from, word));
      else onEdit(dragBoundary(entity, now.edge, word));
    },
    onPointerUp() {
      drag.current = undefined;
    },
    onPointerCancel() {
      drag.current = undefined;
    },
    onDblClick(event: MouseEvent) {
      const word = wordAt(event.target as Element);
      if (word !== undefined) onMark(spanBetween(word, word));
    },
  };
}

function wordAt(element: Element | null): number | undefined {
  const word = element?.closest<HTMLElement>("[data-word]")?.dataset.word;
  return word === undefined ? undefined : Number(word);
}
