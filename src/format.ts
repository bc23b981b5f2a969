// How numbers are written for people: the same on every machine, in pages, in the app and on the command line.

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

/** A share from 0 to 1, e.g. `93 %`. In whole percent, what is nearly all or nothing is not written as such. */
export function percent(share: number, digits = 0): string {
  if (!Number.isFinite(share)) return "–";
  if (digits > 0) return `${(share * 100).toFixed(digits)} %`;
  if (share >= 0.995 && share < 1) return "> 99 %";
  if (share > 0 && share < 0.005) return "< 1 %";
  return `${Math.round(share * 100)} %`;
}

/** A part of a whole, e.g. `93.1 %`; nothing of nothing is 0. */
export function percentOf(part: number, whole = 1): string {
  return `${(whole === 0 ? 0 : (100 * part) / whole).toFixed(1)} %`;
}

/** A number with its noun, e.g. `1 entity`, `1,000 entities`. */
export function counted(number: number, noun: string, plural = `${noun}s`): string {
  const whole = Math.round(number);
  return `${formatNumber(whole)} ${whole === 1 ? noun : plural}`;
}

/** A number with so many decimals at most, for files that nobody needs to be longer. */
export function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}

/** Writes a length of time in its two largest units: `47 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return "–";
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return join(Math.floor(whole / 60), "min", whole % 60, "s");
  const minutes = Math.round(whole / 60);
  return join(Math.floor(minutes / 60), "h", minutes % 60, "min");
}

const join = (large: number, unit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`;

/** Seconds as a clock shows them: `1:05`, `2:00:09`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
