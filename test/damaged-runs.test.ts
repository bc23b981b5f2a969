import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTrainFolder } from "../src/cli/train-folder.ts";
import { maskSentence } from "../src/data/index.ts";
import { demoCorpus } from "../src/demo/index.ts";
import { UserError } from "../src/errors.ts";
import { writeManifest } from "../src/files/index.ts";
import { Random } from "../src/random.ts";
import { parseTrainConfig, runTraining, type Started, type TrainEvent } from "../src/training/index.ts";

/** A run that was stopped after step 6, with checkpoints of steps 5 and 6; every case damages a copy of it. */
const root = mkdtempSync(join(tmpdir(), "lacuna-damaged-"));
const at = (...names: string[]) => join(root, ...names);
afterAll(() => rmSync(root, { recursive: true }));

const config = (seed: number) =>
  parseTrainConfig(
    {
      method: "weighted",
      seed,
      train: [`${at("train.jsonl")}:partial`],
      epochs: 2,
      threads: 1,
      batch: { sentences: 5 },
      encoder: { kind: "cnn", width: 16, depth: 1 },
      features: { hashed: { columns: [{ feature: "lower", rows: 200 }], ngrams: null, width: 8, dim: 16 } },
      head: { kind: "span", width: 12 },
      checkpoint: { seconds: 0 },
    },
    "test",
  );

async function stopped(out: string, seed: number): Promise<void> {
  const stop = new AbortController();
  for await (const event of runTraining(config(seed), at(out), { signal: stop.signal })) {
    if (event.kind === "step" && event.step === 6) stop.abort();
  }
}

beforeAll(async () => {
  const random = new Random(1);
  const { train } = demoCorpus({ train: 20, dev: 0, test: 0 });
  const lines = train.map((sentence) => `${JSON.stringify(maskSentence(sentence, 0.5, random))}\n`);
  writeFileSync(at("train.jsonl"), lines.join(""));
  writeFileSync(at("moved.jsonl"), lines.join(""));
  await stopped("stopped", 1);
  await stopped("other", 2);
  expect(readdirSync(at("stopped", "checkpoints"))).toEqual([older, newest]);
  for await (const event of runTraining(config(1), at("whole"))) {
    if (event.kind === "started") usual = event.notices;
  }
});

/** What is told of the data in any case. */
let usual: readonly string[];
const [older, newest] = ["step-00000005", "step-00000006"];
let dir: string;
const text = (...path: string[]) => readFileSync(join(dir, ...path), "utf8");
const write = (content: string, ...path: string[]) => writeFileSync(join(dir, ...path), content);
const edit = (name: string, change: (value: Record<string, object>) => object) =>
  write(JSON.stringify(change(JSON.parse(text(name)))), name);
const flip = (step: string, name: string) => {
  const path = join(dir, "checkpoints", step, name);
  const bytes = readFileSync(path);
  bytes[bytes.length - 2]! ^= 1;
  writeFileSync(path, bytes);
};
/** Writes a file of a checkpoint with a manifest that vouches for it. */
const forge = async (step: string, name: string, content: string) => {
  write(content, "checkpoints", step, name);
  await writeManifest(join(dir, "checkpoints", step), { kind: "checkpoint", format: 3 });
};
const folderInPlaceOf = (name: string) => {
  rmSync(join(dir, name), { recursive: true });
  mkdirSync(join(dir, name));
};

type Harm = () => unknown;

/** Where nothing may go on, with what is told. */
const refused: [string, Harm, RegExp][] = [
  ["an empty run.json", () => write("", "run.json"), /run\.json" is damaged: it is empty/],
  ["null as run.json", () => write("null", "run.json"), /run\.json" is damaged/],
  ["a list as run.json", () => write("[]", "run.json"), /run\.json" is damaged/],
  ["a number as run.json", () => write("5\n", "run.json"), /run\.json" is damaged/],
  ["half a run.json", () => write(text("run.json").slice(0, 90), "run.json"), /damaged: it holds no JSON/],
  ["a folder as run.json", () => folderInPlaceOf("run.json"), /run\.json": it is a folder/],
  [
    "run.json of a newer format",
    () => edit("run.json", (run) => ({ ...run, format: 3 })),
    /run\.json" has format 3, but this version reads format 2 and older/,
  ],
  [
    "run.json of other data",
    () => edit("run.json", (run) => ({ ...run, fingerprint: "0" })),
    /the training data is not what the run .* was begun with/,
  ],
  [
    "run.json of another version",
    () => edit("run.json", (run) => ({ ...run, lacuna: "0.0.7" })),
    /was begun with Lacuna 0\.0\.7, and this is Lacuna/,
  ],
  [
    "run.json of another runtime",
    () => edit("run.json", (run) => ({ ...run, runtime: "WebAssembly" })),
    /begun with the WebAssembly runtime, and this is the native one/,
  ],
  [
    "run.json of another encoder",
    () => edit("run.json", (run) => ({ ...run, encoder: "0" })),
    /the encoder is not what the run/,
  ],
  [
    "run.json with another hash",
    () => edit("run.json", (run) => ({ ...run, hash: "0" })),
    /its hash is not that of its content/,
  ],
  [
    "another learning rate in config.json",
    () =>
      edit("config.json", (own) => ({
        ...own,
        optimiser: { ...own.optimiser, learningRate: 0.5 },
      })),
    /begun with another config\n {2}"optimiser\.learningRate" was 0\.003, now 0\.5/,
  ],
  [
    "another seed in config.json",
    () => edit("config.json", (own) => ({ ...own, seed: 9 })),
    /begun with another config\n {2}"seed" was 1, now 9/,
  ],
  [
    "the method of config.json",
    () => edit("config.json", (own) => ({ ...own, method: "uniform" })),
    /begun with another config\n {2}"method" was "weighted", now "uniform"/,
  ],
  [
    "other data behind the same name",
    () => edit("config.json", (own) => ({ ...own, train: [`${at("train.jsonl")}:complete`] })),
    /the training data is not what the run/,
  ],
  ["an empty config.json", () => write("", "config.json"), /config\.json/],
  ["null as config.json", () => write("null", "config.json"), /config\.json is not a training config/],
  ["no config.json", () => rmSync(join(dir, "config.json")), /config\.json/],
  ["a folder as log.jsonl", () => folderInPlaceOf("log.jsonl"), /log\.jsonl": it is a folder/],
  [
    "both checkpoints altered",
    () => {
      for (const step of [older, newest]) flip(step, "weights.safetensors");
    },
    /no checkpoint of the run can be read\n.*step-00000006.*altered.*\n.*step-00000005.*altered/,
  ],
  [
    "a newer format of the newest checkpoint",
    () => writeManifest(join(dir, "checkpoints", newest), { kind: "checkpoint", format: 4 }),
    /step-00000006" has format 4, but this version reads format 3 and older/,
  ],
  [
    "checkpoints of another run",
    () => {
      rmSync(join(dir, "checkpoints"), { recursive: true });
      cpSync(at("other", "checkpoints"), join(dir, "checkpoints"), { recursive: true });
    },
    /step-00000006" is a checkpoint of another run/,
  ],
  [
    "a checkpoint that does not say of which run",
    () => {
      const { run: _, ...rest } = JSON.parse(text("checkpoints", newest, "state.json"));
      return forge(newest, "state.json", JSON.stringify(rest));
    },
    /step-00000006" is a checkpoint of another run/,
  ],
  [
    "a state that no run can be in",
    () => {
      const state = JSON.parse(text("checkpoints", newest, "state.json"));
      return forge(newest, "state.json", JSON.stringify({ ...state, state: { ...state.state, stage: 99 } }));
    },
    /the checkpoint is of another version of lacuna/,
  ],
  [
    "a state of another kind",
    () => {
      const state = JSON.parse(text("checkpoints", newest, "state.json"));
      return forge(newest, "state.json", JSON.stringify({ ...state, state: [1] }));
    },
    /the checkpoint is of another version of lacuna/,
  ],
  [
    "a file as checkpoints",
    () => {
      rmSync(join(dir, "checkpoints"), { recursive: true });
      write("", "checkpoints");
    },
    /checkpoints": a part of the path is a file/,
  ],
];

/** Where the run goes on to the same model, with what is told; null for nothing. */
const noticed: [string, Harm, RegExp | null][] = [
  ["nothing", () => {}, null],
  [
    "checkpoint.seconds of config.json",
    () => edit("config.json", (own) => ({ ...own, checkpoint: { seconds: 60 } })),
    null,
  ],
  [
    "the place of the data",
    () => edit("config.json", (own) => ({ ...own, train: [`${at("moved.jsonl")}:partial`] })),
    null,
  ],
  [
    "a last line of the log that was cut short",
    () => truncateSync(join(dir, "log.jsonl"), text("log.jsonl").length - 9),
    null,
  ],
  [
    "odd lines in log.jsonl",
    () =>
      write(
        `null\n5\n[]\n{}\n"x"\n{"kind":"step"}\n{"kind":"odd"}\nnonsense\n${text("log.jsonl")}`,
        "log.jsonl",
      ),
    /left out 8 lines of ".*log\.jsonl" that could not be read/,
  ],
  ["no log.jsonl", () => rmSync(join(dir, "log.jsonl")), /log\.jsonl" lacks 6 steps before step 6/],
  [
    "bytes of nothing as log.jsonl",
    () => write(`\0\0\xff\n\0\n${text("log.jsonl")}`, "log.jsonl"),
    /left out 2 lines/,
  ],
  [
    "a bit of the newest weights",
    () => flip(newest, "weights.safetensors"),
    /passed over .*step-00000006.*altered/,
  ],
  [
    "no manifest of the newest checkpoint",
    () => rmSync(join(dir, "checkpoints", newest, "manifest.json")),
    /passed over .*step-00000006.*manifest/,
  ],
  [
    "null as state.json",
    () => forge(newest, "state.json", "null"),
    /passed over .*state\.json" is not of a checkpoint/,
  ],
  [
    "half a state.json",
    () => forge(newest, "state.json", '{"st'),
    /passed over .*state\.json" is not of a checkpoint/,
  ],
  [
    "nonsense as optimiser.safetensors",
    () => forge(newest, "optimiser.safetensors", "nonsense".repeat(9)),
    /passed over .*optimiser\.safetensors" is not a valid safetensors file/,
  ],
  [
    "a file as the newest checkpoint",
    () => {
      rmSync(join(dir, "checkpoints", newest), { recursive: true });
      write("", "checkpoints", newest);
    },
    /passed over .*step-00000006/,
  ],
  [
    "another name of the newest checkpoint",
    () => renameSync(join(dir, "checkpoints", newest), join(dir, "checkpoints", "step-00000007")),
    /passed over .*step-00000007" is of step 6/,
  ],
  [
    "no checkpoints",
    () => rmSync(join(dir, "checkpoints"), { recursive: true }),
    /there is no checkpoint yet: the run begins at its first step/,
  ],
  ["run.json of format 1", () => edit("run.json", ({ fingerprint }) => ({ format: 1, fingerprint })), null],
];

/** Resumes as the command does. */
async function resumed(): Promise<TrainEvent[]> {
  const { config: own } = await openTrainFolder(dir, {}, { resume: true });
  const events: TrainEvent[] = [];
  for await (const event of runTraining(own, dir, { resume: true })) events.push(event);
  return events;
}

/** Every file of a folder with what is in it. */
function contents(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry): [string, string] => {
      const path = join(entry.parentPath, entry.name);
      return [path, createHash("sha256").update(readFileSync(path)).digest("hex")];
    })
    .sort();
}

let copies = 0;
const copy = async (harm: Harm) => {
  dir = at(`copy-${copies++}`);
  cpSync(at("stopped"), dir, { recursive: true });
  await harm();
};

describe("refused, in words and with nothing changed", () => {
  test.each(refused)("%s", async (_, harm, message) => {
    await copy(harm);
    const before = contents(dir);
    const error = await resumed().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toMatch(message);
    expect(contents(dir)).toEqual(before);
  });
});

describe("told, and gone on to the same model", () => {
  test.each(noticed)("%s", async (_, harm, notice) => {
    await copy(harm);
    const events = await resumed();
    const told = (events[0] as Started).notices.filter((line) => !usual.includes(line));
    expect(told).toEqual(notice === null ? [] : [expect.stringMatching(notice)]);
    const weights = (out: string) => readFileSync(join(out, "weights.safetensors")).toString("base64");
    expect(weights(dir)).toBe(weights(at("whole")));
    // What an upgraded run is bound to is what a new one is.
    const { upgraded: __, ...run } = JSON.parse(text("run.json"));
    expect(run).toEqual(JSON.parse(readFileSync(at("whole", "run.json"), "utf8")));
  });
});
