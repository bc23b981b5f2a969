import type { AuditEvent, AuditStarted } from "../../audit/index.ts";
import { clock, formatNumber } from "../../format.ts";
import type { Stopped } from "../../training/index.ts";
import { printable } from "../output/printable.ts";
import { warningLines } from "../output/warning-lines.ts";
import { TrainProgress, type TrainScreen } from "./train-progress.ts";

const ways: Readonly<Record<AuditStarted["way"], (models: number) => string>> = {
  folds: (models) => `${models} models, each predicts the fold that it was not trained on`,
  fast: (models) =>
    `one model, then ${models} new heads on its encoder, each predicts the fold that it was not trained on`,
  model: () => "the given model predicts all sentences",
};

/** Shows an audit to a person: a line for each thing done, and on a terminal a bar while a model is trained. */
export class AuditProgress {
  readonly #screen: TrainScreen;
  #training: TrainProgress | undefined;
  #models = 0;

  constructor(screen: TrainScreen) {
    this.#screen = screen;
  }

  onEvent(event: AuditEvent): void {
    switch (event.kind) {
      case "started":
        this.#models = event.models;
        for (const line of startedLines(event)) this.print(line);
        break;
      case "model":
        this.stop();
        // The lines of its epochs would bury those of the audit. They are in its log.
        this.#training = new TrainProgress({ stream: this.#screen.stream, print: () => {} });
        break;
      case "training":
        this.#training?.onEvent(event.event);
        if (event.event.kind === "stopped")
          this.print(`${this.#name(event.model)} ${trainedIn(event.event)}`);
        break;
      case "predicted":
        this.print(
          `${this.#name(event.model)} predicted, ${formatNumber(event.candidates)} candidates, ${clock(event.seconds)}`,
        );
        break;
      default:
        this.stop();
    }
  }

  /** Takes the bar off the terminal. */
  stop(): void {
    this.#training?.stop();
  }

  print(line: string): void {
    this.stop();
    this.#screen.print(printable(line));
  }

  #name(model: number): string {
    return model === 0 ? "whole model" : `model ${model}/${this.#models}`;
  }
}

function* startedLines(event: AuditStarted): Generator<string> {
  const { sentences, words, entities, labels, way, models, done, notices, warnings = [] } = event;
  for (const warning of warnings) yield* warningLines(warning);
  for (const notice of notices) yield `note: ${notice}`;
  yield `${formatNumber(sentences)} sentences, ${formatNumber(words)} words, ${formatNumber(entities)} labelled entities of ${labels.length} types (${labels.join(", ")})`;
  yield ways[way](models);
  if (done > 0) yield `${done} of them done already`;
}

function trainedIn({ reason, step, seconds, dev }: Stopped): string {
  const when = `${formatNumber(step)} steps, ${clock(seconds)}`;
  if (reason === "asked") return `stopped as asked after ${when}`;
  return `trained, ${when}${dev === undefined ? "" : `, dev F1 ${dev.micro.f1.toFixed(2)}`}`;
}
