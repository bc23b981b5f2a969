import type { ReviewStore } from "../decisions/decisions.ts";
import type { Command } from "./keyboard-map.ts";

/** Does what a key asks for. */
export function runCommand(
  command: Command,
  store: ReviewStore,
  labels: readonly string[],
  open: (dialog: "help" | "types") => void,
): void {
  const label = /^label-(\d)$/.exec(command)?.[1];
  if (label !== undefined) {
    const name = labels[Number(label) - 1];
    if (name !== undefined) store.edit({ label: name });
    return;
  }
  actions[command as keyof typeof actions]?.(store, open);
}

type Plain = Exclude<Command, `label-${number}`>;

const actions: {
  readonly [C in Plain]: (store: ReviewStore, open: (dialog: "help" | "types") => void) => void;
} = {
  accept: (store) => store.accept(),
  reject: (store) => store.reject(),
  reopen: (store) => store.reopen(),
  undo: (store) => store.undo(),
  "accept-all": (store) => store.decideAll("accept"),
  "reject-all": (store) => store.decideAll("reject"),
  next: (store) => store.step(1),
  previous: (store) => store.step(-1),
  "page-down": (store) => store.step(10),
  "page-up": (store) => store.step(-10),
  first: (store) => store.select(0),
  last: (store) => store.select(store.now.list.total - 1),
  "start-earlier": (store) => store.move("start-earlier"),
  "start-later": (store) => store.move("start-later"),
  "end-later": (store) => store.move("end-later"),
  "end-earlier": (store) => store.move("end-earlier"),
  earlier: (store) => store.shift(-1),
  later: (store) => store.shift(1),
  add: (store) => store.add(),
  "pick-type": (_, open) => open("types"),
  search: () => document.getElementById("search")?.focus(),
  help: (_, open) => open("help"),
  cancel: (store) => store.cancel(),
};
