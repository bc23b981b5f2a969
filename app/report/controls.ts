import { kindOf, plainView, sortOf, type View } from "./view.ts";

type Field = HTMLInputElement | HTMLSelectElement | HTMLOutputElement;

/** The form above the list: shows a view and reports when the reader changes it. */
export class Controls {
  readonly #form: HTMLFormElement;

  constructor(form: HTMLFormElement, onChange: (view: View) => void) {
    this.#form = form;
    let waiting = 0;
    form.addEventListener("input", () => {
      this.#showLeast();
      clearTimeout(waiting);
      // The list waits until the reader stops typing.
      waiting = setTimeout(() => onChange(this.#read()), 80);
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", (event) => {
      event.preventDefault();
      onChange(plainView);
    });
    addEventListener("keydown", (event) => {
      const isWriting = event.target instanceof Element && event.target.matches("input, select, textarea");
      if (event.key !== "/" || isWriting) return;
      event.preventDefault();
      this.#field("q").focus();
    });
  }

  show(view: View): void {
    this.#field("q").value = view.text;
    this.#field("kind").value = view.kind;
    this.#field("type").value = view.label;
    this.#field("min").value = String(view.least);
    this.#field("sort").value = view.sort;
    this.#showLeast();
  }

  #read(): View {
    return {
      ...plainView,
      text: this.#field("q").value,
      kind: kindOf(this.#field("kind").value),
      label: this.#field("type").value,
      least: Number(this.#field("min").value),
      sort: sortOf(this.#field("sort").value),
    };
  }

  #showLeast(): void {
    const least = Number(this.#field("min").value);
    this.#field("least").value = least === 0 ? "any" : `≥ ${least} %`;
  }

  #field(name: "q" | "kind" | "type" | "min" | "least" | "sort"): Field {
    return this.#form.elements.namedItem(name) as Field;
  }
}
