import type { Optimiser, Parameter, ParameterGroup } from "../../graph/index.ts";
import { adamW } from "../../graph/index.ts";
import type { ResolvedConfig } from "../config/resolve.ts";

/** Weights that a pretrained encoder brings; what is added to it learns at the full rate. */
const PRETRAINED = ["encoder.embeddings.*", "encoder.layer.*"];

/** A second encoder, of entity types, learns like the first. */
const ofTypes = (pattern: string) => `types.${pattern}`;

/** And so does each of a panel. */
const ofMembers = (pattern: string) => pattern.replace("encoder.", "encoder.member*.");

/** Weights that are pulled towards 0 for no good reason: biases, normalisation, and rows that are seldom read. */
const UNDECAYED = ["*.bias", "*norm*", "*Norm*", "*.table"];

/** AdamW as a config has it: a rate of its own for the encoder, decay where it makes sense. */
export function makeOptimiser(
  trained: readonly Parameter[],
  { encoder, optimiser }: Pick<ResolvedConfig, "encoder" | "optimiser">,
): Optimiser {
  const { rate, encoderRate, decay, maxNorm } = optimiser;
  const ofText = encoder.kind === "pretrained" ? PRETRAINED : ["encoder.*"];
  const ofEncoder = [...ofText, ...ofText.map(ofTypes), ...ofText.map(ofMembers)];
  const isUndecayed = (pattern: string) => UNDECAYED.map((end) => `${pattern.replace(/\.\*$/, "")}${end}`);
  const groups: ParameterGroup[] = [
    { match: ofEncoder.flatMap(isUndecayed), learningRate: encoderRate, weightDecay: 0 },
    { match: ofEncoder, learningRate: encoderRate },
    { match: UNDECAYED, weightDecay: 0 },
  ];
  return adamW(trained, {
    learningRate: rate,
    weightDecay: decay,
    groups,
    ...(maxNorm !== null && { clipNorm: maxNorm }),
  });
}
