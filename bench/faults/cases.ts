import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { demoCorpus, demoDictionary } from "../../src/demo/index.ts";
import { runLacuna } from "./run-lacuna.ts";

/** A command that writes something: it runs in a folder that has `in`, which nobody may touch, and `out`, where it writes. */
export interface FaultCase {
  readonly name: string;
  readonly args: readonly string[];
  /** Makes an older output of other content; left out where a command does not replace one. */
  readonly older?: readonly string[];
  /** What goes on where the command was killed; default: the command itself. */
  readonly again?: readonly string[];
  /**
   * What it writes, below `out`. Names in one group stand and fall together: a kill must not leave one of them new beside an
   * old one.
   */
  readonly outputs: readonly (readonly string[])[];
  /** What of the output reads as a corpus by itself, though a kill left it half replaced: a reader gets all old or all new. */
  readonly corpus?: string;
  /** What tells of a run that failed, too: on a full disk it need not be the older one. */
  readonly record?: string;
  /** Files of the output that tell how long something took. */
  readonly timed?: RegExp;
  /**
   * Whether each process takes a second or more: then only renames, removals, links and flushes are crash points, and what a
   * kill would leave is copied from one run.
   */
  readonly isSlow?: boolean;
  /** Only steps on paths that hold this text are crash points, of every kind. */
  readonly watched?: string;
  /** What is run beside the command where two run at once; default: the same. It writes to `other` what the command writes to `outputs`. */
  readonly beside?: { readonly args: readonly string[]; readonly other: string };
  /** The exit code on a full disk; default 2. */
  readonly fullCode?: number;
}

const tiny = [
  "encoder.width=8",
  "encoder.depth=1",
  "features.hashed.dim=8",
  "features.hashed.ngrams=null",
  'features.hashed.columns=[{"feature":"lower","rows":100}]',
  "threads=1",
];

const training = ["--method", "uniform", "--epochs", "1", "--seed", "7", "--set", ...tiny];
const TIMED_RUN = /(?:^|\/)(?:log\.jsonl|report\.html|run\.json)$/;
const TIMED_AUDIT = /(?:^|\/)(?:log\.jsonl|report\.html|run\.json|audit\.json)$/;

const formats: readonly (readonly [format: string, file: string])[] = [
  ["jsonl", "x.jsonl"],
  ["jsonl", "x.jsonl.gz"],
  ["columns", "x.conll"],
  ["prodigy", "x.jsonl"],
  ["doccano", "x.jsonl"],
  ["label-studio", "x.json"],
  ["spacy", "x.json"],
  ["docbin", "x.spacy"],
  ["gliner", "x.json"],
  ["hugging-face", "x.jsonl"],
  ["parquet", "x.parquet"],
  ["brat", "x"],
];

const olderInputs = new Map([
  ["in/train.jsonl", "in/dev.jsonl"],
  ["in/odd.jsonl", "in/odder.jsonl"],
]);

/** `command` with a file in `in`, which the older output has another of. */
function rewriting(name: string, outputs: FaultCase["outputs"], args: readonly string[]): FaultCase {
  const older = args.map((arg) => olderInputs.get(arg) ?? arg);
  return { name, args, older, outputs };
}

/** Training whose encoder is frozen: its states are kept in the cache, which `runLacuna` puts into the folder. */
function trainOnStates(out: string): string[] {
  return [
    ...["train", "--train", "in/few.jsonl", "--dev", "in/few.jsonl", "--out", out],
    ...["--method", "uniform", "--epochs", "1", "--seed", "7", "--set", "threads=1"],
    ...["encoder.kind=pretrained", "encoder.dir=in/encoder", "encoder.frozenLayers=all"],
  ];
}

/** Every command that writes, on a few sentences and with a tiny network. */
export const faultCases: readonly FaultCase[] = [
  ...formats.map(([format, file]) => {
    const name = `convert to ${format}${format === "brat" ? " folder" : ""}${file.endsWith(".gz") ? ", gzip" : ""}`;
    const own = rewriting(
      name,
      [[file]],
      ["convert", "--in", "in/train.jsonl", "--out", `out/${file}`, "--to", format],
    );
    return format === "brat" ? { ...own, corpus: file } : own;
  }),
  {
    ...rewriting(
      "convert to brat pair",
      [["x.ann", "x.txt"]],
      ["convert", "--in", "in/train.jsonl", "--out", "out/x.ann", "--to", "brat"],
    ),
    corpus: "x.ann",
  },
  {
    ...rewriting(
      "convert with a report",
      [["x.conll"], ["notices.jsonl"]],
      [...["convert", "--in", "in/odd.jsonl", "--out", "out/x.conll", "--report", "out/notices.jsonl"]],
    ),
    record: "notices.jsonl",
  },
  rewriting(
    "label",
    [["x.jsonl"]],
    [...["label", "--in", "in/train.jsonl", "--dictionary", "in/dictionary", "--out", "out/x.jsonl"]],
  ),
  rewriting("mask", [["x.jsonl"]], ["mask", "--in", "in/train.jsonl", "--p", "0.5", "--out", "out/x.jsonl"]),
  rewriting(
    "merge",
    [["x.jsonl"]],
    ["merge", "--in", "in/train.jsonl", "in/dev.jsonl", "--out", "out/x.jsonl"],
  ),
  {
    name: "split",
    args: ["split", "--in", "in/train.jsonl", "--out", "out/parts", "--seed", "1"],
    older: ["split", "--in", "in/train.jsonl", "--out", "out/parts", "--seed", "2"],
    outputs: [["parts/train.jsonl", "parts/dev.jsonl", "parts/test.jsonl"]],
  },
  {
    name: "demo",
    args: ["demo", "--out", "out/demo"],
    outputs: [
      ...["train.jsonl", "dev.jsonl", "test.jsonl"],
      ...[...demoDictionary({}).keys()].map((label) => `dictionary/${label}.txt`),
    ].map((file) => [`demo/${file}`]),
  },
  {
    name: "apply",
    args: ["apply", "--data", "in/train.jsonl", "--suggestions", "in/audit", "--out", "out/x.jsonl"],
    older: ["convert", "--in", "in/dev.jsonl", "--out", "out/x.jsonl"],
    outputs: [["x.jsonl"]],
  },
  rewriting(
    "predict",
    [["x.jsonl"]],
    [...["predict", "--model", "in/model", "--in", "in/train.jsonl", "--out", "out/x.jsonl"]],
  ),
  {
    name: "train",
    args: [
      "train",
      "--train",
      "in/train.jsonl",
      "--dev",
      "in/dev.jsonl",
      "--out",
      "out/model",
      ...training,
      "checkpoint.seconds=0",
    ],
    again: ["train", "--out", "out/model", "--resume"],
    outputs: [["model"]],
    timed: TIMED_RUN,
    isSlow: true,
  },
  {
    name: "train on cached states",
    args: trainOnStates("out/model"),
    again: ["train", "--out", "out/model", "--resume"],
    beside: { args: trainOnStates("out/other"), other: "other" },
    outputs: [["model"]],
    timed: TIMED_RUN,
    isSlow: true,
    watched: "/cache/",
  },
  {
    name: "audit with a model",
    args: ["audit", "--data", "in/train.jsonl", "--model", "in/model", "--out", "out/audit"],
    again: ["audit", "--out", "out/audit", "--resume"],
    outputs: [["audit"]],
    timed: TIMED_AUDIT,
    isSlow: true,
  },
  {
    name: "audit with folds",
    args: ["audit", "--data", "in/train.jsonl", "--folds", "2", "--out", "out/audit", ...training],
    again: ["audit", "--out", "out/audit", "--resume"],
    outputs: [["audit"]],
    timed: TIMED_AUDIT,
    isSlow: true,
  },
  {
    name: "bench",
    args: ["bench", "in/suite.json", "--threads", "1", "--jobs", "1", "--out", "out/bench"],
    outputs: [["bench"]],
    timed: /\.(?:jsonl?|html|md|tex|csv|txt|log)$/,
    isSlow: true,
    // A run that failed does not stop the others.
    fullCode: 1,
  },
];

/** Fills `in` of a new folder: sentences, a dictionary, a model, an audit, a suite. */
export async function prepareInputs(folder: string, main: string, { isQuick = false } = {}): Promise<void> {
  const inputs = join(folder, "in");
  mkdirSync(join(inputs, "dictionary"), { recursive: true });
  mkdirSync(join(folder, "out"));
  const corpus = demoCorpus({ train: 40, dev: 30, test: 0 });
  for (const name of ["train", "dev"] as const) {
    const lines = corpus[name].map((sentence) => `${JSON.stringify(sentence)}\n`);
    writeFileSync(join(inputs, `${name}.jsonl`), lines.join(""));
  }
  const few = corpus.train.slice(0, 12).map((sentence) => `${JSON.stringify(sentence)}\n`);
  writeFileSync(join(inputs, "few.jsonl"), few.join(""));
  mkdirSync(join(inputs, "encoder"));
  for (const name of ["config.json", "tokenizer.json", "model.safetensors"])
    cpSync(join("test", "fixtures", "bert-tiny", name), join(inputs, "encoder", name));
  // Bytes that are no UTF-8, which are repaired and listed.
  for (const [name, lines] of [
    ["odd", 40],
    ["odder", 30],
  ] as const) {
    const line = Buffer.concat([
      Buffer.from('{"tokens":["a","'),
      Buffer.of(0xff),
      Buffer.from('"],"entities":[]}\n'),
    ]);
    writeFileSync(join(inputs, `${name}.jsonl`), Buffer.concat(Array.from({ length: lines }, () => line)));
  }
  for (const [label, phrases] of demoDictionary({})) {
    writeFileSync(join(inputs, "dictionary", `${label}.txt`), `${phrases.join("\n")}\n`);
  }
  writeFileSync(join(inputs, "suite.json"), JSON.stringify(suite));
  if (isQuick) return;
  const made = [
    faultCases.find(({ name }) => name === "train")!,
    faultCases.find(({ name }) => name === "audit with folds")!,
  ];
  for (const { name, args, outputs } of made) {
    const { code, stderr } = await runLacuna(main, args, { folder });
    if (code !== 0) throw new Error(`${name} failed: ${stderr}`);
    const [[output]] = outputs as [[string]];
    cpSync(join(folder, "out", output), join(inputs, output), { recursive: true });
  }
}

const suite = {
  format: 2,
  title: "Faults",
  shows: "Nothing: it is run to be broken.",
  data: [{ name: "demo", embedded: "demo", sentences: { train: 40, dev: 10, test: 10 } }],
  groups: [
    {
      data: ["demo"],
      mask: [0.5],
      encoders: ["cnn"],
      rows: ["uniform"],
      seeds: 1,
      epochs: 1,
      set: {
        "encoder.width": 8,
        "encoder.depth": 1,
        "features.hashed.dim": 8,
        "features.hashed.ngrams": null,
        "features.hashed.columns": [{ feature: "lower", rows: 100 }],
        "stopping.patience": null,
      },
    },
  ],
};
