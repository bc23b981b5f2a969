import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ReadLog } from "../read-log.ts";
import { readBytes, readStart } from "./read-bytes.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lacuna-bytes-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(name: string, content: Buffer | string) {
  const path = join(folder, name);
  await writeFile(path, content);
  const log = new ReadLog();
  const parts: Buffer[] = [];
  let onDisk = 0;
  for await (const chunk of readBytes(path, log, (bytes) => (onDisk += bytes))) parts.push(chunk);
  return { text: Buffer.concat(parts).toString(), bytes: Buffer.concat(parts), onDisk, log, path };
}

/** What `printf 'Ann left.\n' | zstd` and its like wrote (zstd 1.5). */
const zstd = {
  line: Buffer.from("KLUv/QRYUQAAQW5uIGxlZnQuCu9gH8o=", "base64"),
};

/** A frame without checksum and content size: raw and run-length blocks, made by hand from RFC 8878. */
function frame(...blocks: readonly (string | readonly [byte: number, times: number])[]): Buffer {
  const parts = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58])];
  for (const [i, block] of blocks.entries()) {
    const last = i === blocks.length - 1 ? 1 : 0;
    const head = Buffer.alloc(3);
    if (typeof block === "string") {
      head.writeUIntLE(last | (Buffer.byteLength(block) << 3), 0, 3);
      parts.push(head, Buffer.from(block));
    } else {
      head.writeUIntLE(last | (1 << 1) | (block[1] << 3), 0, 3);
      parts.push(head, Buffer.of(block[0]));
    }
  }
  return Buffer.concat(parts);
}

describe("compression", () => {
  test.each(["a.jsonl.gz", "a.jsonl"])("gzip is undone, whatever the name: %s", async (name) => {
    const { text, onDisk, log } = await read(name, gzipSync("Ann left.\n"));
    expect(text).toBe("Ann left.\n");
    expect(onDisk).toBe(gzipSync("Ann left.\n").length);
    expect(log.assumptions.size).toBe(0);
  });

  test("several gzip members after each other are one file", async () => {
    const { text } = await read("two.gz", Buffer.concat([gzipSync("Ann "), gzipSync("left.\n")]));
    expect(text).toBe("Ann left.\n");
  });

  test("zstd's own file is undone", async () => {
    expect((await read("a.zst", zstd.line)).text).toBe("Ann left.\n");
  });

  test("frames, skippable ones among them, are one file", async () => {
    const skippable = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
    const { text } = await read(
      "frames.zst",
      Buffer.concat([skippable, frame("Ann", " left", [0x2e, 3]), skippable, zstd.line, frame("")]),
    );
    expect(text).toBe("Ann left...Ann left.\n");
  });

  test("a name that promises compression where there is none is noted", async () => {
    const { text, log } = await read("plain.gz", "Ann left.\n");
    expect(text).toBe("Ann left.\n");
    expect([...log.assumptions]).toEqual(["plain.gz: not compressed, in spite of its name; read as it is"]);
  });

  test.each([
    ["gzip broken off", gzipSync("Ann left.\n".repeat(100)).subarray(0, 20), "unexpected end of file"],
    ["zstd broken off", zstd.line.subarray(0, 12), "it breaks off"],
    [
      "zstd with garbage behind it",
      Buffer.concat([zstd.line, Buffer.from("garbage")]),
      "something else follows",
    ],
    [
      "zstd that asks for a window of 3.75 TiB",
      Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xff]), Buffer.alloc(20)]),
      "at most 128 are read",
    ],
    [
      "zstd that says it is 2^63 bytes large",
      Buffer.concat([
        Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0x80]),
        Buffer.alloc(20),
      ]),
      "at most 128 are read",
    ],
    [
      "zstd with a block that stumbles the decoder",
      Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 179, 0, 1, 0]),
      "its zstd data is broken",
    ],
    [
      "zstd with a reserved block",
      Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x58, 0x0f, 0, 0, 1]),
      "no valid header",
    ],
  ])("%s is the user's to mend", async (_, content, message) => {
    await expect(read("broken.gz", content)).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringContaining(message),
    });
  });

  test("whatever bytes follow a magic number, it ends in a text or in a UserError", async () => {
    const magic = fc.constantFrom([0x1f, 0x8b, 8], [0x28, 0xb5, 0x2f, 0xfd], [0x50, 0x2a, 0x4d, 0x18]);
    await fc.assert(
      fc.asyncProperty(magic, fc.uint8Array({ maxLength: 60 }), async (start, rest) => {
        const found = await read("fuzz", Buffer.from([...start, ...rest])).catch((error: unknown) => error);
        if (found instanceof Error) expect(found.name).toBe("UserError");
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["gzip", () => gzipSync(Buffer.alloc(1 << 29), { level: 9 })],
    ["zstd", () => frame(...Array.from({ length: 1 << 12 }, () => [0, 1 << 17] as const))],
  ])("a %s bomb of half a gigabyte is read in small pieces", async (_, make) => {
    const path = join(folder, "bomb");
    await writeFile(path, make());
    let [total, largest, most] = [0, 0, 0];
    const before = process.memoryUsage().arrayBuffers;
    for await (const chunk of readBytes(path, new ReadLog())) {
      total += chunk.length;
      largest = Math.max(largest, chunk.length);
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    expect(total).toBe(1 << 29);
    expect(largest).toBeLessThanOrEqual(1 << 18);
    expect(most).toBeLessThan(1 << 28);
  });
});

describe("UTF-16", () => {
  const text = "id,text\n1,Ann 😀 is here\n2,漢字 一\n";
  const little = Buffer.from(text, "utf16le");
  const big = Buffer.from(little).swap16();

  test.each([
    ["little-endian with a mark", Buffer.concat([Buffer.from([0xff, 0xfe]), little]), `\ufeff${text}`],
    ["big-endian with a mark", Buffer.concat([Buffer.from([0xfe, 0xff]), big]), `\ufeff${text}`],
    ["little-endian", little, text],
    ["big-endian", big, text],
    ["little-endian, compressed", gzipSync(little), text],
  ])("%s", async (_, content, expected) => {
    expect((await read("a.csv", content)).text).toBe(expected);
  });

  test("what was told from NULs is said", async () => {
    expect([...(await read("b.csv", big)).log.assumptions]).toEqual([
      "b.csv: read as UTF-16, big-endian (told from its NULs)",
    ]);
  });

  test("unpaired surrogates and half a unit become bytes that UTF-8 does not have", async () => {
    const { bytes } = await read(
      "c.txt",
      Buffer.concat([Buffer.from("\ufeffab\ud83dcd\udc00\ud83d", "utf16le"), Buffer.of(0x41)]),
    );
    expect([...bytes]).toEqual([0xef, 0xbb, 0xbf, 0x61, 0x62, 0xff, 0x63, 0x64, 0xff, 0xff, 0xff]);
  });

  test("chunks may end anywhere: 300,000 characters beyond the basic plane", async () => {
    const long = `a${"😀".repeat(300_000)}`;
    expect((await read("d.txt", Buffer.from(`\ufeff${long}`, "utf16le"))).text).toBe(`\ufeff${long}`);
  });

  test("UTF-8 with a NUL or two is left alone, UTF-32 is refused", async () => {
    expect((await read("e.txt", `${"word ".repeat(50)}\0\0 more`)).text).toContain("\0\0");
    const zip = Buffer.from("PK\u0003\u0004\u0014\0\u0006\0");
    expect((await read("e.zip", zip)).bytes).toEqual(zip);
    const utf32 = Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0]);
    await expect(read("f.txt", utf32)).rejects.toThrow("it is UTF-32");
  });
});

test("the start of a file is taken after all that", async () => {
  const { path } = await read("g.gz", gzipSync(Buffer.from("\ufeffAnn left.".repeat(1e5), "utf16le")));
  expect((await readStart(path, 6)).toString()).toBe("\ufeffAnn");
});
