import { type Sentence, SentenceSet } from "../data/index.ts";
import type { Warning } from "../errors.ts";
import { isMuchShared, otherNames, shareText } from "../evaluation/index.ts";
import type { AuditConfig } from "./config.ts";

interface DoubtedData {
  readonly sentences: readonly Sentence[];
  readonly dev: readonly Sentence[];
  /** What the given model was trained on, where that is known. */
  readonly known: SentenceSet | undefined;
}

/** What makes the outcome of an audit doubtful before it has begun. */
export function* auditDoubts(
  { data, model }: Pick<AuditConfig, "data" | "model">,
  { sentences, dev, known }: DoubtedData,
): Generator<Warning> {
  const own = known?.countOf(sentences) ?? 0;
  if (isMuchShared(own, sentences.length)) {
    yield {
      message: `the model "${model}" was trained on ${shareText(own, sentences.length)} audited sentences. It has learnt what their labels miss, too: it finds too few missing entities, and the labels look far more complete than they are`,
      advice: [
        `audit with models that have not seen the sentences they predict: leave out --model, as in lacuna audit --data ${data.join(" ")} --out DIR`,
      ],
    };
  }
  const shared = dev.length === 0 ? 0 : SentenceSet.of(sentences).countOf(dev);
  if (isMuchShared(shared, dev.length)) {
    yield {
      message: `${shareText(shared, dev.length)} dev sentences are among the audited ones: probabilities are calibrated on what models were trained on, and are too high`,
      advice: ["give dev sentences that are not audited, or leave out --dev"],
    };
  }
  yield* otherNames(labelsOf(dev), labelsOf(sentences), { file: "dev", others: "the audited sentences" });
}

function labelsOf(sentences: readonly Sentence[]): Set<string> {
  return new Set(sentences.flatMap(({ entities }) => entities.map(({ label }) => label)));
}
