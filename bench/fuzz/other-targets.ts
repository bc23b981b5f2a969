import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseAuditConfig, readSuggestions } from "../../src/audit/index.ts";
import { ReadLog } from "../../src/data/index.ts";
import { loadDictionary } from "../../src/dictionary/index.ts";
import { inspectEncoderFolder } from "../../src/encoders/index.ts";
import { readSettingsFile } from "../../src/files/index.ts";
import { ParameterStore, SafetensorsFile } from "../../src/graph/index.ts";
import { predictionServer, ServeMetrics, serveLimits, TagQueue } from "../../src/serve/index.ts";
import { openModelFolder } from "../../src/tagging/index.ts";
import { parseTrainConfig, resolveConfig } from "../../src/training/index.ts";
import { makeEncoder } from "../../src/training/setup/make-encoder.ts";
import type { Files } from "./mutate.ts";
import type { Target } from "./target.ts";

const fixtures = "test/fixtures";

async function load(folder: string, names: readonly string[]): Promise<Files> {
  const files = new Map<string, Buffer>();
  for (const name of names) files.set(name, await readFile(join(folder, name)));
  return files;
}

const text = (name: string, content: string): Files => new Map([[name, Buffer.from(content)]]);

/** All that is no corpus: tokenisers, encoders, models, weights, dictionaries, suggestions, configs, requests. */
export async function otherTargets(): Promise<Target[]> {
  return [
    ...(await encoderTargets()),
    await frozenTarget(),
    await modelTarget(),
    await safetensorsTarget(),
    dictionaryTarget,
    suggestionsTarget,
    ...configTargets(),
    await httpTarget(),
  ];
}

async function encoderTargets(): Promise<Target[]> {
  const kinds = ["bert-tiny", "roberta-tiny", "distilbert-tiny"];
  const inspect: Target["read"] = async (folder) => {
    await inspectEncoderFolder(folder);
    return undefined;
  };
  const tokenizers = await Promise.all(kinds.map((kind) => load(join(fixtures, kind), ["tokenizer.json"])));
  const configs = await Promise.all(kinds.map((kind) => load(join(fixtures, kind), ["config.json"])));
  return [
    { name: "tokenizer.json", seeds: tokenizers, read: inspect },
    { name: "encoder's config.json", seeds: configs, read: inspect },
  ];
}

/** A whole encoder folder, and a config that freezes some of it: what training makes of them before its first step. */
async function frozenTarget(): Promise<Target> {
  const folders = await Promise.all(
    ["bert-tiny", "distilbert-tiny"].map((kind) =>
      load(join(fixtures, kind), ["config.json", "tokenizer.json", "model.safetensors"]),
    ),
  );
  const options = [
    { frozenLayers: "all", above: { kind: "bilstm", hidden: 8 }, pooling: "mean" },
    { frozenLayers: 1, layers: 2, mix: true, window: 16, overlap: 4 },
    { frozenLayers: 0, dim: 12, sentence: "mean" },
  ];
  return {
    name: "frozen encoder folder",
    few: 30,
    seeds: folders.flatMap((files) =>
      options.map((own) => new Map(files).set("options.json", Buffer.from(JSON.stringify(own)))),
    ),
    async read(folder) {
      const own = readSettingsFile(join(folder, "options.json")) as object;
      const told = { ...own, kind: "pretrained", dir: folder };
      const config = resolveConfig(parseTrainConfig({ train: ["x"], encoder: told }, "options.json"));
      const { encoder } = await makeEncoder(config, { train: [], dev: [] });
      const prepared = encoder.prepare(["London", "漢字", "", "a".repeat(50)]);
      const context = { parameters: new ParameterStore({ seed: 1 }), training: false };
      encoder.build(context);
      encoder.feed([prepared]);
      for (const source of encoder.states?.sources ?? []) {
        source.build(context);
        source.feed([prepared]);
      }
      return undefined;
    },
  };
}

async function modelTarget(): Promise<Target> {
  const files = await load(join(fixtures, "format-1/model"), [
    "model.json",
    "labels.json",
    "config.json",
    "manifest.json",
    "encoder/lexicon/entries.jsonl",
  ]);
  return {
    name: "model folder",
    seeds: [files],
    async read(folder, _, random) {
      // With the manifest every change is found by its hash; without, by what reads the file.
      await openModelFolder(folder, { verify: random.below(8) === 0, weights: false });
      return undefined;
    },
  };
}

async function safetensorsTarget(): Promise<Target> {
  const whole = await readFile(join(fixtures, "bert-tiny/model.safetensors"));
  const header = JSON.parse(whole.subarray(8, 8 + Number(whole.readBigUInt64LE(0))).toString());
  // Three tensors are enough, and quicker to write.
  const entries = Object.entries(header as Record<string, { data_offsets: number[] }>).slice(0, 4);
  const json = Buffer.from(JSON.stringify(Object.fromEntries(entries)));
  const frame = (head: Buffer) => {
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(head.length));
    return Buffer.concat([length, head, Buffer.alloc(2000)]);
  };
  const file = "x.safetensors";
  return {
    name: "safetensors",
    seeds: [new Map([[file, json]]), new Map([[file, frame(json)]])],
    wrap: (files) => {
      const bytes = files.get(file)!;
      return bytes[0] === 0x7b ? new Map([[file, frame(bytes)]]) : files;
    },
    async read(folder) {
      const opened = await SafetensorsFile.open(join(folder, file));
      try {
        for (const name of opened.tensors.keys()) await opened.read(name);
      } finally {
        await opened.close();
      }
      return undefined;
    },
  };
}

const dictionaryTarget: Target = {
  name: "dictionary",
  seeds: [
    text("LOC.txt", "Rome\nNew York\n\n漢字\nRome\n"),
    text("all.tsv", "Rome\tLOC\nAnn Lee\tPER\textra\nNo label\n\tX\n"),
  ],
  async read(folder, files) {
    const log = new ReadLog();
    const [name, bytes] = [...files][0]!;
    const dictionary = await loadDictionary(join(folder, name), {}, log);
    if (bytes.includes(0)) return undefined;
    const lines = bytes
      .toString()
      .split(/\r\n|\n|\r/)
      .filter((line) => line.trim() !== "").length;
    if (dictionary.size + log.total >= lines) return undefined;
    return `${lines} lines, but ${dictionary.size} phrases and ${log.total} notices`;
  },
};

const suggestionsTarget: Target = {
  name: "suggestions",
  seeds: [
    text(
      "s.jsonl",
      [
        { kind: "missed", sentence: 0, start: 0, end: 1, label: "PER", probability: 0.9, text: "Ann" },
        {
          kind: "wrong",
          sentence: 1,
          start: 0,
          end: 2,
          label: "ORG",
          probability: 0.5,
          text: "a b",
          was: { start: 0, end: 1, label: "X" },
        },
      ]
        .map((each) => `${JSON.stringify(each)}\n`)
        .join(""),
    ),
  ],
  async read(folder, files) {
    const found = await readSuggestions(join(folder, "s.jsonl"));
    const lines = files.get("s.jsonl")!.toString().split(/\r?\n/);
    const filled = lines.filter((line) => line.trim() !== "").length;
    return found.length === filled ? undefined : `${filled} lines, but ${found.length} suggestions`;
  },
};

function configTargets(): Target[] {
  const train = { method: "lacuna", epochs: 3, seed: 1, encoder: { kind: "cnn" } };
  const yaml = "method: lacuna # ours\nepochs: 3\nencoder:\n  kind: cnn\n  dim: 16\nseed: 1\n";
  const read =
    (parse: (value: unknown, where: string) => unknown): Target["read"] =>
    async (folder, files) => {
      const path = join(folder, [...files.keys()][0]!);
      parse(readSettingsFile(path), path);
      return undefined;
    };
  const seeds = [text("c.json", JSON.stringify(train)), text("c.yaml", yaml)];
  return [
    { name: "train config", seeds, read: read(parseTrainConfig) },
    {
      name: "audit config",
      seeds: [...seeds, text("c.json", JSON.stringify({ folds: 3, train }))],
      read: read(parseAuditConfig),
    },
  ];
}

/** Requests to the prediction server, whose answers must be below 500 whatever is asked. */
async function httpTarget(): Promise<Target> {
  const limits = { ...serveLimits };
  const queue = new TagQueue(limits);
  const server = await predictionServer({
    answer: async ({ texts, tokens }) =>
      texts === undefined ? tokens!.map(() => ({ entities: [] })) : texts.map(() => ({ entities: [] })),
    card: {
      name: "none",
      labels: ["PER"],
      method: null,
      encoder: "none",
      model: "none",
      bytes: 0,
      trainedBy: null,
      version: "0",
    },
    queue,
    metrics: new ServeMetrics(queue),
    limits,
    http: { host: "127.0.0.1" },
  });
  const bodies = [
    { texts: ["Ann left Rome."], unit: "codepoint", threshold: 0.5 },
    { tokens: [["Ann", "left"]], mode: "flat" },
  ];
  const types = [
    "application/json",
    "application/json",
    "application/json",
    "text/plain",
    "x/y;charset=utf-16",
    "",
  ];
  const urls = ["/v1/tag", "/v1/tag", "/v1/tag", "/v1/tag/", "//", "/v1/model", "/%00", "/v1/tag?a[b]=%ff"];
  return {
    name: "HTTP bodies",
    seeds: bodies.map((body) => text("body", JSON.stringify(body))),
    async read(_, files, random) {
      const type = types[random.below(types.length)]!;
      const { statusCode, body } = await server.inject({
        method: random.below(16) === 0 ? "GET" : "POST",
        url: urls[random.below(urls.length)]!,
        headers: type === "" ? {} : { "content-type": type },
        payload: files.get("body")!,
      });
      if (statusCode >= 500) throw new Error(`status ${statusCode}: ${body.slice(0, 200)}`);
      return undefined;
    },
    close: async () => {
      await server.close();
    },
  };
}
