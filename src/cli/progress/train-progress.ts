import cliProgress from "cli-progress";
import { formatPercent } from "../../evaluation/index.ts";
import { clock, counted, formatNumber } from "../../format.ts";
import type {
  Evaluated,
  Planned,
  Started,
  StatesComputed,
  Stepped,
  TeacherAsked,
  TrainEvent,
} from "../../training/index.ts";
import { loud } from "../output/loud.ts";
import { printable } from "../output/printable.ts";
import { warningLines } from "../output/warning-lines.ts";

/** Where progress is shown. */
export interface TrainScreen {
  /** For the bar; it is drawn only on a terminal. */
  readonly stream: NodeJS.WriteStream;
  /** Prints one line that stays. */
  print(line: string): void;
}

/** How much the newest step counts at least in what the bar shows of loss and speed: about the last 20 steps are seen. */
const NEWEST = 0.05;

/** More early stages than this are not all named. */
const MOST_STAGES = 4;

/** Shows a training run to a person: one line for each epoch, and on a terminal a bar that lives in between. */
export class TrainProgress {
  readonly #screen: TrainScreen;
  readonly #now: () => number;
  #plan: Planned | undefined;
  #bar: cliProgress.SingleBar | undefined;
  #begun: { readonly step: number; readonly at: number } | undefined;
  #loss: number | undefined;
  #speed: number | undefined;
  #noted: string | undefined;
  #best: number | undefined;
  #stage: string | undefined;
  #statesBegun = 0;

  constructor(screen: TrainScreen, now: () => number = () => performance.now()) {
    this.#screen = screen;
    this.#now = now;
  }

  onEvent(event: TrainEvent): void {
    if (event.kind === "states") this.#states(event);
    else if (event.kind === "teacher") this.#teacher(event);
    else if (event.kind === "started") this.#print(...startedLines(event));
    else if (event.kind === "planned") this.#planned(event);
    else if (event.kind === "step") this.#stepped(event);
    else if (event.kind === "evaluated") {
      // Early stages are not kept, so the best of them is no promise.
      if (event.dev !== undefined && event.stage === undefined) {
        this.#best = Math.max(this.#best ?? 0, event.dev.f1);
      }
      this.#print(epochLine(event, this.#plan?.epochs));
      this.#note(event);
    } else if (event.kind === "scored") {
      if (event.best) this.#best = Math.max(this.#best ?? 0, event.dev.f1);
      this.#print(
        `step ${formatNumber(event.step)} · dev ${ratesOf(event.dev)}${event.best ? " · best so far" : ""}`,
      );
    } else if (event.kind === "stopped") this.stop();
  }

  /** Takes the bar off the terminal. */
  stop(): void {
    this.#bar?.stop();
    this.#bar = undefined;
  }

  /** Prints a line where the bar is; the bar comes back with the next step. */
  print(line: string): void {
    this.#print(line);
  }

  /** Once: what differs in numbers only is said by the scores. */
  #note({ notice }: Evaluated): void {
    const like = notice?.replaceAll(/\d+/g, "0");
    if (notice === undefined || like === this.#noted) return;
    this.#noted = like;
    this.#print(`note: ${notice}`);
  }

  #states({ done, all }: StatesComputed): void {
    if (done === 0) {
      this.#print(`computing the states of ${counted(all, "sentence")} for the cache …`);
      this.#statesBegun = this.#now();
    }
    if (this.#screen.stream.isTTY && done > 0 && done < all) {
      this.#screen.stream.write(`\r${formatNumber(done)} of ${formatNumber(all)} `);
    }
    if (done === all) {
      if (this.#screen.stream.isTTY) this.#screen.stream.write("\r");
      this.#print(
        `states of ${counted(all, "sentence")} computed in ${clock((this.#now() - this.#statesBegun) / 1000)}`,
      );
    }
  }

  #teacher({ done, all }: TeacherAsked): void {
    if (done === 0) this.#print(`asking the teacher about ${counted(all, "sentence")} …`);
    if (!this.#screen.stream.isTTY || done === 0) return;
    this.#screen.stream.write(done < all ? `\r${formatNumber(done)} of ${formatNumber(all)} ` : "\r");
  }

  #planned(plan: Planned): void {
    this.#plan = plan;
    const { steps, epochs, by, early = [], dev, before, warning, notice } = plan;
    if (plan.insteadOf !== undefined) {
      this.#print(
        `note: the machine is slower than at the start: ${counted(steps, "step")} in ${counted(epochs, "epoch")}, not ${formatNumber(plan.insteadOf)} steps`,
      );
      return;
    }
    const why = by === "minutes" ? ", as many as the time allows" : "";
    this.#print(`${counted(steps, "step")} in ${counted(epochs, "epoch")}${why}`);
    if (early.length > 0) this.#print(stagesLine(plan, early));
    if (dev !== undefined) {
      this.#print(
        `note: ${counted(dev, "dev sentence")}, drawn at random, are scored after each epoch: the time does not allow for all`,
      );
    }
    if (before !== undefined) this.#print(`before training: dev ${ratesOf(before)}`);
    if (notice !== undefined) this.#print(`note: ${notice}`);
    if (warning !== undefined) this.#print("", ...loud(warning), "");
  }

  #stepped({ step, stage, loss, words, milliseconds }: Stepped): void {
    // Another stage starts anew, so what was before says nothing about its loss.
    if (stage !== this.#stage) this.#loss = undefined;
    this.#stage = stage;
    const at = this.#now();
    this.#begun ??= { step: step - 1, at: at - milliseconds };
    const share = Math.max(NEWEST, 1 / (step - this.#begun.step));
    this.#loss = mixed(this.#loss, loss, share);
    this.#speed = mixed(this.#speed, (1000 * words) / Math.max(milliseconds, 1e-3), share);
    const steps = this.#plan?.steps;
    if (!this.#screen.stream.isTTY || steps === undefined) return;
    // Evaluations fall into the time so far, so they are expected in the time left too.
    const left = ((at - this.#begun.at) / (step - this.#begun.step)) * (steps - step);
    const payload = {
      stage: stage === undefined ? "" : ` · ${printable(stage)}`,
      loss: this.#loss.toFixed(4),
      dev: this.#best === undefined ? "" : ` · best dev F1 ${formatPercent(this.#best)}`,
      speed: formatNumber(Math.round(this.#speed)),
      left: clock(left / 1000),
    };
    if (this.#bar === undefined) {
      this.#bar = newBar(this.#screen.stream);
      this.#bar.start(steps, step, payload);
    }
    this.#bar.update(step, payload);
  }

  #print(...lines: readonly string[]): void {
    this.stop();
    for (const line of lines) this.#screen.print(printable(line));
  }
}

function stagesLine({ epochs }: Planned, early: NonNullable<Planned["early"]>): string {
  const stages = early.map((stage) => `${stage.name} (${formatNumber(stage.epochs)})`);
  const shown = stages.length > MOST_STAGES ? [...stages.slice(0, MOST_STAGES), "…"] : stages;
  const left = early.reduce((sum, stage) => sum - stage.epochs, epochs);
  return `epochs: ${shown.join(", ")}, then training (${formatNumber(left)})`;
}

function newBar(stream: NodeJS.WriteStream): cliProgress.SingleBar {
  return new cliProgress.SingleBar({
    stream,
    format: "{bar} {percentage} %{stage} · loss {loss}{dev} · {speed} words/s · {left} left",
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 24,
    clearOnComplete: true,
    // Ctrl-C twice ends the process at once, and a hidden cursor would stay hidden.
    hideCursor: false,
    fps: 5,
  });
}

function startedLines(event: Started): string[] {
  const {
    method,
    encoder,
    sentences,
    words,
    entities,
    labels,
    parameters,
    notices,
    warnings = [],
    resumedAt,
  } = event;
  return [
    ...warnings.flatMap((warning) => [...warningLines(warning)]),
    ...notices.map((notice) => `note: ${notice}`),
    `${method} with ${encoder}: ${formatNumber(sentences)} sentences, ${formatNumber(words)} words, ${formatNumber(entities)} entities of ${labels.length} types (${labels.join(", ")})`,
    `${formatNumber(parameters.trainable)} trainable parameters of ${formatNumber(parameters.all)}`,
    ...(resumedAt > 0 ? [`going on after step ${formatNumber(resumedAt)}`] : []),
  ];
}

/** E.g. `epoch  3/20  loss 0.1234  dev P 80.10 R 79.00 F1 79.55  12,345 words/s  0:32  best`. */
export function epochLine(event: Evaluated, epochs: number | undefined): string {
  const { epoch, stage, loss, dev, wordsPerSecond, seconds, best } = event;
  const all = epochs === undefined ? "" : `/${epochs}`;
  const parts = [
    `epoch ${String(epoch).padStart(String(epochs ?? "").length)}${all}`,
    ...(stage === undefined ? [] : [stage]),
    `loss ${loss.toFixed(4)}`,
    ...(dev === undefined ? [] : [`dev ${ratesOf(dev)}`]),
    `${formatNumber(Math.round(wordsPerSecond))} words/s`,
    clock(seconds),
    ...(best && dev !== undefined ? ["best"] : []),
  ];
  return parts.join("  ");
}

function ratesOf({ precision, recall, f1 }: NonNullable<Evaluated["dev"]>): string {
  return `P ${formatPercent(precision)} R ${formatPercent(recall)} F1 ${formatPercent(f1)}`;
}

function mixed(old: number | undefined, value: number, share: number): number {
  return old === undefined ? value : old + share * (value - old);
}
