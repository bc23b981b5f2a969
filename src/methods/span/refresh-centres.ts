import { batchesByLength } from "../../encoders/index.ts";
import { entriesAt } from "../../entries.ts";
import type { Parameter } from "../../graph/index.ts";
import { initialise } from "../../graph/index.ts";
import { CENTRES, createCentres } from "../../models/index.ts";
import { Random } from "../../random.ts";
import type { EpochContext, StepContext } from "../learner.ts";
import type { Task } from "../method.ts";
import type { SpanBatch } from "./batch.ts";
import type { CandidateScorer } from "./scorer.ts";

/** How many sentences are enough to tell epochs apart, and how much of them is looked at together. */
const [SAMPLE, COST] = [1000, 4096];

interface RefreshOptions {
  readonly task: Task;
  readonly scorer: CandidateScorer;
  /** The size of a span's vector. */
  readonly width: number;
  /** The spans that a batch would train on. */
  gather(batch: readonly number[], place: StepContext): Promise<SpanBatch>;
}

/**
 * Computes the class centres of retrieval with the weights as they are: the means over labelled spans, and for O over
 * negatives drawn as in training. [SCL-RAI, Eq. 12]
 */
export async function refreshCentres(
  { task, scorer, width, gather }: RefreshOptions,
  extent: "sample" | "all",
  { stage, epoch, epochs }: EpochContext,
): Promise<void> {
  const { sentences, prepared, labels, seed } = task;
  const random = new Random(seed).fork("centres");
  const order = random.shuffled(sentences.map((_, i) => i));
  const chosen = extent === "all" ? order : order.slice(0, SAMPLE);
  const costs = entriesAt(prepared, chosen).map(({ cost }) => cost);
  const centres = createCentres(labels.classes, width);
  for (const places of batchesByLength(costs, { cost: COST })) {
    const batch = entriesAt(chosen, places);
    const spans = await gather(batch, { stage, epoch, epochs, random });
    const vectors = await scorer.vectors(entriesAt(prepared, batch), spans);
    centres.add(vectors, spans.classes);
  }
  const { values } = declareCentres(task, width);
  const found = centres.result();
  found.counts.forEach((count, label) => {
    // A class that the data lacks has the centre of the model that the run began with, or none.
    if (count > 0) values.set(found.centres.subarray(label * width, (label + 1) * width), label * width);
  });
}

/** The centres as a tensor of the model, zero until they are computed. */
export function declareCentres({ parameters, labels }: Task, width: number): Parameter {
  return parameters.declare(CENTRES, [labels.classes, width], initialise.zeros);
}
