import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { TaggedBatch } from "../tagging/index.ts";
import type { TagResult } from "./tag-api.ts";
import type { TagQueue } from "./tag-queue.ts";

/** What the prediction server counts, in the text format of Prometheus. */
export class ServeMetrics {
  readonly #registry = new Registry();
  readonly #requests: Counter<"route" | "status">;
  readonly #seconds: Histogram<"route">;
  readonly #texts: Counter;
  readonly #entities: Counter<"label">;
  readonly #batchSentences: Histogram;
  readonly #batchWords: Histogram;
  readonly #batchSeconds: Histogram;

  constructor(queue: TagQueue) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Counter({
      name: "lacuna_requests_total",
      help: "Requests that were answered, by route and status",
      labelNames: ["route", "status"],
      registers,
    });
    this.#seconds = new Histogram({
      name: "lacuna_request_seconds",
      help: "Time from a request's headers to the end of its answer",
      labelNames: ["route"],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    });
    this.#texts = new Counter({ name: "lacuna_texts_total", help: "Texts and sentences tagged", registers });
    this.#entities = new Counter({
      name: "lacuna_entities_total",
      help: "Entities found, by label",
      labelNames: ["label"],
      registers,
    });
    this.#batchSentences = new Histogram({
      name: "lacuna_batch_sentences",
      help: "Sentences computed together",
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
      registers,
    });
    this.#batchWords = new Histogram({
      name: "lacuna_batch_words",
      help: "Words computed together",
      buckets: [16, 32, 64, 128, 256, 512, 1024, 2048, 4096],
      registers,
    });
    this.#batchSeconds = new Histogram({
      name: "lacuna_batch_seconds",
      help: "Time to compute one batch",
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    });
    const asked = (name: string, help: string, value: () => number) =>
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(value());
        },
      });
    asked("lacuna_queue_requests", "Requests that wait or are computed", () => queue.requests);
    asked("lacuna_queue_length", "UTF-16 units of these", () => queue.length);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  answered(route: string, status: number, seconds: number): void {
    this.#requests.inc({ route, status });
    this.#seconds.observe({ route }, seconds);
  }

  tagged(results: readonly TagResult[]): void {
    this.#texts.inc(results.length);
    const counts = new Map<string, number>();
    for (const { entities } of results) {
      for (const { label } of entities) counts.set(label, (counts.get(label) ?? 0) + 1);
    }
    for (const [label, count] of counts) this.#entities.inc({ label }, count);
  }

  readonly batch = ({ sentences, words, milliseconds }: TaggedBatch): void => {
    this.#batchSentences.observe(sentences);
    this.#batchWords.observe(words);
    this.#batchSeconds.observe(milliseconds / 1000);
  };

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
