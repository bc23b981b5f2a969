import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ModelServer } from "../../../test/support/model-server.ts";
import { UserError } from "../../errors.ts";
import { type PullOptions, pullEncoder } from "./pull-encoder.ts";
import type { PullEvent } from "./pull-event.ts";

const sha256 = (data: Uint8Array) => createHash("sha256").update(data).digest("hex");

/** A safetensors file with one tensor of `bytes` bytes that all depend on their place. */
function weights(bytes: number, salt = 1): Buffer {
  const header = Buffer.from(
    JSON.stringify({ w: { dtype: "U8", shape: [bytes], data_offsets: [0, bytes] } }),
  );
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([
    length,
    header,
    Buffer.from(Uint8Array.from({ length: bytes }, (_, i) => (i * i * salt) >> 3)),
  ]);
}

const model = weights(300_000);
const base = "/org/tiny/resolve/main";
const weightsPath = `${base}/model.safetensors`;

let server: ModelServer;
let cache: string;
let events: PullEvent[];

beforeEach(async () => {
  server = await new ModelServer().start();
  cache = mkdtempSync(join(tmpdir(), "lacuna-pull-"));
  events = [];
  server.files.set(`${base}/config.json`, '{"model_type":"bert"}');
  server.files.set(`${base}/tokenizer.json`, '{"version":"1.0"}');
  server.files.set(weightsPath, model);
});

afterEach(async () => {
  await server.stop();
  rmSync(cache, { recursive: true });
});

function pull(options: PullOptions = {}, name = "org/tiny") {
  return pullEncoder(name, {
    cache,
    retry: { retries: 3, pause: 1 },
    onEvent: (event) => events.push(event),
    ...options,
    env: { HF_ENDPOINT: server.url, ...options.env },
  });
}

/** The error's message and hint on one line each. */
async function failure(pulling: Promise<unknown>): Promise<string> {
  const error = await pulling.then(
    () => expect.unreachable("the pull should fail"),
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(UserError);
  const { message, hint } = error as UserError;
  expect(message).not.toContain("\n");
  return `${message}\n${hint}`;
}

const dir = () => join(cache, "org--tiny@main");
const bytesOf = (name: string) => readFileSync(join(dir(), name));

test("fetches the files of a model, and nothing else, into one folder with a manifest", async () => {
  server.files.set(`${base}/vocab.txt`, "[PAD]\n");
  server.files.set(`${base}/pytorch_model.bin`, "pickle");
  const result = await pull();
  expect(result.dir).toBe(dir());
  expect(readdirSync(dir()).sort()).toEqual([
    "config.json",
    "manifest.json",
    "model.safetensors",
    "tokenizer.json",
    "vocab.txt",
  ]);
  expect(bytesOf("model.safetensors").equals(model)).toBe(true);
  expect(readdirSync(cache)).toEqual(["org--tiny@main"]);
  // 21 for config.json, 17 for tokenizer.json, 6 for vocab.txt
  expect(result.bytes).toBe(21 + 17 + 6 + model.length);
  expect(server.asked).not.toContain("pytorch_model.bin");
  const manifest = JSON.parse(bytesOf("manifest.json").toString());
  expect(manifest.id).toBe("org/tiny@main");
  expect(manifest.files.find((file: { name: string }) => file.name === "model.safetensors")).toEqual({
    name: "model.safetensors",
    url: `${server.url}${weightsPath}`,
    bytes: model.length,
    sha256: sha256(model),
    etag: `"v${model.length}"`,
  });
});

test("a second pull checks the files and asks for nothing; --force asks again", async () => {
  const first = await pull();
  const asked = server.requests.length;
  expect(await pull()).toEqual(first);
  expect(server.requests.length).toBe(asked);
  server.files.set(`${base}/config.json`, '{"model_type":"roberta"}');
  await pull({ force: true });
  expect(bytesOf("config.json").toString()).toBe('{"model_type":"roberta"}');
  expect(readdirSync(cache)).toEqual(["org--tiny@main"]);
});

test("a damaged file in the cache is noticed, even at the same size, and fetched again", async () => {
  await pull();
  const damaged = Buffer.from(model);
  damaged[5000]! ^= 1;
  writeFileSync(join(dir(), "model.safetensors"), damaged);
  expect(await failure(pull({ offline: true }))).toContain('model.safetensors" is not what was pulled');
  await pull();
  expect(bytesOf("model.safetensors").equals(model)).toBe(true);
  expect(events.filter(({ kind }) => kind === "damaged")).toHaveLength(1);
});

describe("sources", () => {
  test("a folder of any web server", async () => {
    for (const name of ["config.json", "tokenizer.json", "model.safetensors"]) {
      server.files.set(`/my%20models/v1.0/${name}`, server.files.get(`${base}/${name}`)!);
    }
    const result = await pull({ env: { HF_ENDPOINT: undefined } }, `${server.url}/my models/v1.0/`);
    expect(result.dir).toMatch(/[\\/]v1-0@[0-9a-f]{12}$/);
    expect(readFileSync(join(result.dir, "model.safetensors")).equals(model)).toBe(true);
  });

  test("the address of the hub's page is the model it shows", async () => {
    expect((await pull({}, `${server.url}/org/tiny/tree/main`)).dir).toBe(dir());
    expect((await pull({}, `${server.url}/org/tiny`)).dir).toBe(dir());
  });

  test("once the server tells the commit, the other files are asked from that commit", async () => {
    const commit = "0123456789abcdef0123456789abcdef01234567";
    server.behaviours.set(`${base}/config.json`, { headers: { "x-repo-commit": commit } });
    for (const name of ["tokenizer.json", "model.safetensors"]) {
      server.files.set(`/org/tiny/resolve/${commit}/${name}`, server.files.get(`${base}/${name}`)!);
      server.files.delete(`${base}/${name}`);
    }
    await pull();
    expect(JSON.parse(bytesOf("manifest.json").toString()).commit).toBe(commit);
  });
});

describe("resuming", () => {
  test("a cut connection goes on where it broke off", async () => {
    server.behaviours.set(weightsPath, { cuts: [100_000, 50_000] });
    await pull();
    expect(bytesOf("model.safetensors").equals(model)).toBe(true);
    const ranges = server.requests.filter(({ path }) => path === weightsPath).map(({ headers }) => headers);
    expect(ranges.map(({ range }) => range)).toEqual([undefined, "bytes=100000-", "bytes=150000-"]);
    expect(ranges[1]!["if-range"]).toBe(`"v${model.length}"`);
  });

  test("a later pull goes on where an earlier one gave up, and does not fetch finished files again", async () => {
    server.behaviours.set(weightsPath, { cuts: [100_000] });
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
    server.behaviours.set(weightsPath, { cuts: [100_000], ignoreRange: true });
    await pull();
    expect(bytesOf("model.safetensors").equals(model)).toBe(true);
  });

  test("a file that has changed meanwhile starts anew", async () => {
    server.behaviours.set(weightsPath, { cuts: [100_000] });
    await failure(pull({ retry: { retries: 0, pause: 1 } }));
    const other = weights(200_000, 7);
    server.files.set(weightsPath, other);
    await pull();
    expect(bytesOf("model.safetensors").equals(other)).toBe(true);
  });

  test("without an ETag nothing is joined", async () => {
    server.behaviours.set(weightsPath, { cuts: [100_000], headers: { etag: undefined } });
    await pull();
    expect(bytesOf("model.safetensors").equals(model)).toBe(true);
    expect(server.requests.every(({ headers }) => headers.range === undefined)).toBe(true);
  });

  test("a part that has all its bytes is not fetched a second time", async () => {
    server.behaviours.set(weightsPath, { cuts: [100_000] });
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

describe("servers that refuse", () => {
  test.each(["config.json", "tokenizer.json"])("404 names the file: %s", async (name) => {
    server.files.delete(`${base}/${name}`);
    expect(await failure(pull())).toContain(`there is no "${name}" at "${server.url}${base}/${name}" (404)`);
  });

  test("no safetensors: pickle files are not an alternative", async () => {
    server.files.delete(weightsPath);
    server.files.set(`${base}/pytorch_model.bin`, "pickle");
    expect(await failure(pull())).toMatch(/has no "model.safetensors".*\n.*never pickle files/);
    expect(server.asked).not.toContain("pytorch_model.bin");
  });

  test.each([401, 403])("%i hints at HF_TOKEN", async (status) => {
    server.behaviours.set(`${base}/config.json`, { statuses: [status, status] });
    expect(await failure(pull())).toMatch(
      new RegExp(`answers ${status} for .*config.json.*\n.*set HF_TOKEN`),
    );
    expect(await failure(pull({ env: { HF_TOKEN: "x" } }))).toContain("the token in HF_TOKEN may be wrong");
  });

  test("an unknown revision is named", async () => {
    server.behaviours.set("/org/tiny/resolve/v9/config.json", {
      headers: { "x-error-code": "RevisionNotFound" },
    });
    expect(await failure(pull({}, "org/tiny@v9"))).toContain('knows no revision "v9" of "org/tiny"');
  });

  test.each([[[500]], [[503, 429]]])("%j, then success", async (statuses) => {
    server.behaviours.set(weightsPath, { statuses: [...statuses], headers: { "retry-after": "0" } });
    await pull();
    expect(bytesOf("model.safetensors").equals(model)).toBe(true);
    expect(events.filter(({ kind }) => kind === "retry")).toHaveLength(statuses.length);
  });

  test("500 for ever is given up after the retries", async () => {
    server.behaviours.set(`${base}/config.json`, { statuses: Array<number>(50).fill(500) });
    expect(await failure(pull())).toContain("answers 500");
    expect(server.requests).toHaveLength(4);
  });

  test("a page instead of the file is noticed", async () => {
    server.files.set(`${base}/config.json`, "<html>please log in</html>");
    expect(await failure(pull())).toContain('"config.json" from "127.0.0.1');
    server.files.set(`${base}/config.json`, "{}");
    server.files.set(weightsPath, "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n");
    expect(await failure(pull())).toContain("it is a Git LFS pointer");
    server.files.set(weightsPath, model);
    await pull();
    expect(bytesOf("config.json").toString()).toBe("{}");
  });

  test("a body that stands still ends in a time-out", async () => {
    server.behaviours.set(weightsPath, { stall: 1000 });
    const timeOuts = { connect: 1000, answer: 1000, body: 100 };
    expect(await failure(pull({ timeOuts, retry: { retries: 1, pause: 1 } }))).toContain("stood still");
  });
});

describe("redirects", () => {
  test("the token goes to the endpoint only, and the checksum comes from there", async () => {
    const other = await new ModelServer().start();
    try {
      other.files.set("/blob", model);
      server.behaviours.set(weightsPath, {
        redirect: `${other.url}/blob`,
        headers: { "x-linked-etag": `"${sha256(model)}"`, "x-linked-size": String(model.length) },
      });
      server.behaviours.set(`${base}/config.json`, { redirect: "/org/renamed/config.json" });
      server.files.set("/org/renamed/config.json", "{}");
      await pull({ env: { HF_TOKEN: "secret" } });
      expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
      expect(new Set(server.requests.map(({ headers }) => headers.authorization))).toEqual(
        new Set(["Bearer secret"]),
      );
      other.files.set("/blob", weights(300_000, 3));
      expect(await failure(pull({ force: true }))).toContain(`announces ${sha256(model)}`);
    } finally {
      await other.stop();
    }
  });

  test("the token is not sent to a folder on another server", async () => {
    for (const [path, file] of [...server.files]) server.files.set(path.replace(base, "/plain"), file);
    await pull({ env: { HF_ENDPOINT: "https://hub.invalid", HF_TOKEN: "secret" } }, `${server.url}/plain`);
    expect(server.requests.some(({ headers }) => headers.authorization !== undefined)).toBe(false);
  });

  test("a loop and an odd scheme are errors", async () => {
    server.behaviours.set(`${base}/config.json`, { redirect: `${base}/config.json` });
    expect(await failure(pull())).toContain("more than 10 times");
    server.behaviours.set(`${base}/config.json`, { redirect: "file:///etc/passwd" });
    expect(await failure(pull())).toContain("which is not safe");
  });
});

describe("shards", () => {
  const index = (...names: string[]) =>
    JSON.stringify({ weight_map: Object.fromEntries(names.map((name, i) => [`t${i}`, name])) });

  beforeEach(() => {
    server.files.delete(weightsPath);
  });

  test("all shards of the index are fetched", async () => {
    const names = ["model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"];
    server.files.set(`${base}/model.safetensors.index.json`, index(...names, names[0]!));
    server.files.set(`${base}/${names[0]}`, model);
    server.files.set(`${base}/${names[1]}`, weights(1000));
    await pull();
    expect(bytesOf(names[0]!).equals(model)).toBe(true);
    expect(bytesOf(names[1]!).equals(weights(1000))).toBe(true);
    server.files.delete(`${base}/${names[1]}`);
    expect(await failure(pull({ force: true }))).toContain(`there is no "${names[1]}"`);
  });

  test("a name that leads out of the folder is refused before anything is fetched", async () => {
    server.files.set(`${base}/model.safetensors.index.json`, index("../../evil.safetensors"));
    expect(await failure(pull())).toContain('in "../../evil.safetensors", which is not the plain name');
    expect(server.asked).not.toContain("evil.safetensors");
    expect(existsSync(dir())).toBe(false);
  });
});

describe("offline", () => {
  test("uses the cache without a request", async () => {
    const first = await pull();
    server.requests.length = 0;
    expect(await pull({ offline: true })).toEqual(first);
    expect(await pull({ env: { LACUNA_OFFLINE: "1", HF_ENDPOINT: "https://hub.invalid" } })).toEqual(first);
    expect(server.requests).toEqual([]);
  });

  test("says that it is not there and what to do", async () => {
    const text = await failure(pull({ env: { LACUNA_OFFLINE: "1" } }));
    expect(text).toContain(`"org/tiny" is not in the cache "${cache}"`);
    expect(text).toContain("--encoder DIR");
    expect(server.requests).toEqual([]);
  });

  test("without a network one line names the host and the cause", async () => {
    const gone = await new ModelServer().start();
    const { url } = gone;
    await gone.stop();
    const text = await failure(pull({ env: { HF_ENDPOINT: url } }));
    expect(text).toContain(`cannot reach "${new URL(url).host}": connection refused by 127.0.0.1`);
    expect(text).toContain("--offline");
    expect(text).toContain("HTTPS_PROXY");
  });
});

describe("proxies", () => {
  test("plain http goes through HTTP_PROXY, and past it where NO_PROXY says so", async () => {
    const seen: string[] = [];
    const proxy = createServer((request, response) => {
      seen.push(request.url!);
      const target = new URL(request.url!);
      // The name exists for the proxy only; it stands for the test's server.
      const onward = httpRequest(
        `${server.url}${target.pathname}`,
        { headers: { ...request.headers, host: "x" } },
        (answer) => {
          response.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(response);
        },
      );
      onward.end();
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const address = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    try {
      await pull({ env: { HF_ENDPOINT: "http://hub.invalid", HTTP_PROXY: address } });
      expect(seen).toContain(`http://hub.invalid${weightsPath}`);
      expect(bytesOf("model.safetensors").equals(model)).toBe(true);
      seen.length = 0;
      await pull({ force: true, env: { HTTP_PROXY: address, NO_PROXY: "127.0.0.1" } });
      expect(seen).toEqual([]);
    } finally {
      proxy.closeAllConnections();
      proxy.close();
    }
  });

  test("https asks HTTPS_PROXY for a tunnel, and a refusal is told", async () => {
    const tunnels: string[] = [];
    const proxy = createServer();
    proxy.on("connect", (request, socket) => {
      tunnels.push(`${request.url} ${request.headers["proxy-authorization"]}`);
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const HTTPS_PROXY = `http://ann:pw@127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    try {
      const text = await failure(pull({ env: { HF_ENDPOINT: "https://hub.invalid", HTTPS_PROXY } }));
      expect(text).toContain('cannot reach "hub.invalid": the proxy answers 407');
      // "ann:pw" in base 64
      expect(tunnels).toEqual(["hub.invalid:443 Basic YW5uOnB3"]);
    } finally {
      proxy.closeAllConnections();
      proxy.close();
    }
  });
});

test("pulls of the same model at the same time share one download", async () => {
  server.behaviours.set(weightsPath, { cuts: [100_000] });
  const results = await Promise.all([pull(), pull(), pull()]);
  expect(new Set(results.map((result) => result.dir))).toEqual(new Set([dir()]));
  expect(bytesOf("model.safetensors").equals(model)).toBe(true);
  expect(server.asked.filter((name) => name === "config.json")).toHaveLength(1);
  expect(events.filter(({ kind }) => kind === "waiting")).toHaveLength(2);
  expect(readdirSync(cache)).toEqual(["org--tiny@main"]);
});

test("forced pulls at the same time leave a whole folder", async () => {
  await pull();
  await Promise.all([pull({ force: true }), pull({ force: true }), pull()]);
  expect(bytesOf("model.safetensors").equals(model)).toBe(true);
  expect(readdirSync(cache)).toEqual(["org--tiny@main"]);
});

test("an abort ends the pull and keeps what was fetched", async () => {
  server.behaviours.set(weightsPath, { stall: 1000 });
  const stop = new AbortController();
  const pulling = pull({
    signal: stop.signal,
    onEvent: (event) => {
      if (event.kind === "bytes" && event.file === "model.safetensors") stop.abort();
    },
  });
  await expect(pulling).rejects.toThrow(/abort/i);
  expect(readdirSync(cache)).toEqual([".org--tiny@main.partial"]);
  server.behaviours.clear();
  await pull();
  expect(bytesOf("model.safetensors").equals(model)).toBe(true);
});

test("a cache that cannot be written is told with its path", async () => {
  const file = join(cache, "file");
  writeFileSync(file, "");
  expect(await failure(pull({ cache: join(file, "below") }))).toMatch(
    /cannot write ".*below": a part of the path is a file/,
  );
});
