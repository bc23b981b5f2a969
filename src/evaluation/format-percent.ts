/**
 * Writes a percentage with two decimals and no sign, `50` as `50.00`.
 *
 * A number exactly half-way goes to the even digit, as C's `printf` does and JavaScript's
 * `toFixed` does not: 1 of 32 is 3.125 %, printed `3.12` by conlleval and so by us.
 */
export function formatPercent(value: number): string {
  // Of the binary fractions only the odd eighths (.125, .375, .625, .875) have a third decimal that is a last 5.
  const eighths = value * 8;
  if (Number.isInteger(eighths) && eighths % 2 !== 0) {
    const below = Math.floor(value * 100);
    return ((below % 2 === 0 ? below : below + 1) / 100).toFixed(2);
  }
  return value.toFixed(2);
}
