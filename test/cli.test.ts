import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lacuna } from "./support/lacuna-command.ts";
import { needs, testWith } from "./support/needs.ts";
import { sharedData } from "./support/shared-data.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-cli-"));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const gold = [
  {
    tokens: ["Ann", "Lee", "left", "Paris"],
    entities: [
      { start: 0, end: 2, label: "PER" },
      { start: 3, end: 4, label: "LOC" },
    ],
  },
  { tokens: ["Nothing", "here"], entities: [] },
  { tokens: ["Bob", "stayed"], entities: [{ start: 0, end: 1, label: "PER" }] },
];
const lines = (records: readonly object[]) =>
  `${records.map((record) => JSON.stringify(record)).join("\n")}\n`;
const records = (file: string) =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

beforeAll(() => {
  writeFileSync(at("gold.jsonl"), lines(gold));
});

const commands = [
  "convert",
  "stats",
  "split",
  "mask",
  "merge",
  "label",
  "demo",
  "score",
  "train",
  "distil",
  "evaluate",
  "predict",
  "export",
  "serve",
  "audit",
  "apply",
  "review",
  "bench",
  "vectors",
  "encoder",
];

describe("every command", () => {
  test("is listed by --help, which loads none of them", () => {
    const coverage = at("coverage");
    const { code, stdout } = lacuna(["--help"], { env: { ...process.env, NODE_V8_COVERAGE: coverage } });
    expect(code).toBe(0);
    expect([...stdout.matchAll(/^ {2}(\w+) {2,}\S/gm)].map(([, name]) => name)).toEqual(commands);
    // Each module is some time to wait for, on a slow disk above all.
    const [file] = readdirSync(coverage);
    const { result } = JSON.parse(readFileSync(join(coverage, file!), "utf8"));
    const loaded = result.map(({ url }: { url: string }) => url).filter((url: string) => /^file:/.test(url));
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.length).toBeLessThan(6);
  });

  test.each(commands)("%s --help shows an example", (name) => {
    const { code, stdout } = lacuna([name, "--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain("Examples:");
    expect(stdout).toContain(`$ lacuna ${name} `);
    expect(lacuna(["--help"]).stdout).toContain(`  ${name} `);
  });

  test("help NAME is NAME --help", () => {
    const { code, stdout } = lacuna(["help", "train"]);
    expect(code).toBe(0);
    expect(stdout).toBe(lacuna(["train", "--help"]).stdout);
  });

  test.each(["train", "audit", "evaluate", "convert", "score", "predict"])(
    "%s can be told how its files are to be read, and --json",
    (name) => {
      const { stdout } = lacuna([name, "--help"]);
      const format = name === "train" || name === "audit" ? "--input-format" : "--from";
      for (const option of [
        format,
        "--scheme",
        "--token-column",
        "--tag-column",
        "--offsets",
        "--tag-names",
      ]) {
        expect(stdout).toContain(` ${option} <`);
      }
      expect(stdout).toContain(" --json ");
    },
  );

  test.each(commands.filter((name) => name !== "encoder" && name !== "vectors"))("%s has --json", (name) => {
    expect(lacuna([name, "--help"]).stdout).toMatch(/^ +--json /m);
  });

  test("an audit names the method that it trains with, which is not that of train", () => {
    expect(lacuna(["audit", "--help"]).stdout).toMatch(/\(default:\s+weighted\)/);
    expect(lacuna(["train", "--help"]).stdout).toMatch(/\(default:\s+lacuna\)/);
  });

  test.each([
    [[], "Usage: lacuna COMMAND"],
    [["nonsense"], 'unknown command "nonsense"'],
    [["mask", "--in", "x", "--p", "0.5"], "required option '--out <file>' not specified"],
    [["mask", "--in", "x", "--out", "y", "--p", "2"], "it must lie between 0 and 1"],
    [["stats", "nowhere.jsonl"], 'cannot read "nowhere.jsonl": no such file'],
    [["stats", "--oops", "x"], "unknown option '--oops'"],
    [["convert", "--in", "x", "--out", "y", "--from", "word"], "Allowed choices are jsonl, columns"],
    [["score", "--gold", "x"], "score needs --gold and --pred"],
    [["stats", "x:complete="], 'unknown completeness "complete="'],
    [["trian"], 'did you mean "train"?'],
    [["help", "predcit"], 'did you mean "predict"?'],
    [["encoder", "pul"], 'did you mean "pull"?'],
    [["train", "--train", "x", "--method", "nrce"], 'did you mean "nrces"?'],
    [["train", "--train", "x", "--encoder", "bilsmt"], 'did you mean "bilstm"?'],
    [["train", "--train", "x", "--encoder", "sr/encoders"], 'there is no encoder folder "sr/encoders"'],
    [["audit", "--data", "x", "--encoder", "./scr"], 'did you mean "src"?'],
    [
      ["train", "--train", "x", "--encoder", "package.json"],
      'the encoder "package.json" is a file, not a folder',
    ],
    [["stats", "package.json:partail"], 'did you mean "package.json:partial"?'],
    [["stats", "packge.json"], 'did you mean "package.json"?'],
  ])("a mistake is one line and exit code 2: lacuna %j", (args, message) => {
    const { code, stdout, stderr } = lacuna(args);
    expect(code).toBe(2);
    expect(stdout + stderr).toContain(message);
    expect(stderr).not.toContain("    at ");
  });
});

describe("mask", () => {
  test("hides labels, keeps them aside, and says that the result is partial", () => {
    const { code, stdout } = lacuna([
      "mask",
      "--in",
      at("gold.jsonl"),
      "--out",
      at("masked.jsonl"),
      "--p",
      "0.5",
      "--seed",
      "3",
      "--json",
    ]);
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(result.entities + result.hidden).toBe(3);
    for (const [i, record] of records(at("masked.jsonl")).entries()) {
      expect(record.completeness).toBe("partial");
      expect(record.source).toBe("gold.jsonl");
      expect(new Set([...record.entities, ...record.hidden].map((e) => JSON.stringify(e)))).toEqual(
        new Set(gold[i]!.entities.map((e) => JSON.stringify(e))),
      );
    }
    lacuna(["mask", "--in", at("gold.jsonl"), "--out", at("again.jsonl"), "--p", "0.5", "--seed", "3"]);
    expect(readFileSync(at("again.jsonl"), "utf8")).toBe(readFileSync(at("masked.jsonl"), "utf8"));
  });
});

describe("completeness on the command line", () => {
  test("the suffix wins over the field, and nothing is assumed then", () => {
    writeFileSync(at("stated.jsonl"), lines([{ ...gold[0], completeness: "partial" }]));
    const { stderr } = lacuna([
      "convert",
      "--in",
      `${at("stated.jsonl")}:complete=PER`,
      "--out",
      at("out.jsonl"),
    ]);
    expect(records(at("out.jsonl"))[0].completeness).toEqual({ complete: ["PER"] });
    expect(stderr).not.toContain("taken as complete");
  });

  test("what is assumed is announced", () => {
    const { stderr } = lacuna(["stats", at("gold.jsonl")]);
    expect(stderr).toContain("nothing says whether the labels are complete; taken as complete");
  });

  test("merge keeps each file's state and name", () => {
    const args = [
      "merge",
      "--in",
      `${at("gold.jsonl")}:complete`,
      `${at("stated.jsonl")}:partial`,
      "--out",
      at("all.jsonl"),
    ];
    expect(lacuna(args).code).toBe(0);
    expect(records(at("all.jsonl")).map(({ completeness, source }) => [completeness, source])).toEqual([
      ["complete", "gold.jsonl"],
      ["complete", "gold.jsonl"],
      ["complete", "gold.jsonl"],
      ["partial", "stated.jsonl"],
    ]);
  });
});

describe("score", () => {
  beforeAll(() => {
    writeFileSync(
      at("pred.jsonl"),
      lines([
        {
          tokens: gold[0]!.tokens,
          entities: [
            { start: 0, end: 2, label: "PER" },
            { start: 3, end: 4, label: "PER" },
          ],
        },
        { tokens: gold[1]!.tokens, entities: [] },
        { tokens: gold[2]!.tokens, entities: [] },
      ]),
    );
  });

  test("precision 1/2, recall 1/3, F1 0.4", () => {
    const { stdout } = lacuna(["score", "--gold", at("gold.jsonl"), "--pred", at("pred.jsonl"), "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ precision: 50, recall: 33.33, f1: 40 });
  });

  test("a label that gold has by another name is warned of", () => {
    const renamed = gold.map(({ tokens, entities }) => ({
      tokens,
      entities: entities.map((entity) => ({ ...entity, label: entity.label === "PER" ? "PERSON" : "LOC" })),
    }));
    writeFileSync(at("renamed.jsonl"), lines(renamed));
    const { stderr } = lacuna(["score", "--gold", at("gold.jsonl"), "--pred", at("renamed.jsonl")]);
    expect(stderr).toContain(
      `WARNING: ${at("renamed.jsonl")} has the label "PERSON", gold labels have "PER": two names for one type count as all wrong`,
    );
  });

  test("with partial gold, predictions on unknown words are not scored", () => {
    writeFileSync(at("half.jsonl"), lines(gold.map(({ tokens }) => ({ tokens, entities: [] }))));
    const { stdout } = lacuna([
      "score",
      "--gold",
      `${at("half.jsonl")}:partial`,
      "--pred",
      at("pred.jsonl"),
      "--json",
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ ignored: 2, micro: { predicted: 0 } });
  });

  test("lists mistakes and compares two predictions", () => {
    const args = [
      "score",
      "--gold",
      at("gold.jsonl"),
      "--pred",
      at("gold.jsonl"),
      "--compare",
      at("pred.jsonl"),
    ];
    const { stdout } = lacuna([...args, "--mistakes", at("mistakes.jsonl")]);
    expect(stdout).toContain("F1 difference to the other prediction: +60.00");
    expect(readFileSync(at("mistakes.jsonl"), "utf8")).toBe("");
    lacuna([
      "score",
      "--gold",
      at("gold.jsonl"),
      "--pred",
      at("pred.jsonl"),
      "--mistakes",
      at("mistakes.jsonl"),
    ]);
    expect(records(at("mistakes.jsonl")).map(({ kind }) => kind)).toEqual(["wrong type", "miss"]);
  });

  test("--known and --dictionary tell recall by how names were known", () => {
    const known = [
      { tokens: ["Ann", "Lee", "saw", "Rome"], entities: [{ start: 0, end: 2, label: "PER" }] },
      { tokens: ["Bo", "left", "Ulm"], entities: [{ start: 0, end: 1, label: "PER" }] },
    ];
    const entities = [
      { start: 0, end: 2, label: "PER" },
      { start: 3, end: 4, label: "PER" },
      { start: 5, end: 6, label: "LOC" },
      { start: 7, end: 8, label: "LOC" },
    ];
    const tokens = ["Ann", "Lee", "and", "Cy", "in", "Rome", "or", "Ulm"];
    writeFileSync(at("known-gold.jsonl"), lines([{ tokens, entities }]));
    writeFileSync(at("known-pred.jsonl"), lines([{ tokens, entities: entities.slice(0, 3) }]));
    writeFileSync(at("known.jsonl"), lines(known));
    writeFileSync(at("LOC.txt"), "Rome\n");
    const args = ["score", "--gold", `${at("known-gold.jsonl")}:complete`, "--pred", at("known-pred.jsonl")];
    const { stdout } = lacuna([...args, "--known", at("known.jsonl"), "--dictionary", at("LOC.txt")]);
    expect(stdout.slice(stdout.indexOf("how names"))).toBe(
      [
        "how names were known       recall  gold  correct",
        "in the dictionary          100.00     1        1",
        "labelled there             100.00     1        1",
        "in its text, not labelled    0.00     1        0",
        "nowhere                    100.00     1        1",
        "",
      ].join("\n"),
    );
    const { known: rows } = JSON.parse(lacuna([...args, "--known", at("known.jsonl"), "--json"]).stdout);
    expect(rows.map(({ gold }: { gold: number }) => gold)).toEqual([0, 1, 2, 1]);
  });

  test("sentences that do not fit are refused with their place", () => {
    writeFileSync(at("other.jsonl"), lines([{ tokens: ["Ann", "X"] }]));
    const { code, stderr } = lacuna(["score", "--gold", at("gold.jsonl"), "--pred", at("other.jsonl")]);
    expect(code).toBe(2);
    expect(stderr).toContain("sentence 1, word 2:");
  });

  testWith(
    needs.dataSets("conlleval"),
    "--conlleval prints what the classic script prints, byte for byte, in all cases",
    () => {
      const cases = readdirSync(join(sharedData, "conlleval")).filter((name) => /^case\d+\.txt$/.test(name));
      expect(cases).toHaveLength(12);
      for (const name of cases) {
        const path = join(sharedData, "conlleval", name);
        expect(lacuna(["score", "--conlleval", path]).stdout, name).toBe(
          readFileSync(path.replace(".txt", ".expected.txt"), "utf8"),
        );
      }
    },
  );
});

describe("label", () => {
  test("raw text and a dictionary give a partial corpus", () => {
    writeFileSync(at("raw.txt"), "Ann Lee left Paris. Nobody saw Ann Lee leave.\n");
    writeFileSync(at("names.tsv"), "Ann Lee\tPER\nParis\tLOC\nOslo\tLOC\n");
    const args = [
      "label",
      "--in",
      at("raw.txt"),
      "--dictionary",
      at("names.tsv"),
      "--out",
      at("distant.jsonl"),
      "--json",
    ];
    const { code, stdout } = lacuna(args);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).dictionary).toMatchObject({ hits: 3, phrases: 3, neverHit: { count: 1 } });
    expect(
      records(at("distant.jsonl")).map(({ tokens, entities, completeness }) => [
        completeness,
        entities.map(
          (e: { start: number; end: number; label: string }) =>
            `${tokens.slice(e.start, e.end).join(" ")}/${e.label}`,
        ),
      ]),
    ).toEqual([
      ["partial", ["Ann Lee/PER", "Paris/LOC"]],
      ["partial", ["Ann Lee/PER"]],
    ]);
    expect(Object.keys(records(at("distant.jsonl"))[0].entities[0])).toEqual(["start", "end", "label"]);
  });
});

describe("split", () => {
  test("deals every sentence once, by seed", () => {
    writeFileSync(
      at("many.jsonl"),
      lines(Array.from({ length: 50 }, (_, i) => ({ tokens: [`w${i}`], entities: [], doc: `d${i >> 1}` }))),
    );
    const { stdout } = lacuna([
      "split",
      "--in",
      at("many.jsonl"),
      "--out",
      at("parts"),
      "--seed",
      "2",
      "--json",
    ]);
    expect(JSON.parse(stdout).parts.map((part: { sentences: number }) => part.sentences)).toEqual([40, 6, 4]);
    const parts = ["train", "dev", "test"].map((name) => records(join(at("parts"), `${name}.jsonl`)));
    expect(
      parts
        .flat()
        .map(({ tokens }) => tokens[0])
        .sort(),
    ).toEqual(Array.from({ length: 50 }, (_, i) => `w${i}`).sort());
    const docs = parts.map((part) => new Set(part.map(({ doc }) => doc)));
    for (const doc of docs[1]!) expect(docs[0]!.has(doc) || docs[2]!.has(doc)).toBe(false);
  });
});

describe("convert", () => {
  test("what is dropped is listed with file and line, all of it in --report, and is an error with --strict", () => {
    writeFileSync(at("bad.conll"), "Ann\tB-PER\nleft\tO\n\nBob\tI-PER\nsat\tO\nCid\tB-PER\n");
    const { stderr } = lacuna([
      "convert",
      "--in",
      at("bad.conll"),
      "--out",
      at("good.jsonl"),
      "--report",
      at("report.jsonl"),
    ]);
    expect(stderr).toContain("repaired: 1 × tag that breaks the scheme");
    expect(stderr).toContain("bad.conll:4");
    expect(records(at("report.jsonl"))).toMatchObject([{ kind: "repaired", line: 4 }]);
    rmSync(at("good.jsonl"));
    const strict = lacuna(["convert", "--in", at("bad.conll"), "--out", at("good.jsonl"), "--strict"]);
    expect(strict.code).toBe(2);
    expect(strict.stderr).toContain("bad.conll:4: tag that breaks the scheme");
    expect(readdirSync(folder)).not.toContain("good.jsonl");
  });

  test("pipes: standard input to standard output", () => {
    const { stdout, code } = lacuna(["convert", "--in", "-", "--out", "-", "--to", "columns"], {
      input: lines(gold),
    });
    expect(code).toBe(0);
    expect(stdout).toContain("Ann\tB-PER\nLee\tI-PER\nleft\tO\nParis\tB-LOC\n");
  });

  test("control characters in data cannot steer the terminal", () => {
    writeFileSync(at("evil.conll"), "a\tO\nb\tI-\u001b[31mX\nc\tB-X\nd\tO\n");
    const { stderr } = lacuna(["convert", "--in", at("evil.conll"), "--out", at("evil.jsonl")]);
    expect(stderr).toContain("\\u001b[31mX");
    expect(stderr).not.toContain("\u001b");
  });
});
