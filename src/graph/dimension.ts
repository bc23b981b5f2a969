/**
 * The size of one axis: a number, or an expression over named sizes that are
 * only known at run time, such as `"batch"` or `"batch*words"`.
 *
 * Expressions are kept in one normal form (a sum of products with whole
 * coefficients, sorted), so two sizes are equal exactly when their strings are.
 */
export type Dim = number | string;

/** Product of symbols (sorted, joined by `*`; empty for a plain number) → coefficient. */
type Polynomial = ReadonlyMap<string, number>;

const SYMBOL = /^[A-Za-z_][A-Za-z0-9_]*$/;

const parsed = new Map<string, Polynomial>();

/** Normalises a size; fails on anything that is not a size. */
export function normalDim(dim: Dim): Dim {
  if (typeof dim === "number") {
    if (Number.isSafeInteger(dim) && dim >= 0) return dim;
    throw new Error(`a dimension must be a whole number of at least 0, got ${dim}`);
  }
  return format(parse(dim));
}

export function addDims(a: Dim, b: Dim): Dim {
  if (typeof a === "number" && typeof b === "number") return a + b;
  return format(plus(parse(a), parse(b), 1));
}

export function subtractDims(a: Dim, b: Dim): Dim {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return format(plus(parse(a), parse(b), -1));
}

export function multiplyDims(a: Dim, b: Dim): Dim {
  if (typeof a === "number" && typeof b === "number") return a * b;
  const product = new Map<string, number>();
  for (const [p, m] of parse(a)) {
    for (const [q, n] of parse(b)) {
      const key = [...symbolsIn(p), ...symbolsIn(q)].sort().join("*");
      product.set(key, (product.get(key) ?? 0) + m * n);
    }
  }
  return format(product);
}

/** `a / b` where it divides evenly for every value of the symbols; otherwise undefined. */
export function divideDims(a: Dim, b: Dim): Dim | undefined {
  if (a === b) return 1;
  if (typeof a === "number" && typeof b === "number") {
    return b !== 0 && a % b === 0 ? a / b : undefined;
  }
  const divisor = [...parse(b)];
  const [only] = divisor;
  if (only === undefined || divisor.length !== 1) return undefined;
  const quotient = new Map<string, number>();
  for (const [product, coefficient] of parse(a)) {
    const rest = symbolsIn(product);
    for (const symbol of symbolsIn(only[0])) {
      const at = rest.indexOf(symbol);
      if (at < 0) return undefined;
      rest.splice(at, 1);
    }
    if (coefficient % only[1] !== 0) return undefined;
    quotient.set(rest.join("*"), coefficient / only[1]);
  }
  return format(quotient);
}

/** The terms of a size as symbols and coefficient: `2*batch+1` is `[[["batch"], 2], [[], 1]]`. */
export function termsOf(dim: Dim): (readonly [symbols: readonly string[], coefficient: number])[] {
  return [...parse(dim)].map(([product, coefficient]) => [symbolsIn(product), coefficient] as const);
}

/** The value of a size once every symbol has one. */
export function bindDim(dim: Dim, sizes: ReadonlyMap<string, number>): number {
  if (typeof dim === "number") return dim;
  let total = 0;
  for (const [symbols, coefficient] of termsOf(dim)) {
    let value = coefficient;
    for (const symbol of symbols) {
      const size = sizes.get(symbol);
      if (size === undefined) throw new Error(`nothing fed to the graph gives the size "${symbol}"`);
      value *= size;
    }
    total += value;
  }
  return total;
}

export function isSymbol(dim: Dim): dim is string {
  return typeof dim === "string" && SYMBOL.test(dim);
}

function symbolsIn(product: string): string[] {
  return product === "" ? [] : product.split("*");
}

function plus(a: Polynomial, b: Polynomial, sign: number): Polynomial {
  const sum = new Map(a);
  for (const [product, coefficient] of b) sum.set(product, (sum.get(product) ?? 0) + sign * coefficient);
  return sum;
}

function parse(dim: Dim): Polynomial {
  if (typeof dim === "number") return new Map([["", dim]]);
  const known = parsed.get(dim);
  if (known !== undefined) return known;
  const sum = new Map<string, number>();
  for (const term of dim.replaceAll("-", "+-").split("+")) {
    if (term === "") continue;
    let coefficient = term.startsWith("-") ? -1 : 1;
    const symbols: string[] = [];
    for (const factor of term.replace(/^-/, "").split("*")) {
      if (/^\d+$/.test(factor)) coefficient *= Number(factor);
      else if (SYMBOL.test(factor)) symbols.push(factor);
      else throw new Error(`"${dim}" is not a dimension: use names, whole numbers, + - and *`);
    }
    const key = symbols.sort().join("*");
    sum.set(key, (sum.get(key) ?? 0) + coefficient);
  }
  parsed.set(dim, sum);
  return sum;
}

function format(polynomial: Polynomial): Dim {
  const terms = [...polynomial].filter(([, coefficient]) => coefficient !== 0);
  const [only] = terms;
  if (only === undefined) return 0;
  if (only[0] === "" && terms.length === 1) return only[1];
  // The plain number goes last: `batch+1`, not `1+batch`.
  terms.sort(([a], [b]) => (a === "" ? 1 : b === "" ? -1 : a < b ? -1 : 1));
  const text = terms
    .map(([product, coefficient]) => {
      if (product === "") return String(coefficient);
      if (coefficient === 1) return product;
      return coefficient === -1 ? `-${product}` : `${coefficient}*${product}`;
    })
    .join("+")
    .replaceAll("+-", "-");
  return text;
}
