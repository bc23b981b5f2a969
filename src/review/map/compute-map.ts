import { layOutVectors } from "./lay-out-vectors.ts";
import { type SpanList, spanVectors } from "./span-vectors.ts";

/** Where spans lie, in the order given; null for those too wide for the model. */
export type Places = readonly (readonly [x: number, y: number] | null)[];

/** Computes where spans lie on the map of a model. `onProgress` gets the share done, from 0 to 1. */
export type ComputeMap = (
  model: string,
  spans: SpanList,
  onProgress: (done: number) => void,
) => Promise<Places>;

/** The share of the work that is computing vectors. */
const ASKING = 0.4;

/** Computes the span vectors of a model and lays them out: some seconds of processor time. */
export const computeMap: ComputeMap = async (model, list, onProgress) => {
  const vectors = await spanVectors(model, list, (done) => onProgress(ASKING * done));
  const seen = vectors.flatMap((vector) => vector ?? []);
  const places = layOutVectors(seen, (done) => onProgress(ASKING + (1 - ASKING) * done));
  let next = 0;
  return vectors.map((vector) => (vector === undefined ? null : places[next++]!));
};
