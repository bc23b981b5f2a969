import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collect } from "../../../test/support/collect.ts";
import type { Format, ReadOptions } from "../format.ts";
import { readCorpus } from "../read-corpus.ts";
import { ReadLog } from "../read-log.ts";
import type { Sentence } from "../sentence.ts";
import { brat } from "./brat/brat.ts";
import { huggingFace } from "./hugging-face/hugging-face.ts";
import { parquet } from "./hugging-face/parquet.ts";
import { doccano } from "./json/doccano.ts";
import { labelStudio } from "./json/label-studio.ts";
import { prodigy } from "./json/prodigy.ts";
import { spacy } from "./json/spacy.ts";
import { text } from "./text.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lacuna-golden-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Outcome {
  readonly sentences: readonly Sentence[];
  readonly log: ReadLog;
  /** Each sentence as its words and what is labelled. */
  readonly shown: readonly string[];
}

async function read(
  format: Format,
  files: Readonly<Record<string, string | Uint8Array>>,
  options: Partial<ReadOptions> & { readonly open?: string } = {},
): Promise<Outcome> {
  const place = await mkdtemp(join(folder, "case-"));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(place, name)), { recursive: true });
    await writeFile(join(place, name), content);
  }
  const log = new ReadLog();
  const path = join(place, options.open ?? Object.keys(files)[0]!);
  const sentences = await collect(readCorpus({ path }, { log, ...options, format: format.name }));
  return { sentences, log, shown: sentences.map(show) };
}

function show({ tokens, entities }: Sentence): string {
  const labels = entities.map(({ start, end, label }) => `${label}=${tokens.slice(start, end).join(" ")}`);
  return [tokens.join("|"), ...labels].join("  ");
}

function lines(...values: readonly unknown[]): Readonly<Record<string, string>> {
  return { "in.jsonl": values.map((value) => `${JSON.stringify(value)}\n`).join("") };
}

describe("prodigy", () => {
  const task = {
    text: "First look at the new MacBook Pro",
    tokens: [
      { text: "First", start: 0, end: 5, id: 0, ws: true },
      { text: "look", start: 6, end: 10, id: 1, ws: true },
      { text: "at", start: 11, end: 13, id: 2, ws: true },
      { text: "the", start: 14, end: 17, id: 3, ws: true },
      { text: "new", start: 18, end: 21, id: 4, ws: true },
      { text: "MacBook", start: 22, end: 29, id: 5, ws: true },
      { text: "Pro", start: 30, end: 33, id: 6, ws: false },
    ],
    spans: [{ start: 22, end: 33, label: "PRODUCT", token_start: 5, token_end: 6 }],
    meta: { source: "news" },
    _input_hash: 1,
    _task_hash: 2,
    answer: "accept",
  };

  test("a task of ner.manual", async () => {
    const { shown, log } = await read(prodigy, lines(task));
    expect(shown).toEqual(["First|look|at|the|new|MacBook|Pro  PRODUCT=MacBook Pro"]);
    expect(log.total).toBe(0);
  });

  test("rejected and ignored tasks are no labels", async () => {
    const { shown, log } = await read(
      prodigy,
      lines({ ...task, answer: "reject" }, task, { ...task, answer: "ignore" }),
    );
    expect(shown).toHaveLength(1);
    expect(log.notices.map(({ line, detail }) => [line, detail.slice(0, 15)])).toEqual([
      [1, 'answer "reject"'],
      [3, 'answer "ignore"'],
    ]);
  });

  test("without tokens the text is cut here; spans by words alone are understood", async () => {
    const { shown } = await read(
      prodigy,
      lines(
        { text: "😀 Ann's in Rome.", spans: [{ start: 2, end: 5, label: "PER", text: "Ann" }] },
        { ...task, spans: [{ token_start: 0, token_end: 1, label: "X" }] },
      ),
    );
    expect(shown).toEqual([
      "😀|Ann|'s|in|Rome|.  PER=Ann",
      "First|look|at|the|new|MacBook|Pro  X=First look",
    ]);
  });

  test("an entity that cuts a given word takes the whole of it", async () => {
    const { shown, log } = await read(
      prodigy,
      lines({ ...task, spans: [{ start: 25, end: 31, label: "P" }] }),
    );
    expect(shown).toEqual(["First|look|at|the|new|MacBook|Pro  P=MacBook Pro"]);
    expect([...log.counts]).toEqual([["entity widened to whole words", 1]]);
  });

  test("tokens that do not fit the text are not used", async () => {
    const tokens = [{ text: "First", start: 0, end: 99 }];
    const { shown, log } = await read(prodigy, lines({ text: "First look", tokens, spans: [] }));
    expect(shown).toEqual(["First|look"]);
    expect([...log.counts]).toEqual([["words that do not fit the text; cut anew", 1]]);
  });
});

describe("doccano", () => {
  test("the shapes of its versions", async () => {
    const { shown, log } = await read(
      doccano,
      lines(
        {
          id: 1,
          text: "EU rejects German call",
          label: [
            [0, 2, "ORG"],
            [11, 17, "MISC"],
          ],
          Comments: [],
        },
        { text: "東京都渋谷区渋谷 2丁目2−8", labels: [[0, 6, "LOC"]] },
        {
          id: 3,
          text: "Ann lives",
          entities: [{ id: 10, label: "PER", start_offset: 0, end_offset: 3 }],
          relations: [{ id: 1, from_id: 10, to_id: 10, type: "self" }],
        },
        { id: 4, text: "x y", annotations: [{ label: 7, start_offset: 0, end_offset: 1, user: 1 }] },
      ),
    );
    expect(shown).toEqual([
      "EU|rejects|German|call  ORG=EU  MISC=German",
      "東|京|都|渋|谷|区|渋|谷|2|丁|目|2|−|8  LOC=東 京 都 渋 谷 区",
      "Ann|lives  PER=Ann",
      "x|y",
    ]);
    expect([...log.counts]).toEqual([
      ["relation between entities", 1],
      ["entity without a label", 1],
    ]);
  });

  test("offsets count code points unless the user says otherwise", async () => {
    const task = { text: "💩💩 Ann", label: [[5, 8, "PER"]] };
    expect((await read(doccano, lines(task), { offsetUnit: "utf16" })).shown).toEqual(["💩|💩|Ann  PER=Ann"]);
    expect((await read(doccano, lines({ ...task, label: [[3, 6, "PER"]] }))).shown).toEqual([
      "💩|💩|Ann  PER=Ann",
    ]);
    expect(
      (await read(doccano, lines({ ...task, label: [[9, 12, "PER"]] }), { offsetUnit: "byte" })).shown,
    ).toEqual(["💩|💩|Ann  PER=Ann"]);
  });
});

describe("spacy", () => {
  test("the shapes in use", async () => {
    const { shown, log } = await read(
      spacy,
      lines(
        ["Uber blew through $1 million", { entities: [[0, 4, "ORG"]] }],
        { text: "Ann left", entities: [[0, 3, "PER"]] },
        {
          text: "Ann left",
          spans: {
            sc: [
              { start: 0, end: 8, label: "S" },
              { start: 0, end: 3, label: "PER" },
            ],
          },
        },
        {
          text: "It isn't",
          ents: [{ start: 0, end: 2, label: "X" }],
          tokens: [
            { id: 0, start: 0, end: 2 },
            { id: 1, start: 3, end: 5 },
            { id: 2, start: 5, end: 8 },
          ],
        },
        ["no labels", {}],
      ),
    );
    expect(shown).toEqual([
      "Uber|blew|through|$|1|million  ORG=Uber",
      "Ann|left  PER=Ann",
      "Ann|left  S=Ann left  PER=Ann",
      "It|is|n't  X=It",
      "no|labels",
    ]);
    expect(log.total).toBe(0);
  });

  test("a whole TRAIN_DATA list dumped as one JSON array", async () => {
    const data = [
      ["Ann left", { entities: [[0, 3, "PER"]] }],
      ["Bob too", { entities: [[0, 3, "PER"]] }],
    ];
    const { shown } = await read(spacy, { "train.json": JSON.stringify(data, undefined, 2) });
    expect(shown).toEqual(["Ann|left  PER=Ann", "Bob|too  PER=Bob"]);
  });

  test("a word is cut where an entity ends inside it", async () => {
    const { sentences, shown, log } = await read(
      spacy,
      lines(["pre-1990s Londoners", { entities: [[10, 16, "LOC"]] }]),
    );
    expect(shown).toEqual(["pre|-|1990s|London|ers  LOC=London"]);
    expect(sentences[0]!.offsets).toEqual([
      [0, 3],
      [3, 4],
      [4, 9],
      [10, 16],
      [16, 19],
    ]);
    expect(log.notices).toMatchObject([{ kind: "repaired", line: 1, detail: '"Londoners" by "LOC"' }]);
  });
});

describe("label-studio", () => {
  const span = (start: number, end: number, quoted: string, label: string) => ({
    id: "a1",
    from_name: "label",
    to_name: "text",
    type: "labels",
    value: { start, end, text: quoted, labels: [label] },
  });

  test("an export: an array of tasks, some cancelled, some annotated twice", async () => {
    const data = { text: "To have faith is to trust Ann" };
    const tasks = [
      {
        id: 1,
        data,
        annotations: [{ id: 1, was_cancelled: false, result: [span(26, 29, "Ann", "PER")] }],
        predictions: [],
      },
      { id: 2, data, annotations: [{ id: 2, was_cancelled: true, result: [] }] },
      {
        id: 3,
        data,
        annotations: [
          { id: 3, result: [] },
          { id: 4, ground_truth: true, result: [span(8, 13, "faith", "X")] },
        ],
      },
      { id: 4, data, completions: [{ id: 5, result: [{ type: "choices", value: { choices: ["a"] } }] }] },
      { id: 5, data, annotations: [] },
    ];
    const { shown, log, sentences } = await read(labelStudio, { "export.json": JSON.stringify(tasks) });
    const words = "To|have|faith|is|to|trust|Ann";
    expect(shown).toEqual([`${words}  PER=Ann`, `${words}  X=faith`, words, words]);
    expect(sentences.map(({ completeness }) => completeness)).toEqual([
      "complete",
      "complete",
      "complete",
      "partial",
    ]);
    expect(log.notices.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      "2 task whose annotations were cancelled",
      "3 second annotation of the same task",
      "4 result that is no labelled span",
    ]);
  });

  // label-studio#1347: "annotation" stood at 13–23 in old exports, and stands at 12–22 in new ones.
  test.each([
    [13, 23],
    [12, 22],
  ])("emoji before the entity, offsets %i–%i", async (start, end) => {
    const task = {
      data: { text: "💩This is an annotation." },
      annotations: [{ result: [span(start, end, "annotation", "X")] }],
    };
    const { shown, log } = await read(labelStudio, lines(task));
    expect(shown).toEqual(["💩|This|is|an|annotation|.  X=annotation"]);
    expect(log.total).toBe(0);
    const unitWasAssumed = [...log.assumptions].some((what) => what.includes("UTF-16 units"));
    expect(unitWasAssumed).toBe(start === 13);
  });

  test("the user's word on offsets wins over the quote", async () => {
    const task = { data: { text: "💩This is" }, annotations: [{ result: [span(2, 6, "This", "X")] }] };
    const { log } = await read(labelStudio, lines(task), { offsetUnit: "codepoint" });
    expect([...log.counts.keys()]).toContain("entity quoted otherwise than the text says; offsets kept");
  });

  test("the short export, another name for the text, several labels on a span", async () => {
    const { shown, log } = await read(
      labelStudio,
      lines(
        {
          id: 1,
          text: "Ann left",
          label: [{ start: 0, end: 3, text: "Ann", labels: ["PER"] }],
          annotator: 1,
        },
        {
          data: { review: "Ann left", stars: 3 },
          annotations: [{ result: [{ type: "labels", value: { start: 0, end: 3, labels: ["A", "B"] } }] }],
        },
        { text: "an object of another tool", entities: [[0, 2, "X"]] },
      ),
    );
    expect(shown).toEqual(["Ann|left  PER=Ann", "Ann|left  A=Ann  B=Ann"]);
    expect([...log.counts]).toEqual([["object that is no task of Label Studio", 1]]);
  });
});

describe("brat", () => {
  test("a document with every kind of line", async () => {
    const annotations = [
      "T1\tOrganization 0 4\tSony",
      "T2\tMERGE-ORG 14 27\tjoint venture",
      "T3\tOrganization 33 41\tEricsson",
      "E1\tMERGE-ORG:T2 Org1:T1 Org2:T3",
      "T4\tCountry 75 81\tSweden",
      "R1\tOrigin Arg1:T3 Arg2:T4",
      "*\tEquiv T1 T3",
      "A1\tNegation E1",
      "N1\tReference T1 Wikipedia:534366\tSony",
      "#1\tAnnotatorNotes T1\tthis is a note",
      "T5\tThing 5 11;14 19\tformed joint",
      "nonsense",
      "T6\tBad",
      "",
    ].join("\n");
    const content =
      "Sony formed a joint venture with Ericsson, a telecom giant that comes from Sweden.\n\nThe end.\n";
    const { shown, sentences, log } = await read(
      brat,
      { "d/doc-1.ann": annotations, "d/doc-1.txt": content },
      { open: "d" },
    );
    expect(shown).toEqual([
      "Sony|formed|a|joint|venture|with|Ericsson|,|a|telecom|giant|that|comes|from|Sweden|." +
        "  Organization=Sony  Thing=formed a joint  MERGE-ORG=joint venture  Organization=Ericsson  Country=Sweden",
      "The|end|.",
    ]);
    expect(sentences.map(({ doc, source }) => [doc, source])).toEqual([
      ["doc-1", "doc-1.txt"],
      ["doc-1", "doc-1.txt"],
    ]);
    expect(log.notices.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      "4 event",
      "6 relation between entities",
      "7 relation between entities",
      "8 attribute of an entity",
      "9 normalisation of an entity",
      "10 annotator's note",
      "11 entity in several parts taken from its first to its last character",
      "12 line that is no brat annotation",
      "13 line that is no brat annotation",
    ]);
  });

  test("an entity across a line end joins the lines; offsets count CR and code points", async () => {
    // Code points: 😀=0, "in"=2–3, "New"=5–7, CR=8, LF=9, "York"=10–13, CR LF CR LF=14–17, "Ann"=18–20.
    const files = {
      "x.ann": "T1\tLOC 5 14\tNew  York\r\nT2\tPER 18 21\tAnn\r\n",
      "x.txt": "😀 in New\r\nYork\r\n\r\nAnn\r\n",
    };
    const { shown, log, sentences } = await read(brat, files);
    expect(shown).toEqual(["😀|in|New|York  LOC=New York", "Ann  PER=Ann"]);
    expect(log.total).toBe(0);
    // The text reaches to the next sentence.
    expect(sentences[0]!.text).toBe("😀 in New\r\nYork\r\n\r\n");
  });

  test("a byte-order mark is counted or not, as the quotes show", async () => {
    const content = "\ufeffAnn left";
    expect((await read(brat, { "x.ann": "T1\tPER 0 3\tAnn\n", "x.txt": content })).shown).toEqual([
      "Ann|left  PER=Ann",
    ]);
    expect((await read(brat, { "x.ann": "T1\tPER 1 4\tAnn\n", "x.txt": content })).shown).toEqual([
      "Ann|left  PER=Ann",
    ]);
  });

  test("half of a pair is missing", async () => {
    const { sentences, log } = await read(
      brat,
      { "d/a.txt": "Ann left\n", "d/b.ann": "T1\tPER 0 3\tAnn\n", "d/conf": "" },
      { open: "d" },
    );
    expect(sentences).toMatchObject([{ doc: "a", completeness: "partial" }]);
    expect([...log.counts]).toEqual([["annotations without a text", 1]]);
  });
});

describe("hugging-face", () => {
  const rows = [
    { id: "0", tokens: ["EU", "rejects", "German", "call"], ner_tags: ["B-ORG", "O", "B-MISC", "O"] },
    { id: "1", tokens: ["Peter", "Blackburn"], ner_tags: ["B-PER", "I-PER"] },
  ];
  const shownRows = ["EU|rejects|German|call  ORG=EU  MISC=German", "Peter|Blackburn  PER=Peter Blackburn"];
  const names = ["O", "B-PER", "I-PER", "B-ORG", "I-ORG", "B-LOC", "I-LOC", "B-MISC", "I-MISC"];
  const numbered = rows.map((row) => ({ ...row, ner_tags: row.ner_tags.map((tag) => names.indexOf(tag)) }));
  const info = { features: { ner_tags: { feature: { names, _type: "ClassLabel" }, _type: "Sequence" } } };

  test("tags by name", async () => {
    const { shown, log } = await read(huggingFace, lines(...rows));
    expect(shown).toEqual(shownRows);
    expect(log.total).toBe(0);
  });

  test("tags by number, named by the caller or by dataset_info.json", async () => {
    expect((await read(huggingFace, lines(...numbered), { tagNames: names })).shown).toEqual(shownRows);
    const beside = { ...lines(...numbered), "dataset_info.json": JSON.stringify(info) };
    expect((await read(huggingFace, beside)).shown).toEqual(shownRows);
  });

  test("numbers that nobody named are the user's to mend", async () => {
    await expect(read(huggingFace, lines(...numbered))).rejects.toMatchObject({
      name: "UserError",
      hint: expect.stringContaining("--tag-names"),
    });
  });

  test("the scheme is told from the tags; what breaks it is repaired; bad rows are dropped", async () => {
    const { shown, log } = await read(
      huggingFace,
      lines(
        { tokens: ["a", "b", "c"], ner_tags: ["B-X", "E-X", "S-Y"] },
        { tokens: ["a", "b"], ner_tags: ["O", "I-X"] },
        { tokens: ["a", "b"], ner_tags: ["O"] },
        { tokens: "a b", ner_tags: ["O"] },
        { tokens: ["a"] },
        { tokens: ["a"], ner_tags: [null] },
        [1],
      ),
    );
    expect(shown).toEqual(["a|b|c  X=a b  Y=c", "a|b  X=b"]);
    expect([...log.counts]).toEqual([
      ["row with more or fewer tags than words", 1],
      ["row without words", 2],
      ["row without tags", 1],
      ["row with a tag that has no name", 1],
      ["tag that breaks the scheme", 2],
    ]);
  });

  test("tags that were edited after writing win over the entities kept beside them", async () => {
    const extras = {
      completeness: "complete",
      entities: [
        { start: 0, end: 2, label: "X" },
        { start: 0, end: 1, label: "Y" },
      ],
    };
    const kept = { tokens: ["a", "b"], ner_tags: ["B-X", "I-X"], lacuna: extras };
    const { shown, log } = await read(huggingFace, lines(kept, { ...kept, ner_tags: ["B-X", "O"] }));
    expect(shown).toEqual(["a|b  X=a b  Y=a", "a|b  X=a"]);
    expect(log.notices).toMatchObject([{ line: 2, kind: "repaired" }]);
  });

  test("parquet with numeric tags, named in the file, in several groups of rows", async () => {
    const list = (name: string) => [
      { name, repetition_type: "OPTIONAL", num_children: 1, converted_type: "LIST" } as const,
      { name: "list", repetition_type: "REPEATED", num_children: 1 } as const,
    ];
    const buffer = parquetWriteBuffer({
      schema: [
        { name: "root", num_children: 3 },
        { name: "id", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" },
        ...list("tokens"),
        { name: "element", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" },
        ...list("ner_tags"),
        { name: "element", type: "INT64", repetition_type: "OPTIONAL" },
      ],
      columnData: [
        { name: "id", data: numbered.map(({ id }) => id) },
        { name: "tokens", data: numbered.map(({ tokens }) => tokens) },
        { name: "ner_tags", data: numbered.map(({ ner_tags }) => ner_tags.map(BigInt)) },
      ],
      rowGroupSize: 1,
      kvMetadata: [{ key: "huggingface", value: JSON.stringify({ info }) }],
    });
    const { shown, log } = await read(parquet, { "train.parquet": new Uint8Array(buffer) });
    expect(shown).toEqual(shownRows);
    expect(log.total).toBe(0);
  });

  test("a file that is no Parquet, and one without the columns", async () => {
    await expect(read(parquet, { "x.parquet": "PAR1 nonsense" })).rejects.toMatchObject({
      name: "UserError",
    });
    await expect(read(parquet, { "x.parquet": "" })).rejects.toMatchObject({ name: "UserError" });
    const other = new Uint8Array(parquetWriteBuffer({ columnData: [{ name: "text", data: ["a"] }] }));
    await expect(read(parquet, { "x.parquet": other })).rejects.toMatchObject({
      hint: "its columns are: text",
    });
  });
});

describe("text", () => {
  test("lines become sentences of one document", async () => {
    const { sentences, shown } = await read(text, {
      "story.txt": "Mr. Smith left. He was sad.\r\n\r\n  A title\n今天下雨。好",
    });
    expect(shown).toEqual(["Mr|.|Smith|left|.", "He|was|sad|.", "A|title", "今|天|下|雨|。", "好"]);
    expect(sentences[1]).toMatchObject({
      text: "He was sad.",
      doc: "story",
      source: "story.txt",
      offsets: [
        [0, 2],
        [3, 6],
        [7, 10],
        [10, 11],
      ],
    });
  });
});
