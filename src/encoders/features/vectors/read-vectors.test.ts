import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tarOf } from "../../../../test/support/archives/tar-of.ts";
import { needs, testWith } from "../../../../test/support/needs.ts";
import { sharedData } from "../../../../test/support/shared-data.ts";
import { readVectors } from "./read-vectors.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lacuna-vectors-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** word2vec's binary format; `end` after each vector, as some writers have it. */
function binary(
  rows: readonly (readonly [string, readonly number[]])[],
  end: string,
  announced = rows.length,
): Buffer {
  const dim = rows[0]![1].length;
  return Buffer.concat([
    Buffer.from(`${announced} ${dim}\n`),
    ...rows.flatMap(([word, values]) => [
      Buffer.from(`${word} `),
      Buffer.from(Float32Array.from(values).buffer),
      Buffer.from(end),
    ]),
  ]);
}

const rows = [
  ["the", [0.5, -1, 2]],
  ["京", [1e-3, 10, 3]],
  ["10", [1, 2, 3]],
] as const;
const text = (separator: string) =>
  rows.map(([word, values]) => [word, ...values].join(separator)).join("\n");

describe("formats are told apart by their contents", () => {
  test.each<[string, string | Uint8Array]>([
    ["GloVe", `${text(" ")}\n`],
    ["tabs", `${text("\t")}\n`],
    ["word2vec text", `3 3\n${text(" ")}\n`],
    ["fastText, with a blank at each end", `3 3\n${text(" ").replaceAll("\n", " \n")} \n`],
    ["CRLF, byte-order mark, no last line end", `\uFEFF${text(" ").replaceAll("\n", "\r\n")}`],
    ["empty lines at the end", `${text(" ")}\n\n\n`],
    ["word2vec binary", binary(rows, "")],
    ["word2vec binary with line ends", binary(rows, "\n")],
    ["GloVe, compressed", gzipSync(`${text(" ")}\n`)],
    ["fastText, compressed in two members", Buffer.concat([gzipSync("3 3\n"), gzipSync(`${text(" ")}\n`)])],
    ["word2vec binary, compressed", gzipSync(binary(rows, "\n"))],
    ["JSON", '{ "the": [0.5, -1, 2.0],\n "\\u4eac" : [1e-3, 10, 3], "10":[1,2,3]}'],
    [
      "JSON as packages for wink-nlp have it",
      '{"dimensions":3,"size":3,"words":["the","]}"],"more":{"of":[7,7,7]},"vectors":{"the":[0.5,-1,2,2.3,0],"京":[1e-3,10,3,10.4,1],"10":[1,2,3,3.7,2]},"unkVector":[0,0,0,0,-1]}',
    ],
  ])("%s", async (name, content) => {
    expect(await readVectors(await file(`${name}.vec`, content))).toEqual({
      dim: 3,
      words: ["the", "京", "10"],
      values: Float32Array.of(0.5, -1, 2, 1e-3, 10, 3, 1, 2, 3),
      read: 3,
      duplicates: 0,
    });
  });
});

test("a word may have blanks, and with tabs it may be one", async () => {
  const glove = await readVectors(await file("blanks.txt", "a 1 2\n. . . 3 4\n"));
  expect(glove.words).toEqual(["a", ". . ."]);
  expect([...glove.values]).toEqual([1, 2, 3, 4]);
  const tabs = await readVectors(await file("tabs.txt", "a\t1\t2\n \t3\t4\n"));
  expect(tabs.words).toEqual(["a", " "]);
});

test("only needed words are kept, their lower case as well; the first of equals counts", async () => {
  const path = await file("twice.txt", "York 1 1\nyork 2 2\nYork 3 3\nof 4 4\nOf 5 5\n__proto__ 6 6\n");
  const found = await readVectors(path, { needed: new Set(["York", "OF", "__proto__"]) });
  expect(found).toEqual({
    dim: 2,
    words: ["York", "york", "of", "__proto__"],
    values: Float32Array.of(1, 1, 2, 2, 4, 4, 6, 6),
    read: 6,
    duplicates: 1,
  });
  expect((await readVectors(path, { needed: (word) => word.startsWith("O") })).words).toEqual(["Of"]);
});

test("rows that span the chunks of a large file come whole", async () => {
  // 40,000 rows of about 60 bytes: more than two chunks of a megabyte.
  const many = Array.from(
    { length: 40_000 },
    (_, i) => `word${i} ${[i, -i, i / 8, 0.123456789, 1e-7].join(" ")} 123456789.5`,
  );
  const path = await file("large.txt", many.join("\n"));
  const found = await readVectors(path);
  expect(found.read).toBe(40_000);
  const at = (i: number) => [...found.values.subarray(6 * i, 6 * i + 3)];
  expect([at(17_000), at(39_999)]).toEqual([
    [17_000, -17_000, 2125],
    [39_999, -39_999, 4999.875],
  ]);
  const raw = Array.from({ length: 40_000 }, (_, i): [string, number[]] => [`w${i}`, Array(16).fill(i)]);
  const again = await readVectors(await file("large.bin", binary(raw, "\n")));
  expect([again.read, again.words[39_999], again.values[16 * 39_999 + 15]]).toEqual([
    40_000,
    "w39999",
    39_999,
  ]);
});

describe("mistakes are named with file and line", () => {
  test.each<[string, string | Uint8Array, RegExp]>([
    ["ragged", "a 1 2 3\nb 1 2\n", /ragged:2: 2 numbers, not 3/],
    ["letters", "a 1 2 3\nb 1 x 3\n", /letters:2: "x" is not a number/],
    ["infinite", "a 1 2 3\nb 1 nan 3\n", /infinite:2: "nan" is not a number/],
    ["double blank", "a 1 2 3\nb 1  2\n", /double blank:2: "" is not a number/],
    ["gap", "a 1 2\n\nb 1 2\n", /gap:2: an empty line between vectors/],
    ["few", "5 3\na 1 2 3\n", /announces 5 vectors in its first line but has 1/],
    ["narrow", "1 4\na 1 2 3\n", /narrow:2: 3 numbers, but the first line announces vectors of 4/],
    ["no size", "7 0\na\n", /no size:1: vectors of 0 numbers/],
    ["prose", "Once upon a time\n", /prose:1: not a word and its vector/],
    ["empty", "", /it is empty/],
    ["cut", binary(rows, "").subarray(0, -5), /ends within vector 3 of the 3/],
    ["none", binary(rows, "", 9), /ends within vector 4 of the 9/],
    ["long", Buffer.concat([binary(rows, ""), Buffer.from("more")]), /goes on after the 3 vectors/],
    ["bin nan", binary([["a", [Number.NaN, 1]]], ""), /vector 1 .* not a number/],
    ["no gzip", Buffer.from([0x1f, 0x8b, 1, 2, 3]), /cannot uncompress ".*no gzip"/],
    ["cut gzip", gzipSync(text(" ")).subarray(0, -12), /cannot uncompress ".*cut gzip": unexpected end/],
    ["bomb", gzipSync(`a 1 2\n${"0".repeat(8 * 2 ** 20)}`), /has a line of more than 4194304 bytes/],
    [
      "bomb.json",
      gzipSync(`{"a":[1],"${"0".repeat(8 * 2 ** 20)}`),
      /word or a vector of more than 4194304 bytes/,
    ],
    ["ragged.json", '{"a":[1,2],"b":[1]}', /vector 2 .* has 1 numbers, not 2/],
    ["wide.json", '{"a":[1,2],"b":[1,2,3]}', /vector 2 .* has 3 numbers, not 2/],
    ["letters.json", '{"a":[1,2],"b":[1,"x"]}', /vector 2 .*: ""x"" is not a number/],
    ["null.json", '{"a":[1,2],"b":[1,]}', /vector 2 .*: "" is not a number/],
    ["cut.json", '{"a":[1,2],"b":[1,', /ends after 1 vectors, in the middle of its JSON/],
    ["none.json", '{"dimensions":3,"vectors":{}}', /no list of numbers by word/],
    ["huge.json", '{"dimensions":300000,"vectors":{}}', /vectors of 300000 numbers are announced/],
    ["archive", gzipSync(tarOf([{ path: "package/a.txt", data: text(" ") }])), /is an archive/],
    ["model", Uint8Array.of(0xba, 0x16, 0x4f, 0x2f, 12, 0, 0, 0), /fastText model/],
  ])("%s", async (name, content, message) => {
    const path = await file(name, content);
    await expect(readVectors(path)).rejects.toThrow(message);
    await expect(readVectors(path)).rejects.toMatchObject({ name: "UserError" });
  });

  test("a missing file, a folder", async () => {
    await expect(readVectors(join(folder, "nowhere"))).rejects.toThrow(/no such file, and no such name/);
    await expect(readVectors(folder)).rejects.toThrow(/it is a folder/);
  });
});

const shared = join(sharedData, "..", "vectors");
testWith(needs.dataSets("../vectors"), "published vectors of Chinese characters", async () => {
  const needed = new Set(["漂", "土"]);
  const [dsner, lac] = await Promise.all(
    ["dsner-char-100d.txt", "lac-char-128d.bin"].map((name) => readVectors(join(shared, name), { needed })),
  );
  expect([dsner!.dim, dsner!.read, dsner!.words]).toEqual([100, 4370, ["漂", "土"]]);
  expect(dsner!.values[0]).toBeCloseTo(1.13792, 5);
  expect([lac!.dim, lac!.read, lac!.words.length]).toEqual([128, 20_933, 2]);
});
