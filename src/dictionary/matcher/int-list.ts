/** A growing list of 32-bit integers without an object per item. */
export class IntList {
  /** The items, followed by spare room; replaced when the list grows, so do not hold on to it. */
  data: Int32Array;
  length = 0;

  constructor(capacity = 16) {
    this.data = new Int32Array(capacity);
  }

  at(index: number): number {
    return this.data[index]!;
  }

  push(value: number): void {
    if (this.length === this.data.length) this.data = grown(this.data, this.length + 1);
    this.data[this.length++] = value;
  }

  /** Frees spare memory. */
  trim(): void {
    if (this.length < this.data.length) this.data = this.data.slice(0, this.length);
  }
}

function grown(data: Int32Array, needed: number): Int32Array {
  const larger = new Int32Array(Math.max(needed, 16, Math.ceil(data.length * 1.5)));
  larger.set(data);
  return larger;
}
