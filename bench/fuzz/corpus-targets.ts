import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as zlib from "node:zlib";
import { formats, ReadLog, readCorpus, type Sentence, writeCorpus } from "../../src/data/index.ts";
import type { Random } from "../../src/random.ts";
import type { Files } from "./mutate.ts";
import type { Target } from "./target.ts";

/** Sentences with what formats differ in: nested entities, scores, odd words and labels, documents. */
const sentences: readonly Sentence[] = [
  {
    tokens: ["Ann", "Lee", "left", "Rome", "."],
    entities: [
      { start: 0, end: 2, label: "PER", score: 0.5 },
      { start: 3, end: 4, label: "LOC" },
    ],
    completeness: "complete",
    source: "a.txt",
    text: "Ann Lee left Rome.",
    offsets: [
      [0, 3],
      [4, 7],
      [8, 12],
      [13, 17],
      [17, 18],
    ],
    doc: "d1",
    id: 7,
    meta: { page: [1, { x: null }] },
  },
  {
    tokens: ["😀", "é", "漢字", "#1", "-DOCSTART-"],
    entities: [
      { start: 0, end: 4, label: "A B" },
      { start: 1, end: 2, label: "X" },
    ],
    completeness: "partial",
    source: "b",
    unknown: [2],
    outside: [3],
    hidden: [{ start: 4, end: 5, label: "PER" }],
  },
  { tokens: ["Nothing", "here"], entities: [], completeness: { complete: ["PER"] }, source: "c" },
];

/** How many sentences or notices a file must give at the least; `undefined` where that cannot be told from outside. */
type AtLeast = (text: string) => number | undefined;

const isBlank = (line: string) => line.trim() === "";
const linesIn = (text: string) => text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);

/** Of one record a line: each line that is not blank. Of an array: what parses. */
const records: AtLeast = (text) => {
  if (!/^\uFEFF?\s*\[\s*[[{\]]/.test(text)) return linesIn(text).filter((line) => !isBlank(line)).length;
  try {
    return (JSON.parse(text) as unknown[]).length;
  } catch {
    return undefined;
  }
};

const rows: AtLeast = (text) => {
  if (/["\0]/.test(text)) return undefined;
  return Math.max(linesIn(text).filter((line) => !isBlank(line)).length - 1, 0);
};

const annotations: AtLeast = (text) => linesIn(text).filter((line) => !isBlank(line)).length;

interface CorpusFormat {
  readonly format: keyof typeof formats;
  readonly file: string;
  readonly atLeast?: AtLeast;
  readonly needsBuild?: boolean;
  /** Other files of the format, beside what its writer makes. */
  readonly more?: readonly string[];
}

const corpusFormats: readonly CorpusFormat[] = [
  {
    format: "jsonl",
    file: "in.jsonl",
    atLeast: records,
    more: ['{"tokens":["a"],"entities":[{"start":0,"end":1,"label":"A"}]}\n[]\n5\n'],
  },
  {
    format: "columns",
    file: "in.conll",
    more: [
      "-DOCSTART- -X- O O\n\nEU NNP B-NP B-ORG\nrejects VBZ B-VP O\n\nGerman\tB-MISC\n",
      '# lacuna: {"doc":null,"scores":[0.5]}\nAnn\tB-PER\tO\nLee\tI-PER\tB-X\n',
    ],
  },
  {
    format: "prodigy",
    file: "in.jsonl",
    atLeast: records,
    more: [
      '{"text":"Ann left","spans":[{"start":0,"end":3,"label":"PER","text":"Ann"}],"answer":"accept"}\n',
    ],
  },
  { format: "doccano", file: "in.jsonl", atLeast: records, more: ['{"text":"a b","label":[[0,1,"A"]]}\n'] },
  {
    format: "label-studio",
    file: "in.json",
    atLeast: records,
    more: ['[{"text":"Ann left","id":1,"label":[{"start":0,"end":3,"text":"Ann","labels":["PER"]}]}]'],
  },
  {
    format: "spacy",
    file: "in.json",
    atLeast: records,
    more: ['["Ann left", {"entities": [[0,3,"PER"]]}]\n'],
  },
  { format: "docbin", file: "in.spacy" },
  {
    format: "gliner",
    file: "in.json",
    atLeast: records,
    more: ['[{"tokenized_text":["a","b"],"ner":[[0,1,"x"]]}]'],
  },
  {
    format: "brat",
    file: "in.ann",
    more: ["T1\tPER 0 3\tAnn\nT2\tX 0 2;4 6\tAn Le\nR1\tRel Arg1:T1 Arg2:T2\n#1\tNote T1\tx\n"],
  },
  {
    format: "hugging-face",
    file: "in.jsonl",
    atLeast: records,
    more: ['{"tokens":["a","b"],"ner_tags":["B-A","O"]}\n{"tokens":["a"],"ner_tags":[0]}\n'],
  },
  { format: "parquet", file: "in.parquet", needsBuild: true },
  {
    format: "csv",
    file: "in.csv",
    atLeast: rows,
    more: [
      'text,label\n"Ann, left","[{""start"":0,""end"":3,""label"":""PER""}]"\nb,\n',
      "text\tid\nAnn\t1\n",
    ],
  },
  {
    format: "text",
    file: "in.txt",
    atLeast: (text) => linesIn(text).filter((line) => !isBlank(line)).length,
    more: ["Ann Lee left Rome. She went.\n\nDr. No 漢字。了\r\n"],
  },
];

/** A target for every format, two for compressed files, and one that must tell the format itself. */
export async function corpusTargets(): Promise<Target[]> {
  const targets: Target[] = [];
  const every: Files[] = [];
  for (const form of corpusFormats) {
    const seeds = [...(await written(form)), ...(form.more ?? []).map((text) => seedOf(form, text))];
    every.push(...seeds);
    targets.push({
      name: form.format,
      seeds,
      // Its thread is ended after 30 seconds and a little, which is no hang.
      ...(form.needsBuild !== undefined && { needsBuild: form.needsBuild, patience: 60_000 }),
      ...(form.format === "docbin" && { ...throughZlib(seeds) }),
      read: (folder, files, random) => readFiles(form, folder, files, random),
    });
  }
  targets.push({
    name: "detected",
    seeds: every.filter((files) => !files.has("in.parquet")),
    async read(folder, files) {
      const path = join(folder, [...files.keys()][0]!);
      for await (const _ of readCorpus({ path }, { log: new ReadLog() }));
      return undefined;
    },
  });
  targets.push(...compressedTargets());
  return targets;
}

function seedOf({ file, format }: CorpusFormat, text: string): Files {
  const files = new Map([[file, Buffer.from(text)]]);
  return format === "brat"
    ? files.set("in.txt", Buffer.from("\uFEFFAnn Lee left Rome.\r\nIt rained. 😀"))
    : files;
}

/** What the writer of a format makes of the sentences. */
async function written({ format, file }: CorpusFormat): Promise<Files[]> {
  if (!("write" in formats[format])) return [];
  const folder = await mkdtemp(join(tmpdir(), "lacuna-fuzz-seed-"));
  try {
    await writeCorpus(join(folder, file), sentences, { format });
    const files = new Map<string, Buffer>();
    for (const name of (await readdir(folder)).sort()) files.set(name, await readFile(join(folder, name)));
    return [files];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What is inside is changed as often as what is outside: else all that is tested is zlib. */
function throughZlib(seeds: readonly Files[]): Pick<Target, "seeds" | "wrap"> {
  const plain = seeds.map((files) => new Map([["in.spacy", zlib.inflateSync(files.get("in.spacy")!)]]));
  return {
    seeds: [...seeds, ...plain],
    wrap: (files) => {
      const bytes = files.get("in.spacy")!;
      const isPlain = bytes.length > 0 && bytes[0] !== 0x78;
      return isPlain ? new Map([["in.spacy", zlib.deflateSync(bytes, { level: 1 })]]) : files;
    },
  };
}

async function readFiles(
  { format, file, atLeast }: CorpusFormat,
  folder: string,
  files: Files,
  random: Random,
): Promise<string | undefined> {
  const log = new ReadLog();
  const path = join(folder, file);
  const found: Sentence[] = [];
  for await (const sentence of readCorpus({ path }, { log, format, wholeRecords: random.below(2) === 0 })) {
    found.push(sentence);
  }
  const bytes = files.get(file)!;
  // UTF-16 and compressed bytes are another matter.
  const text = bytes.includes(0) || bytes[0] === 0x1f || bytes[0] === 0x28 ? undefined : bytes.toString();
  const expected = text === undefined ? undefined : atLeast?.(text);
  if (expected !== undefined && found.length + log.total < expected) {
    return `${expected} records, but ${found.length} sentences and ${log.total} notices`;
  }
  if (format === "brat" && text !== undefined) {
    const entities = found.reduce((sum, each) => sum + each.entities.length, 0);
    const ours = text.match(/\tLacuna S/g)?.length ?? 0;
    if (entities + log.total + ours < annotations(text)!) {
      return `${annotations(text)} annotations, but ${entities} entities and ${log.total} notices`;
    }
  }
  if (random.below(16) === 0 && found.length > 0) await writeAgain(folder, found, random);
  return undefined;
}

/** What was read can be written. */
async function writeAgain(folder: string, found: readonly Sentence[], random: Random): Promise<void> {
  const writable = corpusFormats.filter(({ format }) => "write" in formats[format] && format !== "parquet");
  const { format, file } = writable[random.below(writable.length)]!;
  await writeCorpus(join(folder, `again-${file}`), found, { format, log: new ReadLog() });
}

/** What `zstd -19` made of forty lines of our JSONL; Node writes zstd from 22.15 on only. */
const zstdLines = Buffer.from(
  [
    "KLUv/QRoRQQA8kYVEaBvzoiha7fqB3fctsqiv1YoIqEfxgw/hKRz/MtB5YUpaQxknJhDPBGC/k/51KIYNMZxN8RRclISOv8G",
    "5OaghXa6Dq3tc7JDi9uh51zNVNfpIrWNAymocQT29b8DsJkbETAE/w3hhvDPD0isSmyRinKMrKtbRKLHdUnVuqLkADd8C2Cr",
    "AYzcBL4=",
  ].join(""),
  "base64",
);

function compressedTargets(): Target[] {
  const plain = Buffer.from('{"tokens":["Ann","left"],"entities":[]}\n'.repeat(20));
  const all = [
    ["gzip", "in.jsonl.gz", zlib.gzipSync(plain)],
    ["zstd", "in.jsonl.zst", zstdLines],
  ] as const;
  return all.map(([name, file, bytes]) => ({
    name,
    seeds: [new Map([[file, bytes]])],
    async read(folder) {
      const path = join(folder, file);
      for await (const _ of readCorpus({ path }, { log: new ReadLog(), format: "jsonl" }));
      return undefined;
    },
  }));
}
