import type { ReportData } from "../../src/audit/report/data.ts";
import { evidence } from "./evidence.ts";
import { element, row } from "./row.ts";
import { RowPlaces } from "./row-places.ts";

/** Rows are rendered this many pixels beyond the visible part. */
const beyond = 600;
/** The most rows in print: nobody wants a thousand pages. */
const mostPrinted = 300;

/** The list of suggestions. Only visible rows are rendered, so its length does not matter. */
export class SuggestionList {
  readonly #root: HTMLElement;
  readonly #data: ReportData;
  readonly #onOpen: (suggestion: number) => void;
  /** The suggestions listed, by position in the list. */
  #positions: readonly number[] = [];
  /** The rendered rows, by position in the list. */
  readonly #rows = new Map<number, HTMLElement>();
  /** Which suggestions are open, and how many pixels their evidence takes. */
  readonly #open = new Map<number, number>();
  #places = new RowPlaces(0, 0, []);
  #focused = 0;
  #isPrinting = false;
  /** How far the page was scrolled before it was printed. */
  #scrolled = 0;
  #width = -1;
  /** Of a closed row, in pixels. */
  #height = 0;

  /** `onOpen` is called with the suggestion that was opened, or -1 when one was closed. */
  constructor(root: HTMLElement, data: ReportData, onOpen: (suggestion: number) => void) {
    this.#root = root;
    this.#data = data;
    this.#onOpen = onOpen;
    let isWaiting = false;
    addEventListener("scroll", () => {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        this.#render();
      });
    });
    new ResizeObserver(() => this.#resize()).observe(root.parentElement!);
    addEventListener("beforeprint", () => this.#print(true));
    addEventListener("afterprint", () => this.#print(false));
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("keydown", (event) => this.#key(event));
    this.#resize();
  }

  /** Lists these suggestions, from the top. */
  show(positions: readonly number[]): void {
    this.#positions = positions;
    this.#focused = 0;
    this.#place();
    this.#clear();
    this.#render();
  }

  /** Shows the evidence of a suggestion and scrolls to it, if it is listed. */
  reveal(i: number): void {
    const position = this.#positions.indexOf(i);
    if (position < 0) return;
    this.#scrollTo(position);
    if (!this.#open.has(i)) this.#toggle(position);
    // To the top, so that the evidence is visible, too.
    scrollBy(0, this.#rows.get(position)!.getBoundingClientRect().top - this.#covered());
    this.#render();
  }

  #resize(): void {
    const width = this.#root.clientWidth;
    if (width === this.#width || this.#isPrinting) return;
    this.#width = width;
    const probe = element("li", { class: "row" }, element("div", { class: "closed" }));
    this.#root.append(probe);
    this.#height = probe.getBoundingClientRect().height;
    probe.remove();
    this.#place();
    this.#clear();
    this.#render();
  }

  #print(isPrinting: boolean): void {
    if (isPrinting) this.#scrolled = scrollY;
    this.#isPrinting = isPrinting;
    this.#clear();
    if (!isPrinting) scrollTo(0, this.#scrolled);
    this.#render();
  }

  #clear(): void {
    for (const made of this.#rows.values()) made.remove();
    this.#rows.clear();
    // Keeps the full height, or the browser would scroll up in a list that seems to be short.
    this.#pad(0, 0);
  }

  #place(): void {
    const extras = [...this.#open].map(([i, extra]) => [this.#positions.indexOf(i), extra] as const);
    this.#places = new RowPlaces(
      this.#positions.length,
      this.#height,
      extras.filter(([position]) => position >= 0),
    );
  }

  #render(): void {
    const [from, to] = this.#inSight();
    const leaving = [...this.#rows].filter(([position]) => position < from || position >= to);
    // Keyboard users must not lose focus when the focused row is scrolled away.
    if (leaving.some(([, made]) => made.contains(document.activeElement)))
      this.#root.focus({ preventScroll: true });
    for (const [position, made] of leaving) {
      made.remove();
      this.#rows.delete(position);
    }
    let next: HTMLElement | null = null;
    for (let position = to - 1; position >= from; position--) {
      let made = this.#rows.get(position);
      if (made === undefined) {
        made = this.#make(position);
        this.#root.insertBefore(made, next);
      }
      next = made;
    }
    // Before anything is measured, for the same reason as in clear().
    this.#pad(from, to);
    if (!this.#measure()) return;
    this.#place();
    this.#pad(from, to);
  }

  #inSight(): readonly [first: number, end: number] {
    if (this.#isPrinting) return [0, Math.min(mostPrinted, this.#positions.length)];
    const top = -this.#root.getBoundingClientRect().top;
    return this.#places.between(top - beyond, top + innerHeight + beyond);
  }

  /** Keeps the space of the rows that are not rendered. */
  #pad(from: number, to: number): void {
    const below = this.#places.top(this.#positions.length) - this.#places.top(to);
    this.#root.style.paddingTop = this.#isPrinting ? "0" : `${this.#places.top(from)}px`;
    this.#root.style.paddingBottom = this.#isPrinting ? "0" : `${below}px`;
  }

  #make(position: number): HTMLElement {
    const i = this.#positions[position]!;
    const made = row(this.#data, i, this.#width < 640 ? 30 : 80);
    made.setAttribute("aria-posinset", String(position + 1));
    made.setAttribute("aria-setsize", String(this.#positions.length));
    made.dataset.position = String(position);
    if (this.#open.has(i)) this.#unfold(made, i);
    this.#rows.set(position, made);
    return made;
  }

  #unfold(made: HTMLElement, i: number): void {
    made.append(evidence(this.#data, i));
    toggleOf(made).setAttribute("aria-expanded", "true");
  }

  /** Measures open rows; whether a height has changed. */
  #measure(): boolean {
    let isChanged = false;
    for (const [position, made] of this.#rows) {
      const i = this.#positions[position]!;
      const known = this.#open.get(i);
      if (known === undefined || this.#isPrinting) continue;
      const extra = made.getBoundingClientRect().height - this.#height;
      if (Math.abs(extra - known) < 0.5) continue;
      this.#open.set(i, extra);
      isChanged = true;
    }
    return isChanged;
  }

  #toggle(position: number): void {
    const i = this.#positions[position]!;
    const made = this.#rows.get(position)!;
    if (this.#open.delete(i)) {
      made.querySelector(".evidence")!.remove();
      toggleOf(made).setAttribute("aria-expanded", "false");
    } else {
      this.#open.set(i, 0);
      this.#unfold(made, i);
      this.#measure();
    }
    this.#place();
    this.#render();
    this.#onOpen(this.#open.has(i) ? i : -1);
  }

  #click(event: MouseEvent): void {
    const target = event.target as Element;
    const made = target.closest<HTMLElement>(".row");
    const isText = target.closest(".toggle") === null && String(getSelection()) !== "";
    if (made === null || target.closest(".evidence") !== null || isText) return;
    this.#focused = Number(made.dataset.position);
    this.#toggle(this.#focused);
  }

  #key(event: KeyboardEvent): void {
    const made = (event.target as Element).closest<HTMLElement>(".row");
    const at = made === null ? this.#focused : Number(made.dataset.position);
    const last = this.#positions.length - 1;
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last };
    const to = steps[event.key];
    if (to === undefined || to < 0 || to > last || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.#focused = to;
    this.#scrollTo(to);
    toggleOf(this.#rows.get(to)!).focus({ preventScroll: true });
  }

  /** The height of the sticky controls at the top of the screen. */
  #covered(): number {
    const controls = document.getElementById("controls")!;
    return getComputedStyle(controls).position === "sticky" ? controls.getBoundingClientRect().height + 8 : 0;
  }

  /** Scrolls to a row, below the sticky controls. */
  #scrollTo(position: number): void {
    const covered = this.#covered();
    const top = this.#root.getBoundingClientRect().top + this.#places.top(position);
    if (top < covered) scrollBy(0, top - covered);
    else if (top + this.#height > innerHeight) scrollBy(0, top + this.#height - innerHeight + 8);
    this.#render();
  }
}

function toggleOf(row: HTMLElement): HTMLElement {
  return row.querySelector<HTMLElement>(".toggle")!;
}
