import { z } from "zod";
import type { Sentence } from "../../data/index.ts";
import type { TrainingFacts } from "../method.ts";

/** How many of the entities are thought to be labelled where nothing tells: two of three. */
const GUESS = 1.5;

const share = z.number().gt(0).lt(1);
const factor = z.number().positive();

/** π in a config: the share of all words that belong to a type. */
export const priorOption = z
  .union([share, z.record(z.string(), share)])
  .nullable()
  .default(null);

/** γ in a config: how much labelled words count. */
export const gammaOption = z
  .union([factor, z.record(z.string(), factor)])
  .nullable()
  .default(null);

/** One number for all types, or one for each. */
type PerType = number | Readonly<Record<string, number>>;

/** π and γ of positive-unlabelled learning, with nothing left open. */
export interface Priors {
  readonly prior: PerType;
  readonly gamma: PerType;
}

/**
 * Decides what is left open: π as complete dev sentences have it, or else guessed from the labels; γ as 1/π, so that the
 * labelled words of a type count as much as all others together.
 */
export function decidePriors(
  told: { readonly prior: PerType | null; readonly gamma: PerType | null },
  { sentences, dev = [] }: Pick<TrainingFacts, "sentences" | "dev">,
): Priors {
  const types = [...new Set(sentences.flatMap(({ entities }) => entities.map(({ label }) => label)))].sort();
  const complete = dev.filter(({ completeness }) => completeness === "complete");
  const estimate = (type: string) =>
    clamp(complete.length > 0 ? shareOf(type, complete) : GUESS * shareOf(type, sentences));
  const perType = (of: (type: string) => number) => Object.fromEntries(types.map((type) => [type, of(type)]));
  const prior =
    typeof told.prior === "number"
      ? told.prior
      : perType((type) => given(told.prior, type) ?? estimate(type));
  const gamma =
    typeof told.gamma === "number"
      ? told.gamma
      : perType((type) => given(told.gamma, type) ?? 1 / priorOf(prior, type));
  return { prior, gamma };
}

/** π of a type; one that no label of the training sentences has is rare. */
export function priorOf(prior: PerType, type: string): number {
  return given(prior, type) ?? clamp(0);
}

/** γ of a type. */
export function gammaOf({ prior, gamma }: Priors, type: string): number {
  return given(gamma, type) ?? 1 / priorOf(prior, type);
}

function given(values: PerType | null, type: string): number | undefined {
  if (values === null || typeof values === "number") return values ?? undefined;
  return Object.hasOwn(values, type) ? values[type] : undefined;
}

function clamp(prior: number): number {
  return Math.min(0.5, Math.max(1e-4, prior));
}

/** The share of words that belong to entities of a type. */
function shareOf(type: string, sentences: readonly Sentence[]): number {
  const words = sentences.reduce((sum, { tokens }) => sum + tokens.length, 0);
  const own = sentences
    .flatMap(({ entities }) => entities)
    .reduce((sum, { label, start, end }) => sum + (label === type ? end - start : 0), 0);
  return own / Math.max(1, words);
}
