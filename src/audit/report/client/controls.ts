// @ts-nocheck: plain JavaScript for the page (see report-script.ts); the compiler knows nothing of browsers here.
import { plainView } from "./view.ts";

/** The form above the list: shows a view and says when the reader wants another. */
export class Controls {
  constructor(form, onChange) {
    this.form = form;
    let waiting = 0;
    form.addEventListener("input", () => {
      this.showLeast();
      clearTimeout(waiting);
      // While somebody types, the list waits for the next letter.
      waiting = setTimeout(() => onChange(this.read()), 80);
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", (event) => {
      event.preventDefault();
      onChange(plainView);
    });
    addEventListener("keydown", (event) => {
      if (event.key !== "/" || /^(?:INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
      event.preventDefault();
      this.field("q").focus();
    });
  }

  field(name) {
    return this.form.elements.namedItem(name);
  }

  read() {
    return {
      ...plainView,
      text: this.field("q").value,
      kind: this.field("kind").value,
      label: this.field("type").value,
      least: Number(this.field("min").value),
      sort: this.field("sort").value,
    };
  }

  show(view) {
    this.field("q").value = view.text;
    this.field("kind").value = view.kind;
    this.field("type").value = view.label;
    this.field("min").value = view.least;
    this.field("sort").value = view.sort;
    this.showLeast();
  }

  showLeast() {
    const least = Number(this.field("min").value);
    this.field("least").value = least === 0 ? "any" : `≥ ${least} %`;
  }
}
