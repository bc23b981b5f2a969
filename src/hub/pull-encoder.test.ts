import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { ModelServer } from "../../test/support/servers/model-server.ts";
import {
  base,
  bytesOf,
  cache,
  dir,
  events,
  failure,
  model,
  pull,
  server,
  sha256,
  usePulling,
  weights,
  weightsPath,
} from "../../test/support/servers/pulling.ts";

usePulling();

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

test("a kill while a newer copy took the place of the older one costs nothing", async () => {
  const first = await pull();
  renameSync(dir(), join(cache, ".org--tiny@main.old"));
  server.requests.length = 0;
  expect(await pull()).toEqual(first);
  expect(server.requests).toEqual([]);
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
