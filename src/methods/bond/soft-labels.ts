/**
 * Soft labels from a teacher's probabilities: squared, so that sure ones become surer, and divided by how often a class is
 * predicted in all, so that rare ones are not lost.
 *
 *     s_nc = (f_nc² / p_c) / Σ_c' (f_nc'² / p_c'),   p_c = Σ_n f_nc     [BOND, soft labels]
 *
 * @param probabilities f of each sentence, `[words, classes]`
 */
export function sharpened(probabilities: readonly Float32Array[], classes: number): Float32Array[] {
  const frequency = new Float64Array(classes);
  for (const own of probabilities) {
    own.forEach((f, at) => {
      frequency[at % classes]! += f;
    });
  }
  return probabilities.map((own) => {
    const soft = own.map((f, at) => f ** 2 / Math.max(frequency[at % classes]!, 1e-12));
    for (let first = 0; first < soft.length; first += classes) {
      const row = soft.subarray(first, first + classes);
      const sum = row.reduce((total, value) => total + value, 0);
      row.forEach((value, at) => {
        row[at] = value / sum;
      });
    }
    return soft;
  });
}

/** The softmax of each row. */
export function softmaxRows(scores: Float32Array, classes: number): Float32Array {
  const found = new Float32Array(scores.length);
  for (let first = 0; first < scores.length; first += classes) {
    const row = scores.subarray(first, first + classes);
    const top = row.reduce((most, value) => Math.max(most, value), -Infinity);
    const sum = row.reduce((total, value) => total + Math.exp(value - top), 0);
    for (let at = 0; at < classes; at++) found[first + at] = Math.exp(row[at]! - top) / sum;
  }
  return found;
}
