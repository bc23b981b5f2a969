/** Writes a number for people, the same on every machine: `12,345.68`, `−0.5`, `1.2e+21`. Trailing zeros stay only if `digits` says how many there are. */
export function formatNumber(value: number, digits?: number): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (digits === undefined) {
    // Five significant digits, but whole numbers whole.
    const rounded = Number.isInteger(value) ? size : Number(size.toPrecision(5));
    return sign(value, rounded) + (isPlain(rounded) ? grouped(String(rounded)) : rounded.toExponential());
  }
  if (size >= 1e21) return sign(value, size) + size.toExponential(digits);
  const fixed = size.toFixed(digits);
  return sign(value, Number(fixed)) + grouped(fixed);
}

const isPlain = (size: number): boolean => size === 0 || (size >= 1e-6 && size < 1e15);

/** A true minus sign, and none before what was rounded to 0. */
const sign = (value: number, rounded: number): string => (value < 0 && rounded !== 0 ? "−" : "");

const grouped = (digits: string): string => digits.replace(/\d(?=(?:\d{3})+(?:\.|$))(?<!\..*)/g, "$&,");
