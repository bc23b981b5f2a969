import { type AuditConfig, parseAuditConfig } from "../../../src/audit/config.ts";
import type { AuditEvent } from "../../../src/audit/event.ts";
import { type RunAuditOptions, runAudit } from "../../../src/audit/run-audit.ts";
import { maskSentence, type Sentence } from "../../../src/data/index.ts";
import { demoCorpus } from "../../../src/demo/index.ts";
import { Random } from "../../../src/random.ts";

/** Keys of a training config with which a model of the embedded corpus is trained in a second. */
export const tinyTraining = {
  method: "uniform",
  epochs: 6,
  threads: 1,
  batch: { sentences: 8 },
  optimiser: { learningRate: 0.01 },
  encoder: { kind: "cnn", width: 32, depth: 1, dropout: 0 },
  features: {
    hashed: {
      columns: [
        { feature: "lower", rows: 2000 },
        { feature: "shape", rows: 200 },
      ],
      ngrams: null,
      width: 16,
      dim: 32,
      wordDropout: 0,
    },
  },
  head: { kind: "span", width: 16, dropout: 0 },
} as const;

/** Sentences of the embedded corpus of which each label is hidden with a probability. */
export function maskedDemo(count: number, probability = 0.3, seed = 1): Sentence[] {
  const random = new Random(seed);
  return demoCorpus({ seed: 1 })
    .train.slice(0, count)
    .map((sentence) => maskSentence(sentence, probability, random));
}

export function tinyAuditConfig(given: object = {}, training: object = {}): AuditConfig {
  const train = { ...tinyTraining, ...training };
  return parseAuditConfig({ data: ["demo"], folds: 2, train, ...given }, "test");
}

export async function auditAll(
  config: AuditConfig,
  out: string,
  options: RunAuditOptions,
  each: (event: AuditEvent) => void = () => {},
): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  for await (const event of runAudit(config, out, options)) {
    events.push(event);
    each(event);
  }
  return events;
}
