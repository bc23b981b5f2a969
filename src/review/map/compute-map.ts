import { layOutVectors } from "./lay-out-vectors.ts";
import { type SpanList, spanVectors } from "./span-vectors.ts";

/** Where spans lie, in the order given; null for those that the model cannot see. */
export type Places = readonly (readonly [x: number, y: number] | null)[];

/** Computes where spans lie on the map of a model. `onProgress` is told from 0 to 1. */
export type ComputeMap = (
  model: string,
  spans: SpanList,
  onProgress: (done: number) => void,
) => Promise<Places>;

/** The part of the work that is asking the model. */
const ASKING = 0.4;

/** Asks a model for the vectors of spans and lays them out: some seconds of work for the processor. */
export const computeMap: ComputeMap = async (model, list, onProgress) => {
  const vectors = await spanVectors(model, list, (done) => onProgress(ASKING * done));
  const seen = vectors.flatMap((vector) => vector ?? []);
  const places = layOutVectors(seen, (done) => onProgress(ASKING + (1 - ASKING) * done));
  let next = 0;
  return vectors.map((vector) => (vector === undefined ? null : places[next++]!));
};
