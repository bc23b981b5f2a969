/** A number with its thousands apart: `12,345`. */
export function count(value: number): string {
  return value.toLocaleString("en");
}

/** A number of things: `1 sentence`, `12,345 sentences`. */
export function countOf(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** A share: `93.1 %`. */
export function percent(part: number, whole = 1): string {
  return `${(whole === 0 ? 0 : (100 * part) / whole).toFixed(1)} %`;
}

/** Seconds as a clock shows them: `1:05`, `2:00:09`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
