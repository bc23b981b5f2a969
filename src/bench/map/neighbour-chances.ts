/** Steps of bisection: enough for any distance that a double can hold. */
const STEPS = 60;

/**
 * How near points are to each other, as chances that add up to 1 over all pairs. Each point has a bell curve of its own
 * around it, as wide as gives it `perplexity` neighbours; both directions of a pair are averaged:
 *
 *     p_{j|i} ∝ exp(−d²_ij / 2σ_i²),   2^H(p_{·|i}) = perplexity,   p_ij = (p_{j|i} + p_{i|j}) / 2n
 *
 * @param distances `[count, count]`, squared
 * @returns `[count, count]`
 */
export function neighbourChances(distances: Float64Array, count: number, perplexity: number): Float64Array {
  const rows = new Float64Array(count * count);
  for (let i = 0; i < count; i++) {
    fillRow(rows.subarray(i * count, (i + 1) * count), distances, i * count, i, Math.log(perplexity));
  }
  const chances = new Float64Array(count * count);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      chances[i * count + j] = (rows[i * count + j]! + rows[j * count + i]!) / (2 * count);
    }
  }
  return chances;
}

/** Finds the width at which a point has as many neighbours as wanted: entropy falls as the curve gets narrower. */
function fillRow(
  row: Float64Array,
  distances: Float64Array,
  first: number,
  own: number,
  entropy: number,
): void {
  let nearest = Number.POSITIVE_INFINITY;
  for (let j = 0; j < row.length; j++) {
    if (j !== own) nearest = Math.min(nearest, distances[first + j]!);
  }
  let [low, high, sharpness] = [0, Number.POSITIVE_INFINITY, 1];
  for (let step = 0; step < STEPS; step++) {
    let [sum, weighted] = [0, 0];
    for (let j = 0; j < row.length; j++) {
      // Less the nearest distance, so that the largest weight is 1 and the sum is never 0.
      const distance = distances[first + j]! - nearest;
      const weight = j === own ? 0 : Math.exp(-distance * sharpness);
      row[j] = weight;
      sum += weight;
      weighted += distance * weight;
    }
    // H = ln Σw + sharpness · E[d]
    const found = Math.log(sum) + (sharpness * weighted) / sum;
    for (let j = 0; j < row.length; j++) row[j]! /= sum;
    if (Math.abs(found - entropy) < 1e-7) return;
    if (found > entropy) {
      low = sharpness;
      sharpness = high === Number.POSITIVE_INFINITY ? sharpness * 2 : (sharpness + high) / 2;
    } else {
      high = sharpness;
      sharpness = (low + sharpness) / 2;
    }
  }
}
