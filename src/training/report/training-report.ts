import { basename } from "node:path";
import type { Warning } from "../../errors.ts";
import type { TypeScore } from "../../evaluation/index.ts";
import {
  type Fact,
  facts,
  figures,
  folded,
  formatDuration,
  formatNumber,
  html,
  page,
  type Section,
  warningList,
} from "../../report/index.ts";
import type { TrainEvent } from "../loop/events.ts";
import { configTable } from "./config.ts";
import { devFigure, lossFigure, speedFigure } from "./curves.ts";
import { earlySection } from "./early.ts";
import { leftOutSection } from "./left-out.ts";
import { diagnosticFigures } from "./metrics.ts";
import {
  isFitted,
  keptEpoch,
  partOf,
  type RunHistory,
  runHistory,
  savedScore,
  secondsSpent,
  wordsPerSecond,
} from "./run.ts";
import { story, watchedScore } from "./story.ts";
import { epochTable, typeTable } from "./tables.ts";
export interface TrainingReportOptions {
  /** Everything that decided the run, as saved beside the model. */
  readonly config: object;
  /** All that the run reported, of all its sittings. */
  readonly events: Iterable<TrainEvent>;
  readonly title?: string;
  /** How good the kept weights are for each label. */
  readonly perType?: readonly TypeScore[];
}

/** The page that lands in a model folder: how training went, for somebody who was not there. */
export function trainingReport({
  config: given,
  events,
  title,

  perType = [],
}: TrainingReportOptions): string {
  const run = runHistory(events);
  const config = withoutPath(given);
  const { started, planned, epochs, stopped } = run;
  const diagnostics = diagnosticFigures(partOf(run, "main").epochs);
  const early = earlySection(run);
  const dev = devFigure(run);
  const sections: (Section | undefined)[] = [
    warnings(started?.warnings ?? []),
    { content: html`${facts(headline(run))}\n<p>${story(run, watchedScore(config))}</p>` },
    notices(
      [
        planned?.warning,
        planned?.notice,
        stopped?.warning,
        ...emptyEpochs(run),
        ...(started?.notices ?? []),
      ].filter((text) => text !== undefined),
    ),
    { heading: "Curves", content: figures([...(dev === undefined ? [] : [dev]), lossFigure(run)]) },
    diagnostics.length === 0
      ? undefined
      : { heading: "What the method measured", content: figures(diagnostics) },
    stopped?.leftOut === undefined
      ? undefined
      : { heading: "Words left out", content: leftOutSection(stopped.leftOut) },
    early === undefined ? undefined : { heading: "Early stages", content: early },
    perType.length === 0 ? undefined : { heading: "Labels", content: typeTable(perType) },
    {
      heading: "Details",
      content: [
        folded("Numbers of each epoch", epochTable(run)),
        folded("Speed", figures([speedFigure(run)])),
        folded("Config", configTable(config)),
      ],
    },
  ];
  return page({
    title: title ?? "Training report",
    ...(started === undefined ? {} : { subtitle: `${started.method} with ${started.encoder}` }),
    sections: sections.filter((section) => section !== undefined),
    data: { config, started, planned, epochs, stopped },
  });
}

/** The model that a run began with is named without the folders above it: a report may be shown to anybody. */
function withoutPath(config: object): object {
  const from: unknown = "from" in config ? config.from : null;
  if (typeof from !== "object" || from === null || !("model" in from)) return config;
  return { ...config, from: { ...from, model: basename(String(from.model)) } };
}

function headline(run: RunHistory): Fact[] {
  const { started, planned, epochs, resumed } = run;
  const best = keptEpoch(run);
  const speed = wordsPerSecond(run);
  const list: Fact[] = [];
  if (best?.dev !== undefined) {
    const before = isFitted(run) ? `, after the fit on dev; ${formatNumber(best.dev.f1, 2)} before` : "";
    list.push({
      name: "Dev F1",
      value: formatNumber((savedScore(run) ?? best.dev).f1, 2),
      remark: `epoch ${best.epoch}${before}`,
    });
  }
  if (started !== undefined) {
    const { sentences, words, entities, labels, parameters } = started;
    list.push(
      { name: "Method", value: started.method },
      {
        name: "Encoder",
        value: started.encoder,
        remark: `${formatNumber(parameters.trainable)} of ${formatNumber(parameters.all)} parameters trainable`,
      },
      {
        name: "Training data",
        value: `${formatNumber(sentences)} sentences`,
        remark: `${formatNumber(words)} words, ${formatNumber(entities)} labelled entities, ${formatNumber(labels.length)} ${labels.length === 1 ? "label" : "labels"}`,
      },
    );
  }
  list.push({
    name: "Epochs",
    value: formatNumber(epochs.length),
    ...(planned === undefined ? {} : { remark: `of ${formatNumber(planned.epochs)} planned` }),
  });
  list.push({
    name: "Time",
    value: formatDuration(secondsSpent(run)),
    ...(resumed === 0 ? {} : { remark: resumed === 1 ? "resumed once" : `resumed ${resumed} times` }),
  });
  if (speed !== undefined) list.push({ name: "Speed", value: `${formatNumber(Math.round(speed))} words/s` });
  return list;
}

/** The epochs after which nothing was found, in one line. */
function* emptyEpochs({ epochs }: RunHistory): Generator<string> {
  const empty = epochs.filter(({ notice }) => notice !== undefined);
  const last = empty.at(-1);
  if (last === undefined) return;
  const numbers = empty.map(({ epoch }) => epoch);
  yield empty.length === 1
    ? `epoch ${numbers[0]}: ${last.notice}`
    : `epochs ${numbers.join(", ")}: nothing was found in the dev sentences; after the last of these: ${last.notice}`;
}

function warnings(list: readonly Warning[]): Section | undefined {
  return list.length === 0 ? undefined : { heading: "Warnings", content: warningList(list) };
}

function notices(list: readonly string[]): Section | undefined {
  if (list.length === 0) return undefined;
  return {
    heading: "To know",
    content: html`<ul class="notes">${list.map((notice) => html`<li>${notice}</li>`)}</ul>`,
  };
}
