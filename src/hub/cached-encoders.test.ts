import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
// Loaded beforehand: `listEncoders` loads the engine when it is asked, which would count as the test's own time.
import "../encoders/index.ts";
import { cachedEncoders, cachedFolder, encoderFolder } from "./cached-encoders.ts";
import { listEncoders } from "./list-encoders.ts";

let cache: string;

beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), "lacuna-cache-"));
});

afterEach(() => rmSync(cache, { recursive: true }));

const sizes = { model_type: "bert", hidden_size: 32, num_hidden_layers: 2, num_attention_heads: 2 };
const config = { ...sizes, intermediate_size: 64, vocab_size: 100 };

function add(folder: string, manifest: object | undefined, json: object = config): void {
  const dir = join(cache, folder);
  mkdirSync(dir);
  writeFileSync(join(dir, "config.json"), JSON.stringify(json));
  if (manifest !== undefined) writeFileSync(join(dir, "manifest.json"), JSON.stringify(manifest));
}

const pulled = (id: string) => ({ format: 1, id, pulled: "2026-01-01", files: [] });
const imported = { format: 1, kind: "imported encoder", name: "gte-small", source: "/x/gte.tgz" };

test("pulled, imported and other folders go by their names; a path that exists wins", () => {
  add("org--tiny@main", pulled("org/tiny@main"));
  add("gte-small", imported);
  add("by-hand", undefined);
  add("far@0123456789ab", pulled("https://example.org/far/"));
  const at = (name: string) => cachedFolder(name, { cache });
  for (const name of ["org/tiny@main", "org/tiny", "tiny"])
    expect(at(name)).toBe(join(cache, "org--tiny@main"));
  expect(at("gte-small")).toBe(join(cache, "gte-small"));
  expect(at("by-hand")).toBe(join(cache, "by-hand"));
  expect(at("far")).toBe(join(cache, "far@0123456789ab"));
  expect(at("gte")).toBeUndefined();
  expect(encoderFolder("src", [], { cache })).toBe("src");
  expect(encoderFolder("tiny", [], { cache })).toBe(join(cache, "org--tiny@main"));
});

test("of two revisions, or two owners, one is to be named in full", () => {
  add("org--tiny@main", pulled("org/tiny@main"));
  add("org--tiny@v1", pulled("org/tiny@v1"));
  expect(cachedFolder("org/tiny@v1", { cache })).toBe(join(cache, "org--tiny@v1"));
  expect(() => cachedFolder("org/tiny", { cache })).toThrow(
    /"org\/tiny" may be any of 2 encoders in the cache/,
  );
});

test("an unknown name: what was meant, what there is, how to get more", () => {
  add("gte-small", imported);
  const hint = (name: string, others: string[] = []) => {
    try {
      return encoderFolder(name, others, { cache });
    } catch (error) {
      return `${(error as Error).message} | ${(error as { hint?: string }).hint}`;
    }
  };
  expect(hint("gte-smal")).toBe(
    'unknown encoder "gte-smal" | did you mean "gte-small"? the folder of a pretrained model or its name in the cache (in the cache: gte-small); lacuna encoder pull fetches one, lacuna encoder import makes one of an ONNX file',
  );
  expect(hint("cn", ["cnn", "bilstm"])).toMatch(
    /^unknown encoder "cn" \| did you mean "cnn"\? choose one of: cnn, bilstm, or the folder/,
  );
  expect(hint("models/x")).toMatch(/^there is no encoder folder "models\/x"/);
});

test("the list has sizes and sources; what is no encoder, or half written, is left out", async () => {
  add("gte-small", imported);
  add("org--odd@main", pulled("org/odd@main"), { model_type: "mamba" });
  add(".org--tiny@main.partial", undefined);
  mkdirSync(join(cache, "frozen-states"));
  const found = await listEncoders({ cache });
  expect(found).toMatchObject([
    {
      names: ["gte-small"],
      origin: "imported",
      source: "/x/gte.tgz",
      architecture: "bert",
      layers: 2,
      hidden: 32,
    },
    { names: ["org/odd@main", "org/odd", "odd"], origin: "pulled", architecture: undefined },
  ]);
  expect(found[0]!.bytes).toBe(JSON.stringify(config).length + JSON.stringify(imported).length);
  expect(cachedEncoders({ cache: join(cache, "none") })).toEqual([]);
});
