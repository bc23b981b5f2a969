import type { Optimiser, Parameter, ParameterGroup } from "../../graph/index.ts";
import { adamW, constantSchedule, cosineSchedule, linearSchedule, type Schedule } from "../../graph/index.ts";
import type { ResolvedConfig } from "../config/resolve.ts";

/** Weights that a pretrained encoder brings; what is added to it learns at the full rate. */
const PRETRAINED = ["encoder.embeddings.*", "encoder.layer.*"];

/** A second encoder, of entity types, learns like the first. */
const ofTypes = (pattern: string) => `types.${pattern}`;

/** And so does each member of an ensemble. */
const ofMembers = (pattern: string) => pattern.replace("encoder.", "encoder.member*.");

/** Weights that are pulled towards 0 for no good reason: biases, normalisation, and rows that are seldom read. */
const UNDECAYED = ["*.bias", "*norm*", "*Norm*", "*.table"];

/** AdamW as a config has it: a rate of its own for the encoder, decay where it makes sense. */
export function makeOptimiser(
  trained: readonly Parameter[],
  { encoder, optimiser }: Pick<ResolvedConfig, "encoder" | "optimiser">,
): Optimiser {
  const { learningRate, encoderLearningRate, weightDecay, clipNorm } = optimiser;
  const ofText = encoder.kind === "pretrained" ? PRETRAINED : ["encoder.*"];
  const ofEncoder = [...ofText, ...ofText.map(ofTypes), ...ofText.map(ofMembers)];
  const isUndecayed = (pattern: string) => UNDECAYED.map((end) => `${pattern.replace(/\.\*$/, "")}${end}`);
  const groups: ParameterGroup[] = [
    { match: ofEncoder.flatMap(isUndecayed), learningRate: encoderLearningRate, weightDecay: 0 },
    { match: ofEncoder, learningRate: encoderLearningRate },
    { match: UNDECAYED, weightDecay: 0 },
  ];
  return adamW(trained, {
    learningRate,
    weightDecay,
    groups,
    ...(clipNorm !== null && { clipNorm }),
  });
}

/** The learning rate of a stage of so many steps, as a config has it. */
export function makeSchedule({ optimiser }: Pick<ResolvedConfig, "optimiser">, steps: number): Schedule {
  const warmup = Math.floor(optimiser.warmup * steps);
  if (optimiser.schedule === "constant") return constantSchedule(warmup);
  return (optimiser.schedule === "linear" ? linearSchedule : cosineSchedule)({ warmup, steps });
}
