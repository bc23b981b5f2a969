import type { AdamWScalars, Kernels, SgdScalars } from "./signatures.ts";

const { fround, sqrt } = Math;

/**
 * The kernels in plain TypeScript: for tensors outside a WebAssembly memory, and the meaning
 * that tensor-kernels.as must reproduce bit by bit. Each operation is rounded to float32 on its
 * own; rounding a float64 result again is harmless for + − × ÷ √ of float32 operands, because
 * float64 has more than twice the digits.
 */
export const plainKernels: Kernels = {
  adamW(values, gradient, first, second, scalars) {
    adamWPart(values, gradient, first, second, scalars, 0, 0, values.length);
  },

  sgd(values, gradient, momentum, scalars) {
    sgdPart(values, gradient, momentum, scalars, 0, 0, values.length);
  },

  adamWRows(values, gradient, first, second, { rows, width, fading }, scalars) {
    for (let i = 0; i < rows.length; i++) {
      const at = rows[i]! * width;
      fade(first, fading[0]![i]!, at, width);
      fade(second, fading[1]![i]!, at, width);
      adamWPart(values, gradient, first, second, scalars, at, i * width, width);
    }
  },

  sgdRows(values, gradient, momentum, { rows, width, fading }, scalars) {
    for (let i = 0; i < rows.length; i++) {
      const at = rows[i]! * width;
      fade(momentum, fading[0]![i]!, at, width);
      sgdPart(values, gradient, momentum, scalars, at, i * width, width);
    }
  },

  addRows(sum, rows, places, width) {
    for (let i = 0; i < places.length; i++) {
      const to = places[i]! * width;
      const from = i * width;
      for (let k = 0; k < width; k++) sum[to + k] = sum[to + k]! + rows[from + k]!;
    }
  },

  squaredNorm(x) {
    // Eight sums, as the eight float64 lanes of the SIMD version keep them.
    let [s0, s1, s2, s3, s4, s5, s6, s7] = [0, 0, 0, 0, 0, 0, 0, 0];
    const whole = x.length & ~7;
    for (let i = 0; i < whole; i += 8) {
      s0 += x[i]! * x[i]!;
      s1 += x[i + 1]! * x[i + 1]!;
      s2 += x[i + 2]! * x[i + 2]!;
      s3 += x[i + 3]! * x[i + 3]!;
      s4 += x[i + 4]! * x[i + 4]!;
      s5 += x[i + 5]! * x[i + 5]!;
      s6 += x[i + 6]! * x[i + 6]!;
      s7 += x[i + 7]! * x[i + 7]!;
    }
    // Adding the square of an absent element, 0, changes no bit of a sum that is never −0.
    const square = (i: number) => (x[whole + i] ?? 0) * (x[whole + i] ?? 0);
    s0 += square(0);
    s1 += square(1);
    s2 += square(2);
    s3 += square(3);
    s4 += square(4);
    s5 += square(5);
    s6 += square(6);
    return s0 + s1 + (s2 + s3) + (s4 + s5 + (s6 + s7));
  },

  addScaled(y, a, x) {
    const factor = fround(a);
    for (let i = 0; i < y.length; i++) y[i] = y[i]! + fround(factor * x[i]!);
  },

  scale(x, a) {
    const factor = fround(a);
    for (let i = 0; i < x.length; i++) x[i] = x[i]! * factor;
  },
};

/**
 *     g ← c·g                    m ← m + (g − m)(1 − β₁)        v ← β₂v + (1 − β₂)g²
 *     w ← (1 − ηλ)w − (η/(1 − β₁ᵗ)) m / (√v / √(1 − β₂ᵗ) + ε)
 *
 * `c` is the clipping factor, `η` the rate, `λ` the decoupled decay. Done for `length` weights from `start`, whose
 * gradient begins at `from`.
 */
function adamWPart(
  values: Float32Array,
  gradient: Float32Array,
  first: Float32Array,
  second: Float32Array,
  scalars: AdamWScalars,
  start: number,
  from: number,
  length: number,
): void {
  // Into locals: an object's fields would be looked up at each element.
  const gradientScale = fround(scalars.gradientScale);
  const keep = fround(scalars.keep);
  const firstRate = fround(scalars.firstRate);
  const secondKeep = fround(scalars.secondKeep);
  const secondRate = fround(scalars.secondRate);
  const stepSize = fround(scalars.stepSize);
  const secondScale = fround(scalars.secondScale);
  const epsilon = fround(scalars.epsilon);
  for (let k = 0; k < length; k++) {
    const i = start + k;
    const g = fround(gradient[from + k]! * gradientScale);
    const m = fround(first[i]! + fround(fround(g - first[i]!) * firstRate));
    const v = fround(fround(second[i]! * secondKeep) + fround(fround(g * g) * secondRate));
    const divisor = fround(fround(fround(sqrt(v)) * secondScale) + epsilon);
    first[i] = m;
    second[i] = v;
    values[i] = fround(fround(values[i]! * keep) - fround(fround(stepSize * m) / divisor));
  }
}

/**
 *     g ← c·g + λw        m ← μm + g        w ← w − η·m, or w − η(g + μm) with Nesterov
 */
function sgdPart(
  values: Float32Array,
  gradient: Float32Array,
  momentum: Float32Array,
  scalars: SgdScalars,
  start: number,
  from: number,
  length: number,
): void {
  const gradientScale = fround(scalars.gradientScale);
  const decay = fround(scalars.decay);
  const momentumKeep = fround(scalars.momentumKeep);
  const rate = fround(scalars.rate);
  const { ahead } = scalars;
  for (let k = 0; k < length; k++) {
    const i = start + k;
    const w = values[i]!;
    const g = fround(fround(gradient[from + k]! * gradientScale) + fround(w * decay));
    const m = fround(fround(momentum[i]! * momentumKeep) + g);
    const direction = ahead ? fround(g + fround(m * momentumKeep)) : m;
    momentum[i] = m;
    values[i] = w - fround(rate * direction);
  }
}

/** Times a factor that is a float32 already. What an earlier optimiser left behind may be anything, so 0 clears. */
function fade(x: Float32Array, factor: number, start: number, length: number): void {
  if (factor === 0) x.fill(0, start, start + length);
  else if (factor !== 1) for (let i = start; i < start + length; i++) x[i] = x[i]! * factor;
}
