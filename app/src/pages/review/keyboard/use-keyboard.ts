import { useEffect, useRef } from "preact/hooks";
import type { ReviewSnapshot } from "../review-snapshot.ts";
import { type Command, commandFor } from "./keyboard-map.ts";

/** Listens to the keys of the review page, except while the reviewer types. */
export function useKeyboard(isOn: boolean, now: ReviewSnapshot, run: (command: Command) => void): void {
  const latest = useRef({ now, run });
  latest.current = { now, run };
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isWriting(event.target)) return;
      const { draft, sentence } = latest.current.now;
      const dir = sentence?.dir === "rtl" ? "rtl" : "ltr";
      const command = commandFor(event, { dir, isAdding: draft?.kind === "add" });
      if (command === undefined || (event.key === "Enter" && isPressable(event.target))) return;
      // A key held down would decide a hundred suggestions.
      if (event.repeat && /^(accept|reject|undo|reopen)/.test(command)) return;
      event.preventDefault();
      latest.current.run(command);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [isOn]);
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}

/** Enter presses the focused element. */
function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("button, a, summary") !== null;
}
