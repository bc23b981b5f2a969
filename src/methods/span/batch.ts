import type { Span } from "../../data/index.ts";
import { zip } from "../../entries.ts";
import type { Tensor } from "../../graph/index.ts";
import { indexTensor } from "../../graph/index.ts";
import type { SpanRows } from "../../models/index.ts";
import { NON_ENTITY } from "../../models/index.ts";
import type { LabelledSpans } from "./corpus.ts";
/** The spans that a batch trains, growing sentence by sentence; rows are those of the packed words. */
export class SpanBatch implements SpanRows {
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly classes: number[] = [];
  /** The known classes of each span's sentence; undefined where all are. */
  readonly #known: (Uint8Array | undefined)[] = [];
  /** How many words the sentences so far have. */
  words = 0;

  add(words: number, positives: LabelledSpans, negatives: readonly Span[], known?: Uint8Array): void {
    const first = this.words;
    for (const [start, last, ofClass] of zip(positives.starts, positives.ends, positives.classes)) {
      this.starts.push(first + start);
      this.ends.push(first + last);
      this.classes.push(ofClass);
      this.#known.push(known);
    }
    for (const { start, end } of negatives) {
      this.starts.push(first + start);
      this.ends.push(first + end - 1);
      this.classes.push(NON_ENTITY);
      this.#known.push(known);
    }
    this.words += words;
  }

  get count(): number {
    return this.classes.length;
  }

  /** `[spans]` int64 */
  labels(): Tensor {
    return indexTensor(this.classes);
  }

  /** `[spans, classes]` bool */
  known(classes: number): Tensor {
    const data = new Uint8Array(this.count * classes).fill(1);
    this.#known.forEach((mask, span) => {
      if (mask !== undefined) data.set(mask, span * classes);
    });
    return { data, shape: [this.count, classes] };
  }
}
