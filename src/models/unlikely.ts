/** The logit that a new label of a trained model begins with: e⁻⁴, about 2 % beside a score of 0. */
export const UNLIKELY = -4;
