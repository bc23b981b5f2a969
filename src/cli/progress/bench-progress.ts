import type { BenchRun, RunProgress } from "../../bench/index.ts";
import { printable } from "../output/printable.ts";

/** The part of a terminal that is used here. */
interface BenchScreen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Shows the progress of runs in one line at the bottom of a terminal, and what they note; elsewhere only the latter. */
export class BenchProgress {
  readonly #screen: BenchScreen;
  readonly #runs = new Map<string, string>();
  readonly #noted = new Set<string>();

  constructor(screen: BenchScreen) {
    this.#screen = screen;
  }

  update({ name, data }: Pick<BenchRun, "name" | "data">, told: RunProgress): void {
    if (told.kind === "notices") {
      for (const notice of told.notices) this.#note(data.name, notice);
      return;
    }
    const { epoch, epochs, f1 } = told;
    const score = f1 === null ? "" : ` F1 ${f1.toFixed(2)}`;
    this.#runs.set(name, `${name} ${epoch}/${epochs}${score}`);
    this.#draw();
  }

  /** Once for all runs on the same data: what methods, seeds and masks say alike differs in numbers only. */
  #note(data: string, notice: string): void {
    const like = `${data}: ${notice.replaceAll(/\d+/g, "0")}`;
    if (this.#noted.has(like)) return;
    this.#noted.add(like);
    this.around(() => this.#screen.write(`note: ${printable(`${data}: ${notice}`)}\n`));
  }

  /** A run has ended. */
  remove(run: string): void {
    this.#runs.delete(run);
    this.#draw();
  }

  /** Clears the line while others are printed. */
  around(print: () => void): void {
    if (this.#screen.isTTY) this.#screen.write("\r\x1b[K");
    print();
    this.#draw();
  }

  #draw(): void {
    if (!this.#screen.isTTY) return;
    const line = printable([...this.#runs.values()].join(" · "));
    // A line that is too long would wrap, and could not be taken back. Some terminals say that they have no columns.
    this.#screen.write(`\r\x1b[K${line.slice(0, (this.#screen.columns || 80) - 1)}`);
  }
}
