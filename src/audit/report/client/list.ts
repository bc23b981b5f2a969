// @ts-nocheck: plain JavaScript for the page (see report-script.ts); the compiler knows nothing of browsers here.
import { evidence } from "./evidence.ts";
import { element, row } from "./row.ts";
import { RowPlaces } from "./row-places.ts";

/** Rows are made this many pixels beyond what is in sight. */
const beyond = 600;
/** On paper nobody can scroll, but nobody wants a thousand pages. */
const mostPrinted = 300;

/** The list of suggestions. Only rows in sight are in the page, so its length does not matter. */
export class SuggestionList {
  constructor(root, data, onOpen) {
    this.root = root;
    this.data = data;
    this.onOpen = onOpen;
    this.positions = [];
    this.rows = new Map();
    /** Which suggestions are open, and how many pixels their evidence takes. */
    this.open = new Map();
    this.focused = 0;
    this.isPrinting = false;
    let isWaiting = false;
    addEventListener("scroll", () => {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        this.render();
      });
    });
    new ResizeObserver(() => this.resize()).observe(root.parentElement);
    addEventListener("beforeprint", () => this.print(true));
    addEventListener("afterprint", () => this.print(false));
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("keydown", (event) => this.key(event));
    this.resize();
  }

  /** Lists these suggestions, from the top. */
  show(positions) {
    this.positions = positions;
    this.focused = 0;
    this.place();
    this.clear();
    this.render();
  }

  /** Shows the evidence of a suggestion and brings it into sight, if it is listed. */
  reveal(i) {
    const position = this.positions.indexOf(i);
    if (position < 0) return;
    this.scrollTo(position);
    if (!this.open.has(i)) this.toggle(position);
    // To the top, so that the evidence is in sight, too.
    scrollBy(0, this.rows.get(position).getBoundingClientRect().top - this.covered());
    this.render();
  }

  resize() {
    const width = this.root.clientWidth;
    if (width === this.width || this.isPrinting) return;
    this.width = width;
    const probe = element("li", { class: "row" }, element("div", { class: "closed" }));
    this.root.append(probe);
    this.height = probe.getBoundingClientRect().height;
    probe.remove();
    this.place();
    this.clear();
    this.render();
  }

  print(isPrinting) {
    if (isPrinting) this.scrolled = scrollY;
    this.isPrinting = isPrinting;
    this.clear();
    if (!isPrinting) scrollTo(0, this.scrolled);
    this.render();
  }

  clear() {
    for (const made of this.rows.values()) made.remove();
    this.rows.clear();
    // All room is held, or the browser would scroll up in a list that seems to have become short.
    this.pad(0, 0);
  }

  place() {
    const extras = [...this.open].map(([i, extra]) => [this.positions.indexOf(i), extra]);
    this.places = new RowPlaces(
      this.positions.length,
      this.height,
      extras.filter(([position]) => position >= 0),
    );
  }

  render() {
    const [from, to] = this.inSight();
    const leaving = [...this.rows].filter(([position]) => position < from || position >= to);
    // Who walks by keys must not lose the place because it is scrolled away.
    if (leaving.some(([, made]) => made.contains(document.activeElement)))
      this.root.focus({ preventScroll: true });
    for (const [position, made] of leaving) {
      made.remove();
      this.rows.delete(position);
    }
    let next = null;
    for (let position = to - 1; position >= from; position--) {
      let made = this.rows.get(position);
      if (made === undefined) {
        made = this.make(position);
        this.root.insertBefore(made, next);
      }
      next = made;
    }
    // Before anything is measured, for the same reason as in clear().
    this.pad(from, to);
    if (!this.measure()) return;
    this.place();
    this.pad(from, to);
  }

  inSight() {
    if (this.isPrinting) return [0, Math.min(mostPrinted, this.positions.length)];
    const top = -this.root.getBoundingClientRect().top;
    return this.places.between(top - beyond, top + innerHeight + beyond);
  }

  /** Holds the room of the rows that are not there. */
  pad(from, to) {
    const below = this.places.top(this.positions.length) - this.places.top(to);
    this.root.style.paddingTop = this.isPrinting ? "0" : `${this.places.top(from)}px`;
    this.root.style.paddingBottom = this.isPrinting ? "0" : `${below}px`;
  }

  make(position) {
    const i = this.positions[position];
    const made = row(this.data, i, this.width < 640 ? 30 : 80);
    made.setAttribute("aria-posinset", position + 1);
    made.setAttribute("aria-setsize", this.positions.length);
    made.dataset.position = position;
    if (this.open.has(i)) this.unfold(made, i);
    this.rows.set(position, made);
    return made;
  }

  unfold(made, i) {
    made.append(evidence(this.data, i));
    made.querySelector(".toggle").setAttribute("aria-expanded", "true");
  }

  /** Whether the height of an open row is not what it was taken for. */
  measure() {
    let isChanged = false;
    for (const [position, made] of this.rows) {
      const i = this.positions[position];
      if (!this.open.has(i) || this.isPrinting) continue;
      const extra = made.getBoundingClientRect().height - this.height;
      if (Math.abs(extra - this.open.get(i)) < 0.5) continue;
      this.open.set(i, extra);
      isChanged = true;
    }
    return isChanged;
  }

  toggle(position) {
    const i = this.positions[position];
    const made = this.rows.get(position);
    if (this.open.delete(i)) {
      made.querySelector(".evidence").remove();
      made.querySelector(".toggle").setAttribute("aria-expanded", "false");
    } else {
      this.open.set(i, 0);
      this.unfold(made, i);
      this.measure();
    }
    this.place();
    this.render();
    this.onOpen(this.open.has(i) ? i : -1);
  }

  click(event) {
    const made = event.target.closest(".row");
    const isText = event.target.closest(".toggle") === null && String(getSelection()) !== "";
    if (made === null || event.target.closest(".evidence") !== null || isText) return;
    this.focused = Number(made.dataset.position);
    this.toggle(this.focused);
  }

  key(event) {
    const made = event.target.closest(".row");
    const at = made === null ? this.focused : Number(made.dataset.position);
    const last = this.positions.length - 1;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last }[event.key];
    if (to === undefined || to < 0 || to > last || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.focused = to;
    this.scrollTo(to);
    this.rows.get(to).querySelector(".toggle").focus({ preventScroll: true });
  }

  /** How much of the screen the controls that stay at the top cover. */
  covered() {
    const controls = document.getElementById("controls");
    return getComputedStyle(controls).position === "sticky" ? controls.getBoundingClientRect().height + 8 : 0;
  }

  /** Brings a row into sight, below the controls that stay at the top. */
  scrollTo(position) {
    const covered = this.covered();
    const top = this.root.getBoundingClientRect().top + this.places.top(position);
    if (top < covered) scrollBy(0, top - covered);
    else if (top + this.height > innerHeight) scrollBy(0, top + this.height - innerHeight + 8);
    this.render();
  }
}
