/** The error function to double precision: its power series near 0, a continued fraction of erfc further out. */
export function erf(x: number): number {
  const size = Math.abs(x);
  if (size > 6) return Math.sign(x);
  if (size < 2.5) {
    // erf(x) = 2/√π · e^(−x²) · Σ 2ⁿ x^(2n+1) / (1·3·…·(2n+1)): all terms positive, no cancellation.
    let term = size;
    let sum = size;
    for (let n = 1; n < 200 && term > sum * 1e-17; n++) {
      term *= (2 * size * size) / (2 * n + 1);
      sum += term;
    }
    return Math.sign(x) * (2 / Math.sqrt(Math.PI)) * Math.exp(-size * size) * sum;
  }
  // erfc(x) = e^(−x²)/√π · 1/(x + ½/(x + 1/(x + 3⁄2/(x + …))))
  let tail = size;
  for (let k = 60; k >= 1; k--) tail = size + k / 2 / tail;
  return Math.sign(x) * (1 - Math.exp(-size * size) / Math.sqrt(Math.PI) / tail);
}
