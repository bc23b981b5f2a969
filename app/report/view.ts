const kinds = ["all", "missed", "wrong"] as const;
const sorts = ["probability", "doubt", "order", "words", "label"] as const;

/** Which suggestions are listed, in which order, and which of them is open. */
export interface View {
  readonly text: string;
  readonly kind: (typeof kinds)[number];
  /** A type; empty is all. */
  readonly label: string;
  /** The lowest probability listed, in percent. */
  readonly least: number;
  readonly sort: (typeof sorts)[number];
  /** The suggestion whose evidence is shown; -1 is none. */
  readonly open: number;
}

/** The default view. */
export const plainView: View = {
  text: "",
  kind: "all",
  label: "",
  least: 0,
  sort: "probability",
  open: -1,
};

/** Reads a view from a URL hash; invalid values are ignored. */
export function readView(hash: string, labels: readonly string[]): View {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const least = Number(given.get("min"));
  const open = Number(given.get("open") ?? -1);
  return {
    text: given.get("q") ?? "",
    kind: kindOf(given.get("kind")),
    label: labels.find((label) => label === given.get("type")) ?? plainView.label,
    least: least > 0 && least <= 100 ? Math.round(least) : plainView.least,
    sort: sortOf(given.get("sort")),
    open: Number.isInteger(open) && open >= 1 ? open - 1 : plainView.open,
  };
}

export function kindOf(name: string | null): View["kind"] {
  return kinds.find((kind) => kind === name) ?? plainView.kind;
}

export function sortOf(name: string | null): View["sort"] {
  return sorts.find((sort) => sort === name) ?? plainView.sort;
}

/** Writes a view as a URL hash, without its default values. */
export function writeView(view: View): string {
  const given = new URLSearchParams();
  if (view.text !== "") given.set("q", view.text);
  if (view.kind !== plainView.kind) given.set("kind", view.kind);
  if (view.label !== "") given.set("type", view.label);
  if (view.least > 0) given.set("min", String(view.least));
  if (view.sort !== plainView.sort) given.set("sort", view.sort);
  if (view.open >= 0) given.set("open", String(view.open + 1));
  return given.size === 0 ? "" : `#${given}`;
}
