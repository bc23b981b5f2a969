import type { Review } from "../review.ts";
import type { Command } from "./keyboard-map.ts";

/** Runs the command of a key. */
export function runCommand(
  command: Command,
  review: Review,
  labels: readonly string[],
  open: (dialog: "help" | "types") => void,
): void {
  const label = /^label-(\d)$/.exec(command)?.[1];
  if (label !== undefined) {
    const name = labels[Number(label) - 1];
    if (name !== undefined) review.draft.edit({ label: name });
    return;
  }
  actions[command as keyof typeof actions]?.(review, open);
}

type Plain = Exclude<Command, `label-${number}`>;

const actions: {
  readonly [C in Plain]: (review: Review, open: (dialog: "help" | "types") => void) => void;
} = {
  accept: (review) => review.decisions.accept(),
  reject: (review) => review.decisions.reject(),
  reopen: (review) => review.decisions.reopen(),
  undo: (review) => review.decisions.undo(),
  "accept-all": (review) => review.decisions.decideAll("accept"),
  "reject-all": (review) => review.decisions.decideAll("reject"),
  next: (review) => review.list.step(1),
  previous: (review) => review.list.step(-1),
  "page-down": (review) => review.list.step(10),
  "page-up": (review) => review.list.step(-10),
  first: (review) => review.list.select(0),
  last: (review) => review.list.select(review.store.now.list.total - 1),
  "start-earlier": (review) => review.draft.move("start-earlier"),
  "start-later": (review) => review.draft.move("start-later"),
  "end-later": (review) => review.draft.move("end-later"),
  "end-earlier": (review) => review.draft.move("end-earlier"),
  earlier: (review) => review.draft.shift(-1),
  later: (review) => review.draft.shift(1),
  add: (review) => review.draft.add(),
  "pick-type": (_, open) => open("types"),
  search: () => document.getElementById("search")?.focus(),
  help: (_, open) => open("help"),
  cancel: (review) => review.draft.cancel(),
};
