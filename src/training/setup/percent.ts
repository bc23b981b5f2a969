/** A share as people read it, e.g. `93.1 %`. */
export function percent(part: number, whole = 1): string {
  return `${(whole === 0 ? 0 : (100 * part) / whole).toFixed(1)} %`;
}
