import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { parquetThread } from "../src/data/formats/hugging-face/parquet-thread.ts";
import type { readCorpus } from "../src/data/index.ts";
import { Random } from "../src/random.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-parquet-"));
const path = join(folder, "x.parquet");
/** A thread needs a file that Node can run, so these are the built ones. */
let built: { readonly parquetThread: typeof parquetThread; readonly readCorpus: typeof readCorpus };

beforeAll(async () => {
  const data = join(process.cwd(), "dist", "data");
  if (!existsSync(data)) throw new Error("dist/ is not built; run `npm test`, or `npm run build` first");
  const thread = await import(join(data, "formats", "hugging-face", "parquet-thread.js"));
  const { readCorpus: read } = await import(join(data, "index.js"));
  built = { parquetThread: thread.parquetThread, readCorpus: read };
});
afterAll(() => rmSync(folder, { recursive: true }));

const tokens = Array.from({ length: 2500 }, (_, i) => ["Ada", "met", `Bob${i}`]);
const sound = new Uint8Array(
  parquetWriteBuffer({
    columnData: [
      { name: "tokens", data: tokens },
      { name: "ner_tags", data: tokens.map(() => ["B-PER", "O", "B-PER"]) },
    ],
  }),
);

test("the built package reads in a thread, in order, and ends it", async () => {
  writeFileSync(path, sound);
  const found: string[][] = [];
  for await (const sentence of built.readCorpus(`${path}:complete`)) found.push([...sentence.tokens]);
  expect(found).toEqual(tokens);
  for await (const sentence of built.readCorpus(`${path}:complete`)) {
    expect(sentence.entities).toHaveLength(2);
    break;
  }
});

test("what takes too long is ended and refused", async () => {
  writeFileSync(path, sound);
  const read = async () => {
    for await (const part of built.parquetThread(path, { patience: -100_000 })) expect(part).toBeUndefined();
  };
  await expect(read()).rejects.toMatchObject({
    name: "UserError",
    message: expect.stringMatching(/x\.parquet" is not a sound Parquet file: it could not be read in/),
  });
});

test("a small file that claims millions of rows is refused before memory is taken for them", async () => {
  const none = { name: "tokens", data: new Array(3_000_000).fill("a"), type: "STRING" as const };
  const bytes = new Uint8Array(
    parquetWriteBuffer({ columnData: [none, { ...none, name: "ner_tags" }], rowGroupSize: 3_000_000 }),
  );
  expect(bytes.length).toBeLessThan(10_000);
  writeFileSync(path, bytes);
  const before = process.memoryUsage().rss;
  await expect(all(built.readCorpus(path))).rejects.toMatchObject({
    name: "UserError",
    message: expect.stringMatching(/claims 3000000 values in \d+ bytes/),
  });
  expect(process.memoryUsage().rss - before).toBeLessThan(200e6);
});

test("damaged files are refused or read, never a bug", { timeout: 60_000 }, async () => {
  const small = new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: "tokens", data: tokens.slice(0, 20) },
        { name: "ner_tags", data: tokens.slice(0, 20).map(() => ["B-PER", "O", "B-PER"]) },
      ],
    }),
  );
  const random = new Random(27);
  for (let i = 0; i < 15; i++) {
    const bytes = small.slice();
    for (let edit = 0; edit < 3; edit++) bytes[random.below(bytes.length)] = random.below(256);
    writeFileSync(path, bytes);
    const error = await all(built.readCorpus(path)).then(
      () => undefined,
      (cause: Error) => cause,
    );
    expect([undefined, "UserError"]).toContain(error?.name);
  }
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
