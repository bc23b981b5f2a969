// AssemblyScript, compiled by scripts/build-kernels.mjs into tensor-kernels.generated.ts.
// (Not a .ts file: the TypeScript compiler would read it as TypeScript.)
//
// Each function must give the same bits as its twin in plain-kernels.ts: the same
// operations in the same order, each rounded to float32; no fused multiply-add, no
// relaxed SIMD. Pointers are byte offsets, multiples of 4; `n` counts elements.

/** AdamW in place over `n` weights. The formula stands in plain-kernels.ts. */
export function adamW(
  values: usize,
  gradient: usize,
  first: usize,
  second: usize,
  n: usize,
  gradientScale: f32,
  keep: f32,
  firstRate: f32,
  secondKeep: f32,
  secondRate: f32,
  stepSize: f32,
  secondScale: f32,
  epsilon: f32,
): void {
  const gradientScale4 = f32x4.splat(gradientScale);
  const keep4 = f32x4.splat(keep);
  const firstRate4 = f32x4.splat(firstRate);
  const secondKeep4 = f32x4.splat(secondKeep);
  const secondRate4 = f32x4.splat(secondRate);
  const stepSize4 = f32x4.splat(stepSize);
  const secondScale4 = f32x4.splat(secondScale);
  const epsilon4 = f32x4.splat(epsilon);
  const whole = (n & ~3) << 2;
  const end = n << 2;
  let i: usize = 0;
  for (; i < whole; i += 16) {
    const g = f32x4.mul(v128.load(gradient + i), gradientScale4);
    const m0 = v128.load(first + i);
    const m = f32x4.add(m0, f32x4.mul(f32x4.sub(g, m0), firstRate4));
    const v = f32x4.add(
      f32x4.mul(v128.load(second + i), secondKeep4),
      f32x4.mul(f32x4.mul(g, g), secondRate4),
    );
    const divisor = f32x4.add(f32x4.mul(f32x4.sqrt(v), secondScale4), epsilon4);
    const step = f32x4.div(f32x4.mul(stepSize4, m), divisor);
    v128.store(first + i, m);
    v128.store(second + i, v);
    v128.store(values + i, f32x4.sub(f32x4.mul(v128.load(values + i), keep4), step));
  }
  for (; i < end; i += 4) {
    const g = load<f32>(gradient + i) * gradientScale;
    const m0 = load<f32>(first + i);
    const m = m0 + (g - m0) * firstRate;
    const v = load<f32>(second + i) * secondKeep + g * g * secondRate;
    const divisor = sqrt<f32>(v) * secondScale + epsilon;
    store<f32>(first + i, m);
    store<f32>(second + i, v);
    store<f32>(values + i, load<f32>(values + i) * keep - (stepSize * m) / divisor);
  }
}

/** SGD with momentum in place over `n` weights; `ahead` is 1 for Nesterov, else 0. */
export function sgd(
  values: usize,
  gradient: usize,
  momentum: usize,
  n: usize,
  gradientScale: f32,
  decay: f32,
  momentumKeep: f32,
  rate: f32,
  ahead: i32,
): void {
  const gradientScale4 = f32x4.splat(gradientScale);
  const decay4 = f32x4.splat(decay);
  const momentumKeep4 = f32x4.splat(momentumKeep);
  const rate4 = f32x4.splat(rate);
  const whole = (n & ~3) << 2;
  const end = n << 2;
  let i: usize = 0;
  for (; i < whole; i += 16) {
    const w = v128.load(values + i);
    const g = f32x4.add(f32x4.mul(v128.load(gradient + i), gradientScale4), f32x4.mul(w, decay4));
    const m = f32x4.add(f32x4.mul(v128.load(momentum + i), momentumKeep4), g);
    const direction = ahead ? f32x4.add(g, f32x4.mul(m, momentumKeep4)) : m;
    v128.store(momentum + i, m);
    v128.store(values + i, f32x4.sub(w, f32x4.mul(rate4, direction)));
  }
  for (; i < end; i += 4) {
    const w = load<f32>(values + i);
    const g = load<f32>(gradient + i) * gradientScale + w * decay;
    const m = load<f32>(momentum + i) * momentumKeep + g;
    const direction = ahead ? g + m * momentumKeep : m;
    store<f32>(momentum + i, m);
    store<f32>(values + i, w - rate * direction);
  }
}

/**
 * AdamW in place over `count` rows of a table of `width` numbers a row, after fading what each row remembers:
 * `rows` lists them, `fadeFirst` and `fadeSecond` hold a factor for each. The gradient has only these rows.
 */
export function adamWRows(
  values: usize,
  gradient: usize,
  first: usize,
  second: usize,
  rows: usize,
  fadeFirst: usize,
  fadeSecond: usize,
  count: usize,
  width: usize,
  gradientScale: f32,
  keep: f32,
  firstRate: f32,
  secondKeep: f32,
  secondRate: f32,
  stepSize: f32,
  secondScale: f32,
  epsilon: f32,
): void {
  for (let i: usize = 0; i < count; i++) {
    const at = (load<u32>(rows + (i << 2)) * width) << 2;
    fade(first + at, load<f32>(fadeFirst + (i << 2)), width);
    fade(second + at, load<f32>(fadeSecond + (i << 2)), width);
    adamW(
      values + at,
      gradient + ((i * width) << 2),
      first + at,
      second + at,
      width,
      gradientScale,
      keep,
      firstRate,
      secondKeep,
      secondRate,
      stepSize,
      secondScale,
      epsilon,
    );
  }
}

/** SGD in place over rows of a table, as in `adamWRows`. */
export function sgdRows(
  values: usize,
  gradient: usize,
  momentum: usize,
  rows: usize,
  fadeMomentum: usize,
  count: usize,
  width: usize,
  gradientScale: f32,
  decay: f32,
  momentumKeep: f32,
  rate: f32,
  ahead: i32,
): void {
  for (let i: usize = 0; i < count; i++) {
    const at = (load<u32>(rows + (i << 2)) * width) << 2;
    fade(momentum + at, load<f32>(fadeMomentum + (i << 2)), width);
    const from = gradient + ((i * width) << 2);
    sgd(values + at, from, momentum + at, width, gradientScale, decay, momentumKeep, rate, ahead);
  }
}

/** x *= a, where 0 clears whatever x was, infinities and NaN too. */
function fade(x: usize, a: f32, n: usize): void {
  if (a == 0) memory.fill(x, 0, n << 2);
  else if (a != 1) scale(x, a, n);
}

/** Row `places[i]` of `sum` += row `i` of `rows`, for `count` rows in turn. */
export function addRows(sum: usize, rows: usize, places: usize, count: usize, width: usize): void {
  const bytes = width << 2;
  const whole = (width & ~3) << 2;
  for (let i: usize = 0; i < count; i++) {
    const to = sum + load<u32>(places + (i << 2)) * bytes;
    const from = rows + i * bytes;
    let k: usize = 0;
    for (; k < whole; k += 16) v128.store(to + k, f32x4.add(v128.load(to + k), v128.load(from + k)));
    for (; k < bytes; k += 4) store<f32>(to + k, load<f32>(to + k) + load<f32>(from + k));
  }
}

/** Σ x² in float64: element `i` goes into sum `i mod 8`, and the eight are added pairwise at the end. */
export function squaredNorm(x: usize, n: usize): f64 {
  let s01 = f64x2.splat(0);
  let s23 = f64x2.splat(0);
  let s45 = f64x2.splat(0);
  let s67 = f64x2.splat(0);
  const whole = (n & ~7) << 2;
  let i: usize = 0;
  for (; i < whole; i += 32) {
    const a = v128.load(x + i);
    const b = v128.load(x + i + 16);
    const a01 = f64x2.promote_low_f32x4(a);
    const a23 = f64x2.promote_low_f32x4(i32x4.shuffle(a, a, 2, 3, 2, 3));
    const b01 = f64x2.promote_low_f32x4(b);
    const b23 = f64x2.promote_low_f32x4(i32x4.shuffle(b, b, 2, 3, 2, 3));
    s01 = f64x2.add(s01, f64x2.mul(a01, a01));
    s23 = f64x2.add(s23, f64x2.mul(a23, a23));
    s45 = f64x2.add(s45, f64x2.mul(b01, b01));
    s67 = f64x2.add(s67, f64x2.mul(b23, b23));
  }
  let s0 = f64x2.extract_lane(s01, 0);
  let s1 = f64x2.extract_lane(s01, 1);
  let s2 = f64x2.extract_lane(s23, 0);
  let s3 = f64x2.extract_lane(s23, 1);
  let s4 = f64x2.extract_lane(s45, 0);
  let s5 = f64x2.extract_lane(s45, 1);
  let s6 = f64x2.extract_lane(s67, 0);
  const s7 = f64x2.extract_lane(s67, 1);
  // At most seven are left over: the sums 0 … 6 in turn.
  const left = n & 7;
  if (left > 0) s0 += square(x + i);
  if (left > 1) s1 += square(x + i + 4);
  if (left > 2) s2 += square(x + i + 8);
  if (left > 3) s3 += square(x + i + 12);
  if (left > 4) s4 += square(x + i + 16);
  if (left > 5) s5 += square(x + i + 20);
  if (left > 6) s6 += square(x + i + 24);
  return s0 + s1 + (s2 + s3) + (s4 + s5 + (s6 + s7));
}

// @ts-ignore: decorator
@inline
function square(at: usize): f64 {
  const x = <f64>load<f32>(at);
  return x * x;
}

/** y += a·x */
export function addScaled(y: usize, a: f32, x: usize, n: usize): void {
  const a4 = f32x4.splat(a);
  const whole = (n & ~3) << 2;
  const end = n << 2;
  let i: usize = 0;
  for (; i < whole; i += 16) v128.store(y + i, f32x4.add(v128.load(y + i), f32x4.mul(a4, v128.load(x + i))));
  for (; i < end; i += 4) store<f32>(y + i, load<f32>(y + i) + a * load<f32>(x + i));
}

/** x *= a */
export function scale(x: usize, a: f32, n: usize): void {
  const a4 = f32x4.splat(a);
  const whole = (n & ~3) << 2;
  const end = n << 2;
  let i: usize = 0;
  for (; i < whole; i += 16) v128.store(x + i, f32x4.mul(v128.load(x + i), a4));
  for (; i < end; i += 4) store<f32>(x + i, load<f32>(x + i) * a);
}
