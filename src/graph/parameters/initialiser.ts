import type { Random } from "../../random.ts";
import { dimAt, elementsOf } from "../shape.ts";

/**
 * Initialises a parameter. Matrices are `[out, in]`, as `linear` takes them; axes before the last two count as a
 * window, as in a convolution, and multiply both fans.
 */
export type Initialiser = (values: Float32Array, shape: readonly number[], random: Random) => void;

export const zeros: Initialiser = (values) => void values.fill(0);

export const ones: Initialiser = (values) => void values.fill(1);

export function constant(value: number): Initialiser {
  return (values) => void values.fill(value);
}

/** Normal with mean 0. */
export function normal(deviation: number): Initialiser {
  return (values, _, random) => draw(values, () => deviation * random.normal());
}

/** Normal with mean 0, truncated at two deviations: BERT's initialisation (0.02). */
export function truncatedNormal(deviation: number): Initialiser {
  return (values, _, random) =>
    draw(values, () => {
      let drawn = random.normal();
      while (Math.abs(drawn) > 2) drawn = random.normal();
      return deviation * drawn;
    });
}

/** Uniform over [low, high). */
export function uniform(low: number, high: number): Initialiser {
  return (values, _, random) => draw(values, () => low + (high - low) * random.uniform());
}

/** Uniform over ±√(6 / (in + out)): keeps the variance of activations and gradients about constant. [Glorot & Bengio 2010] */
export function glorotUniform(gain = 1): Initialiser {
  return (values, shape, random) => {
    const { fanIn, fanOut } = fans(shape);
    const limit = gain * Math.sqrt(6 / (fanIn + fanOut));
    uniform(-limit, limit)(values, shape, random);
  };
}

/** Normal with deviation √(2 / in), for layers followed by a ReLU. [He et al. 2015] */
export function kaimingNormal(): Initialiser {
  return (values, shape, random) => normal(Math.sqrt(2 / fans(shape).fanIn))(values, shape, random);
}

/** Uniform over ±√(6 / in), for layers followed by a ReLU. [He et al. 2015] */
export function kaimingUniform(): Initialiser {
  return (values, shape, random) => {
    const limit = Math.sqrt(6 / fans(shape).fanIn);
    uniform(-limit, limit)(values, shape, random);
  };
}

function draw(values: Float32Array, next: () => number): void {
  for (let i = 0; i < values.length; i++) values[i] = next();
}

function fans(shape: readonly number[]): { fanIn: number; fanOut: number } {
  if (shape.length < 2) throw new Error(`shape [${shape}] has no fan-in: at least two axes are needed`);
  const window = elementsOf(shape.slice(0, -2));
  return { fanIn: window * dimAt(shape, -1), fanOut: window * dimAt(shape, -2) };
}
