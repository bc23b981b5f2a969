import { UserError } from "../errors.ts";
import type { Method } from "../methods/index.ts";
import { nearestName } from "../nearest-name.ts";
import { Tagger } from "../tagging/index.ts";
import { assembleConfig } from "./config/assemble-config.ts";
import type { JsonObject } from "./config/merge-config.ts";
import type { TrainEvent } from "./loop/events.ts";
import { closeFinishedRun, type OpenRunOptions, openRunFolder } from "./run-folder.ts";
import { type RunTrainingOptions, runTraining } from "./run-training.ts";
import { type GivenSentence, shown } from "./setup/given-sentences.ts";

export interface TrainModelOptions extends OpenRunOptions, Pick<RunTrainingOptions, "signal" | "keepBest"> {
  /** Sentences to learn from; or files, as `lacuna train --train` takes them. */
  readonly train: Iterable<GivenSentence> | string | readonly string[];
  /** Sentences, or a file, that choose the best epoch. Of the same kind as `train`. */
  readonly dev?: Iterable<GivenSentence> | string;
  /** The folder for the model. */
  readonly out: string;
  /** A model folder to go on with. */
  readonly from?: string;
  /** A method by name, or one of your own (docs/methods/own.md); default: `lacuna`. */
  readonly method?: string | Method;
  /** Any key of docs/config.md, such as `{ method: "weighted", epochs: 5, encoder: { width: 256 } }`. */
  readonly config?: JsonObject;
  /** Told of everything that happens. */
  readonly onEvent?: (event: TrainEvent) => void;
}

/** Every option, so that a misspelt one is told. */
const OPTIONS: Readonly<Record<keyof TrainModelOptions, true>> = {
  train: true,
  dev: true,
  out: true,
  from: true,
  method: true,
  config: true,
  onEvent: true,
  signal: true,
  keepBest: true,
  resume: true,
  overwrite: true,
};

/** Trains a model, saves it in a folder and loads it from there. `runTraining` is the same with every event as it comes. */
export async function trainModel(options: TrainModelOptions): Promise<Tagger> {
  checkOptions(options);
  const { train, dev, out, from, method, config: set = {}, onEvent, resume = false, ...rest } = options;
  const files = filesOf(train);
  const devFile = typeof dev === "string" ? dev : undefined;
  if (dev !== undefined && (files === undefined) !== (devFile === undefined)) {
    throw new UserError('"train" and "dev" must both be sentences, or both be files', {
      hint: "readCorpus reads the sentences of a file",
    });
  }
  if (resume && (await openRunFolder(out, { resume })).state === "finished") {
    await closeFinishedRun(out);
    return Tagger.load(out);
  }
  const own = typeof method === "object" ? { method } : {};
  const config = await assembleConfig({
    ...(method !== undefined && { method }),
    flags: {
      ...(files !== undefined && { train: files }),
      ...(devFile !== undefined && { dev: devFile }),
      ...(from !== undefined && { from: { model: from } }),
    },
    set,
  });
  const data =
    files === undefined
      ? {
          data: {
            train: train as Iterable<GivenSentence>,
            ...(dev !== undefined && { dev: dev as Iterable<GivenSentence> }),
          },
        }
      : {};
  let isStopped = false;
  for await (const event of runTraining(config, out, { ...rest, ...own, resume, ...data })) {
    onEvent?.(event);
    isStopped = event.kind === "stopped" && event.reason === "asked";
  }
  if (isStopped) {
    throw new UserError(`training was stopped before there was a model in "${out}"`, {
      hint: "go on with it with resume: true, or stop with keepBest: true to have a model of the best epoch so far",
    });
  }
  return Tagger.load(out);
}

function checkOptions(options: unknown): asserts options is TrainModelOptions {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw new UserError(`train takes an object, not ${shown(options)}`, {
      hint: 'train({ train: sentences, dev: sentences, out: "model" })',
    });
  }
  const unknown = Object.keys(options).find((key) => !Object.hasOwn(OPTIONS, key));
  if (unknown !== undefined) {
    const meant = nearestName(unknown, Object.keys(OPTIONS));
    throw new UserError(
      `train has no option "${unknown}"${meant === undefined ? "" : `, did you mean "${meant}"?`}`,
      {
        hint: `options are ${Object.keys(OPTIONS).join(", ")}; keys of docs/config.md belong into "config"`,
      },
    );
  }
  const { out, from, config, onEvent } = options as Partial<Record<keyof TrainModelOptions, unknown>>;
  const wrong = (name: string, wish: string, value: unknown) =>
    new UserError(`"${name}" must be ${wish}, not ${shown(value)}`);
  if (typeof out !== "string" || out === "") throw wrong("out", "the name of a folder", out);
  if (from !== undefined && typeof from !== "string") throw wrong("from", "the name of a model folder", from);
  if (config !== undefined && (typeof config !== "object" || config === null || Array.isArray(config))) {
    throw wrong("config", "an object with keys of docs/config.md", config);
  }
  const { method } = options as Partial<Record<keyof TrainModelOptions, unknown>>;
  if (method !== undefined && typeof method !== "string" && (typeof method !== "object" || method === null)) {
    throw wrong("method", "the name of a method or one of your own", method);
  }
  const named = (config as { readonly method?: unknown } | undefined)?.method;
  const name = typeof method === "object" ? (method as Method).name : method;
  if (named !== undefined && name !== undefined && named !== name) {
    throw new UserError(`"method" is ${shown(name)}, and "config.method" is ${shown(named)}`, {
      hint: "say it once",
    });
  }
  if (onEvent !== undefined && typeof onEvent !== "function") throw wrong("onEvent", "a function", onEvent);
}

/** The names of files, where `train` gives those; undefined for sentences. */
function filesOf(train: unknown): readonly string[] | undefined {
  if (typeof train === "string") return [train];
  const isList = Array.isArray(train) && train.length > 0 && train.every((file) => typeof file === "string");
  return isList ? (train as string[]) : undefined;
}
