import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tinyEncoder } from "../../test/support/models/tiny-task.ts";
import { ParameterStore } from "../graph/index.ts";
import { labelSet, spanModel } from "../models/index.ts";
import { fetchModel } from "./fetch-model.ts";
import { saveModelFolder } from "./save-model-folder.ts";

let folder: string;
const encoder = tinyEncoder();
const labels = labelSet(["PER", "__proto__"]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lacuna-fetch-"));
  const model = spanModel({ labels, dim: encoder.dim }, { head: { kind: "span" }, maxWidth: 3 });
  await saveModelFolder(folder, {
    encoder,
    model,
    parameters: new ParameterStore({ seed: 1 }),
    config: { method: "uniform" },
  });
});
afterAll(() => rm(folder, { recursive: true }));

const ADDRESS = "https://models.example/news/v1";

/** The folder as a web server would offer it, some files replaced; `asked` lists what was fetched. */
function offered(replaced: Readonly<Record<string, string | Uint8Array | number>> = {}) {
  const asked: string[] = [];
  const get = (async (url: URL) => {
    const path = url.pathname.replace("/news/v1/", "");
    asked.push(path);
    const other = replaced[path];
    if (typeof other === "number") return new Response(null, { status: other, statusText: "Gone" });
    const content = other ?? (await readFile(join(folder, path)).catch(() => undefined));
    return content === undefined ? new Response(null, { status: 404 }) : new Response(content as string);
  }) as unknown as typeof fetch;
  return { asked, get };
}

test("gives the parts of the model and its graph, and fetches no weights", async () => {
  const { asked, get } = offered();
  const progress: [number, number][] = [];
  const model = await fetchModel(ADDRESS, { fetch: get, onProgress: (...now) => progress.push(now) });
  expect(model.labels.labels).toEqual(labels.labels);
  expect(model.encoder.config).toEqual(encoder.config);
  expect(model.trainedWith.method).toBe("uniform");
  expect(Buffer.from(model.onnx).equals(await readFile(join(folder, "model.onnx")))).toBe(true);
  expect(asked.sort()).toEqual(["labels.json", "manifest.json", "model.json", "model.onnx"]);
  const total = progress[0]![1];
  expect(progress[0]).toEqual([0, total]);
  expect(progress.at(-1)).toEqual([total, total]);
});

test("a slash at the end of the address makes no difference", async () => {
  const { asked, get } = offered();
  await fetchModel(`${ADDRESS}/`, { fetch: get });
  expect(asked).toContain("model.onnx");
});

const badManifest = JSON.stringify({
  kind: "model",
  format: 1,
  files: [{ path: "../../secret", bytes: 1, sha256: "0".repeat(64) }],
});

test.each([
  ["a file of another length", { "labels.json": "[]" }, /labels\.json" has 2 bytes, not \d+/],
  [
    "a file that is gone",
    { "model.onnx": 410 },
    /cannot fetch "https:\/\/models\.example\/news\/v1\/model\.onnx": 410 Gone/,
  ],
  ["no manifest", { "manifest.json": 404 }, /cannot fetch .*manifest\.json/],
  ["a page in place of the manifest", { "manifest.json": "<html>" }, /manifest\.json" is not JSON/],
  ["a manifest that leads elsewhere", { "manifest.json": badManifest }, /is not a manifest/],
  [
    "a manifest of something else",
    { "manifest.json": '{"kind":"encoder","format":1,"files":[]}' },
    /belongs to a encoder/,
  ],
  [
    "a manifest that names nothing",
    { "manifest.json": '{"kind":"model","format":1,"files":[]}' },
    /does not name "model\.json"/,
  ],
])("%s is said plainly", async (_, replaced, message) => {
  const { get } = offered(replaced as Record<string, string | number>);
  await expect(fetchModel(ADDRESS, { fetch: get })).rejects.toThrow(message);
});

test("a file with the same length and other content is refused, unless nothing is to be compared", async () => {
  const content = await readFile(join(folder, "labels.json"), "utf8");
  const altered = { "labels.json": content.replace("PER", "PEX") };
  await expect(fetchModel(ADDRESS, { fetch: offered(altered).get })).rejects.toThrow(
    /is not what the manifest says/,
  );
  const model = await fetchModel(ADDRESS, { fetch: offered(altered).get, verify: false });
  expect(model.labels.labels).toContain("PEX");
});
