import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuditOnDisk, writeAudit } from "../../../test/support/review/audit-folder.ts";
import { maskedDemo, tinyTraining } from "../../../test/support/review/tiny-audit.ts";
import { parseAuditConfig } from "../../audit/config.ts";
import { foldFolder } from "../../audit/folder.ts";
import type { Server } from "../../http/index.ts";
import { Random } from "../../random.ts";
import { parseTrainConfig } from "../../training/config/config.ts";
import { runTraining } from "../../training/run-training.ts";
import type { MapAnswer, MapPoint, TagAnswer } from "../api.ts";
import { createReviewServer } from "../create-review-server.ts";
import { computeMap } from "../map/compute-map.ts";
import { layOutVectors } from "../map/lay-out-vectors.ts";
import { retrainConfig } from "./retrain-config.ts";

let folder: AuditOnDisk;
let server: Server;
let computed = 0;

async function start(): Promise<Server> {
  const map: typeof computeMap = (...args) => {
    computed++;
    return computeMap(...args);
  };
  return createReviewServer({ dir: folder.dir, user: "ada", host: "127.0.0.1", map });
}

beforeAll(async () => {
  folder = await writeAudit({ size: 60, train: tinyTraining });
  const sentences = maskedDemo(300, 0);
  const { model } = foldFolder(folder.dir, 0);
  const config = parseTrainConfig({ ...tinyTraining, epochs: 10, train: ["demo"] }, "test");
  const training = runTraining(config, model, { data: { train: sentences, dev: [], notices: [] } });
  for await (const event of training) void event;
  server = await start();
}, 120_000);

afterAll(async () => {
  await server.close();
  folder.remove();
});

async function map(url = "/api/map"): Promise<MapPoint[]> {
  for (let i = 0; i < 400; i++) {
    const answer = await server.inject(url);
    const body = answer.json() as MapAnswer;
    if ("points" in body) return [...body.points];
    expect([answer.statusCode, body.run]).toEqual([202, null]);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("no map");
}

describe("the map", () => {
  test("has labelled entities and open suggestions; entities of one label lie together", async () => {
    const points = await map();
    const labelled = folder.sentences.reduce((sum, { entities }) => sum + entities.length, 0);
    expect(points.filter((point) => point.suggestion === undefined).length).toBe(labelled);
    expect(points.filter((point) => point.suggestion !== undefined).length).toBe(folder.suggestions.length);
    for (const { sentence, start, end, text } of points) {
      expect(folder.sentences[sentence]!.tokens.slice(start, end).join("")).toBe(text.replaceAll(" ", ""));
    }
    const known = points.filter((point) => point.suggestion === undefined);
    const nearest = (point: MapPoint) =>
      known
        .filter((other) => other !== point)
        .reduce((a, b) => (distance(a, point) <= distance(b, point) ? a : b));
    const same = known.filter((point) => nearest(point).label === point.label).length;
    // With labels dealt at random it would be about a fifth.
    expect(same / known.length).toBeGreaterThan(0.7);
  });

  test("is computed once, and follows decisions", async () => {
    const post = (suggestion: number, action: string) =>
      server.inject({ method: "POST", url: "/api/decisions", payload: { suggestion, action } });
    const before = await map();
    await post(1, "accept");
    await post(2, "reject");
    const after = await map();
    expect(after.length).toBe(before.length - 1);
    expect(after.filter(({ suggestion }) => suggestion === 1 || suggestion === 2)).toEqual([]);
    await server.close();
    server = await start();
    expect(await map()).toEqual(after);
    expect(computed).toBe(1);
  });

  test("of a run that is not there is refused", async () => {
    expect((await server.inject("/api/map?run=7")).statusCode).toBe(404);
  });
});

test("where a given model predicted, its config is what is trained with again", async () => {
  const audit = parseAuditConfig(
    { data: ["x"], way: "model", model: foldFolder(folder.dir, 0).model, train: null },
    "test",
  );
  const same = await retrainConfig(audit, {});
  expect(same).toMatchObject({
    method: "uniform",
    epochs: 10,
    train: [],
    encoder: { kind: "cnn", width: 32 },
  });
  const other = await retrainConfig(audit, { method: "ce", epochs: 3, dev: "dev.jsonl" });
  expect(other).toMatchObject({ method: "ce", epochs: 3, dev: "dev.jsonl", encoder: { width: 32 } });
});

describe("layOutVectors", () => {
  test("keeps neighbours together, and is the same each time", () => {
    const random = new Random(1);
    // Three bundles of directions, 90° apart.
    const vectors = Array.from({ length: 90 }, (_, i) =>
      Float32Array.from({ length: 6 }, (__, k) => (k === i % 3 ? 3 : 0) + 0.3 * random.normal()),
    );
    const places = layOutVectors(vectors);
    expect(layOutVectors(vectors)).toEqual(places);
    for (const [i, [x, y]] of places.entries()) {
      const others = places.map(([a, b], j) => ({ j, d: i === j ? Infinity : Math.hypot(a - x, b - y) }));
      const { j } = others.reduce((a, b) => (a.d <= b.d ? a : b));
      expect(j % 3).toBe(i % 3);
    }
  });

  test.each([0, 1, 2, 3, 4, 5])("%i vectors", (count) => {
    const vectors = Array.from({ length: count }, (_, i) => Float32Array.of(i + 1, 1));
    const places = layOutVectors(vectors);
    expect(places.length).toBe(count);
    expect(places.flat().every(Number.isFinite)).toBe(true);
  });
});

describe("the playground", () => {
  const tag = (payload: object) => server.inject({ method: "POST", url: "/api/tag", payload });

  test("finds entities with scores, in characters of the text", async () => {
    const source = folder.sentences.find(({ entities }) => entities.length > 0)!;
    const text = `🙂 ${source.tokens.join(" ")}`;
    const { entities, run } = (await tag({ text, threshold: 0 })).json() as TagAnswer;
    expect(run).toBeNull();
    expect(entities.length).toBeGreaterThan(0);
    for (const { start, end, text: words, score } of entities) {
      expect(text.slice(start, end)).toBe(words);
      expect(score).toBeGreaterThan(0);
    }
    const sure = (await tag({ text, threshold: 1 })).json() as TagAnswer;
    expect(sure.entities.length).toBeLessThan(entities.length + 1);
    expect(sure.entities.every(({ score }) => score >= 1)).toBe(true);
  });

  test.each([
    [{ text: "" }],
    [{ text: 12 }],
    [{ text: "x".repeat(50_001) }],
    [{ text: "x", threshold: 2 }],
    [{ text: "x", mode: "deep" }],
    [{ text: "x", model: "/etc" }],
  ])("refuses %j", async (payload) => {
    expect((await tag(payload)).statusCode).toBe(400);
  });

  test("a damaged model is told, and mended without a restart", async () => {
    const { model } = foldFolder(folder.dir, 0);
    await server.close();
    server = await start();
    writeFileSync(join(model, "labels.json"), "{", { flag: "a" });
    const answer = await tag({ text: "Ada" });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.message).toContain("labels.json");
    expect(answer.body).not.toContain(folder.root);
    rmSync(join(folder.dir, "folds"), { recursive: true });
    expect((await tag({ text: "Ada" })).json().error.code).toBe("no-model");
  });
});

function distance(a: MapPoint, b: MapPoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
