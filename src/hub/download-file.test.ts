import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Behaviour } from "../../test/support/servers/model-server.ts";
import {
  arrived,
  base,
  bytesOf,
  cache,
  dir,
  failure,
  model,
  pull,
  server,
  sha256,
  usePulling,
  weights,
  weightsPath,
} from "../../test/support/servers/pulling.ts";
import { downloadFile } from "./download-file.ts";
import { WebClient } from "./web-client.ts";

usePulling();

describe("resuming", () => {
  test("a cut connection goes on where it broke off", async () => {
    server.behaviours.set(weightsPath, { cuts: [100_000, 50_000], cutWhen: arrived });
    await pull();
    expect(bytesOf("model.safetensors").equals(model)).toBe(true);
    const ranges = server.requests.filter(({ path }) => path === weightsPath).map(({ headers }) => headers);
    expect(ranges.map(({ range }) => range)).toEqual([undefined, "bytes=100000-", "bytes=150000-"]);
    expect(ranges[1]!["if-range"]).toBe(`"v${model.length}"`);
  });

  test("a later pull goes on where an earlier one gave up, and does not fetch finished files again", async () => {
    server.behaviours.set(weightsPath, { cuts: [100_000], cutWhen: arrived });
    expect(await failure(pull({ retry: { retries: 0, pause: 1 } }))).toContain("the connection was closed");
    expect(existsSync(dir())).toBe(false);
    expect(statSync(join(cache, ".org--tiny@main.partial", "model.safetensors.part")).size).toBe(100_000);
    server.requests.length = 0;
    await pull();
    expect(bytesOf("model.safetensors").equals(model)).toBe(true);
    const headersOf = (path: string) => server.requests.find((each) => each.path === path)!.headers;
    expect(headersOf(weightsPath).range).toBe("bytes=100000-");
    expect(headersOf(`${base}/config.json`)["if-none-match"]).toBe('"v21"');
  });

  test("a server that ignores ranges: the file starts anew", async () => {
    server.behaviours.set(weightsPath, { cuts: [100_000], cutWhen: arrived, ignoreRange: true });
    await pull();
    expect(bytesOf("model.safetensors").equals(model)).toBe(true);
  });

  test("a file that has changed meanwhile starts anew", async () => {
    server.behaviours.set(weightsPath, { cuts: [100_000], cutWhen: arrived });
    await failure(pull({ retry: { retries: 0, pause: 1 } }));
    const other = weights(200_000, 7);
    server.files.set(weightsPath, other);
    await pull();
    expect(bytesOf("model.safetensors").equals(other)).toBe(true);
  });

  test("a server that goes on with another version: the file starts anew", async () => {
    server.behaviours.set(weightsPath, { cuts: [100_000], cutWhen: arrived });
    await failure(pull({ retry: { retries: 0, pause: 1 } }));
    const other = weights(300_000, 7);
    server.files.set(weightsPath, other);
    server.behaviours.set(weightsPath, { ignoreIfRange: true, headers: { etag: '"other"' } });
    await pull();
    expect(bytesOf("model.safetensors").equals(other)).toBe(true);
  });

  test("without an ETag nothing is joined", async () => {
    server.behaviours.set(weightsPath, { cuts: [100_000], cutWhen: arrived, headers: { etag: undefined } });
    await pull();
    expect(bytesOf("model.safetensors").equals(model)).toBe(true);
    expect(server.requests.every(({ headers }) => headers.range === undefined)).toBe(true);
  });

  test("a part that has all its bytes is not fetched a second time", async () => {
    server.behaviours.set(weightsPath, { cuts: [100_000], cutWhen: arrived });
    await failure(pull({ retry: { retries: 0, pause: 1 } }));
    writeFileSync(join(cache, ".org--tiny@main.partial", "model.safetensors.part"), model);
    server.requests.length = 0;
    await pull();
    const asked = server.requests.filter(({ path }) => path === weightsPath);
    expect(asked.map(({ headers }) => headers["if-none-match"])).toEqual([`"v${model.length}"`]);
    expect(bytesOf("model.safetensors").equals(model)).toBe(true);
  });

  test("a server that cuts at the same place each time is given up", async () => {
    server.behaviours.set(weightsPath, { cuts: Array<number>(50).fill(0) });
    expect(await failure(pull())).toContain("the connection was closed");
    // The first attempt and three retries.
    expect(server.asked.filter((name) => name === "model.safetensors")).toHaveLength(4);
  });
});

describe("checksums", () => {
  test("the hub's checksum is verified; a wrong file is removed", async () => {
    server.behaviours.set(weightsPath, { headers: { "x-linked-etag": `"${"0".repeat(64)}"` } });
    expect(await failure(pull())).toContain(
      `"model.safetensors" has SHA-256 ${sha256(model)}, but "127.0.0.1`,
    );
    expect(existsSync(dir())).toBe(false);
    expect(readdirSync(join(cache, ".org--tiny@main.partial"))).not.toContain("model.safetensors");
    expect(readdirSync(join(cache, ".org--tiny@main.partial"))).not.toContain("model.safetensors.part");
    server.behaviours.set(weightsPath, { headers: { "x-linked-etag": `"${sha256(model)}"` } });
    await pull();
    expect(bytesOf("model.safetensors").equals(model)).toBe(true);
  });

  test("a mirror's ETag that is a SHA-256 is verified too", async () => {
    server.behaviours.set(weightsPath, { headers: { etag: `"${"1".repeat(64)}"` } });
    expect(await failure(pull())).toContain(`announces ${"1".repeat(64)}`);
  });

  test("a size other than the hub tells is an error", async () => {
    server.behaviours.set(weightsPath, { headers: { "x-linked-size": String(model.length - 1) } });
    expect(await failure(pull())).toContain("300,0");
    expect(existsSync(dir())).toBe(false);
  });

  test("a checksum given by the user is verified at the download and in the cache", async () => {
    const wrong = new Map([["model.safetensors", "2".repeat(64)]]);
    expect(await failure(pull({ sha256: wrong }))).toContain(`but you gave ${"2".repeat(64)}`);
    await pull({ sha256: new Map([["model.safetensors", sha256(model)]]) });
    expect(await failure(pull({ sha256: wrong }))).toContain("--force fetches it again");
    expect(await failure(pull({ force: true, sha256: new Map([["vocab.txt", "2".repeat(64)]]) }))).toContain(
      '--sha256 names "vocab.txt"',
    );
    // The failed attempt has not touched what was there.
    expect(bytesOf("model.safetensors").equals(model)).toBe(true);
  });
});

describe("more bytes than a file of this name may have", () => {
  const download = async (behaviour: Behaviour) => {
    server.behaviours.set(weightsPath, behaviour);
    const client = new WebClient({});
    const web = { fetch: client.fetch, env: {}, endpoint: new URL(server.url), token: undefined };
    const target = join(cache, "model.safetensors");
    const options = { limit: 5000, retry: { retries: 0, pause: 1 } };
    try {
      return await downloadFile(new URL(weightsPath, server.url), target, web, options);
    } finally {
      await client.close();
    }
  };

  test("are not fetched when the server tells the size, whatever it sends", async () => {
    const message = await failure(download({ stall: 0 }));
    expect(message).toContain(
      `has ${model.length.toLocaleString("en")} bytes or more, where at most 5,000 can be right`,
    );
    expect(readdirSync(cache)).toEqual([]);
  });

  test("are cut off when it does not", async () => {
    const message = await failure(download({ chunked: true, stall: 200_000 }));
    expect(message).toContain("where at most 5,000 can be right");
    expect(readdirSync(cache)).toEqual([]);
  });
});
