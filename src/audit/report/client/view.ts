// @ts-nocheck: plain JavaScript for the page (see report-script.ts); the compiler knows nothing of browsers here.

/** What is listed unless the reader asks for something else. `open` is the suggestion whose evidence is shown; -1 is none. */
export const plainView = { text: "", kind: "all", label: "", least: 0, sort: "probability", open: -1 };

const kinds = ["all", "missed", "wrong"];
const sorts = ["probability", "doubt", "order", "words", "label"];

/** Reads a view from the part of the address after #, so that it can be shared; what makes no sense is left out. */
export function readView(hash, labels) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const view = { ...plainView, text: given.get("q") ?? "" };
  if (kinds.includes(given.get("kind"))) view.kind = given.get("kind");
  if (sorts.includes(given.get("sort"))) view.sort = given.get("sort");
  if (labels.includes(given.get("type"))) view.label = given.get("type");
  const least = Number(given.get("min"));
  if (least > 0 && least <= 100) view.least = Math.round(least);
  const open = Number(given.get("open") ?? -1);
  if (Number.isInteger(open) && open >= 1) view.open = open - 1;
  return view;
}

/** Writes what differs from the plain view, so that the address of a plain view stays plain. */
export function writeView(view) {
  const given = new URLSearchParams();
  if (view.text !== "") given.set("q", view.text);
  if (view.kind !== plainView.kind) given.set("kind", view.kind);
  if (view.label !== "") given.set("type", view.label);
  if (view.least > 0) given.set("min", String(view.least));
  if (view.sort !== plainView.sort) given.set("sort", view.sort);
  if (view.open >= 0) given.set("open", String(view.open + 1));
  return given.size === 0 ? "" : `#${given}`;
}
