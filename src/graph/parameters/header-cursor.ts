/** What is wrong with a header; the reader adds the name of the file. */
export class HeaderError extends Error {}

/**
 * Walks through JSON text and accepts only what is expected next.
 *
 * A header is untrusted input: `JSON.parse` would build whatever it says, such as a hundred megabytes of nested
 * brackets, and would silently keep the last of two equal keys. Plain loops rather than regular expressions, whose
 * stack a long run of characters can exhaust.
 */
export class HeaderCursor {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads `{ key: value, … }`, calling `member` for each key, which must read the value. */
  object(what: string, member: (key: string) => void): void {
    const seen = new Set<string>();
    this.#list(what, "{", "}", () => {
      const key = this.string(`a key of ${what}`);
      if (seen.has(key)) throw new HeaderError(`${what} has the key ${shown(key)} twice`);
      seen.add(key);
      if (!this.#take(":")) throw this.#unexpected(`":" after the key ${shown(key)}`);
      member(key);
    });
  }

  /** Reads `[ 1, 2, … ]`, at most `most` whole numbers. */
  wholeNumbers(what: string, most: number): number[] {
    const numbers: number[] = [];
    this.#list(what, "[", "]", () => {
      if (numbers.length === most) throw new HeaderError(`${what} has more than ${most} numbers`);
      numbers.push(this.#wholeNumber(what));
    });
    return numbers;
  }

  string(what: string): string {
    this.#skipBlanks();
    const start = this.#at;
    if (this.#text[start] !== '"') throw this.#unexpected(what);
    let end = start + 1;
    while (end < this.#text.length && this.#text[end] !== '"') end += this.#text[end] === "\\" ? 2 : 1;
    this.#at = end + 1;
    try {
      return JSON.parse(this.#text.slice(start, end + 1));
    } catch {
      throw new HeaderError(`${what} is not a valid JSON string`);
    }
  }

  /** Nothing but blanks may follow: writers pad the header with them. */
  end(): void {
    this.#skipBlanks();
    if (this.#at < this.#text.length) throw this.#unexpected("the end");
  }

  #list(what: string, open: string, close: string, item: () => void): void {
    if (!this.#take(open)) throw this.#unexpected(`"${open}" of ${what}`);
    if (this.#take(close)) return;
    do item();
    while (this.#take(","));
    if (!this.#take(close)) throw this.#unexpected(`"," or "${close}" in ${what}`);
  }

  #take(character: string): boolean {
    this.#skipBlanks();
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #wholeNumber(what: string): number {
    this.#skipBlanks();
    const start = this.#at;
    while (/^[0-9]$/.test(this.#text[this.#at] ?? "")) this.#at++;
    const digits = this.#text.slice(start, this.#at);
    if (
      digits === "" ||
      /^[.eE]$/.test(this.#text[this.#at] ?? "") ||
      (digits.length > 1 && digits[0] === "0")
    ) {
      throw this.#unexpected(`a whole number in ${what}`);
    }
    const number = Number(digits);
    if (!Number.isSafeInteger(number)) throw new HeaderError(`${what} has a number that is too large`);
    return number;
  }

  #skipBlanks(): void {
    while (" \t\n\r".includes(this.#text[this.#at] ?? "x")) this.#at++;
  }

  #unexpected(expected: string): HeaderError {
    const next = this.#text[this.#at];
    const found = next === undefined ? "its end" : shown(next);
    return new HeaderError(`expected ${expected} at character ${this.#at} of the header, found ${found}`);
  }
}

/** A name from the file, on one line and not too long. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 79)}…` : text);
}
