import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { writeFakeLacuna } from "../../../test/support/fake-lacuna.ts";
import { type AuditOnDisk, writeAudit } from "../../../test/support/review/audit-folder.ts";
import { readCorpus, writeCorpus } from "../../data/index.ts";
import { demoCorpus } from "../../demo/index.ts";
import type { Server } from "../../http/index.ts";
import type { RetrainAnswer, Run, RunComparison, RunDetails } from "../api.ts";
import { createReviewServer } from "../create-review-server.ts";
import { runPlaces } from "./run-places.ts";

let folder: AuditOnDisk;
let server: Server;
let gold: string;

async function start(): Promise<Server> {
  // Of 60 sentences about two thirds of the entities are labelled; with all accepted none is missing.
  const labelled = folder.sentences.reduce((sum, { entities }) => sum + entities.length, 0);
  const command = [process.execPath, writeFakeLacuna(folder.root, { few: labelled + 1 })];
  return createReviewServer({ dir: folder.dir, user: "ada", host: "127.0.0.1", test: gold, command });
}

beforeEach(async () => {
  folder = await writeAudit({ train: { method: "uniform", epochs: 7 } });
  gold = join(folder.root, "test.jsonl");
  await writeCorpus(gold, demoCorpus({ train: 0, dev: 0, test: 60 }).test);
  server = await start();
});

afterEach(async () => {
  await server.close();
  folder.remove();
});

async function ask<T>(method: "GET" | "POST", url: string, payload?: object): Promise<T> {
  const answer = await server.inject({ method, url, ...(payload !== undefined && { payload }) });
  expect([answer.statusCode, answer.body.slice(0, 300)]).toEqual([200, expect.anything()]);
  return answer.json() as T;
}

async function refused(method: "GET" | "POST", url: string, payload?: object) {
  const answer = await server.inject({ method, url, ...(payload !== undefined && { payload }) });
  return [answer.statusCode, answer.json().error.code];
}

async function until(id: number, isSo: (run: Run) => boolean): Promise<Run> {
  for (let i = 0; i < 400; i++) {
    const run = (await ask<{ runs: Run[] }>("GET", "/api/runs")).runs.find((one) => one.id === id)!;
    if (isSo(run)) return run;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`run ${id} did not get there`);
}

const ended = ({ status }: Run) => ["done", "stopped", "failed"].includes(status);

describe("retrain", () => {
  test("trains before and after, scores both, audits again, and compares", async () => {
    for (const { id } of folder.suggestions.map((_, i) => ({ id: i + 1 }))) {
      await ask("POST", "/api/decisions", { suggestion: id, action: "accept" });
    }
    const { run, baseline } = await ask<RetrainAnswer>("POST", "/api/retrain", { reaudit: true });
    expect([baseline, run]).toMatchObject([
      { id: 1, kind: "before", decisions: 0, method: "uniform", encoder: "cnn", epochs: 7, f1: null },
      { id: 2, kind: "reviewed", decisions: folder.suggestions.length, who: "ada", reaudit: true },
    ]);
    expect(await refused("POST", "/api/retrain", {})).toEqual([409, "busy"]);
    expect((await until(2, ended)).status).toBe("done");

    // The data that was trained on has the decisions in it; that of the run before has not.
    const entities = async (id: number) => {
      let count = 0;
      for await (const sentence of readCorpus(runPlaces(folder.dir, id).data))
        count += sentence.entities.length;
      return count;
    };
    const missed = folder.suggestions.filter(({ kind }) => kind === "missed").length;
    expect((await entities(2)) - (await entities(1))).toBe(missed);

    const before = await ask<RunDetails>("GET", "/api/runs/1");
    const after = await ask<RunDetails>("GET", "/api/runs/2");
    expect(after).toMatchObject({
      status: "done",
      f1: 100,
      scores: { precision: 100, recall: 100 },
      scoredOn: "test",
      errorCount: 0,
    });
    expect(after.curves).toEqual({
      loss: [
        { x: 1, y: 4 },
        { x: 2, y: 2 },
      ],
      "loss per epoch": [{ x: 1, y: 3 }],
      f1: [{ x: 1, y: 50 }],
      precision: [{ x: 1, y: 50 }],
      recall: [{ x: 1, y: 50 }],
    });
    // Every third entity is missed and nothing else is wrong: recall ⅔, so F1 = 2·1·⅔/(1 + ⅔) = 80 %.
    expect(before.scores!.precision).toBe(100);
    expect(before.f1).toBeCloseTo(80, 0);
    expect(before.errors[0]).toMatchObject({
      kind: "missed",
      gold: expect.anything(),
      tokens: expect.anything(),
    });
    expect(JSON.stringify([before, after])).not.toContain(folder.root);

    const compared = await ask<RunComparison>("GET", "/api/runs/compare?a=1&b=2");
    expect(compared.total).toMatchObject({ a: before.f1, b: 100, difference: 100 - before.f1! });
    expect(compared.total.p).toBeLessThan(0.001);
    // Of each label about a third is missed before; differences and their chances are each label's own.
    for (const { label, a, b, difference, p } of compared.types) {
      expect([label, a]).toEqual([label, before.types.find((type) => type.label === label)!.f1]);
      expect([b, difference]).toEqual([100, 100 - a]);
      expect(p! < 0.5).toBe(a < 100);
    }
    expect(compared.total.low!).toBeGreaterThan(5);
    expect(compared.total.high!).toBeLessThan(40);
    expect([compared.sentences, compared.test, compared.broken]).toEqual([60, "test", []]);
    expect(compared.mended.length).toBe(before.errorCount);
    const back = await ask<RunComparison>("GET", "/api/runs/compare?a=2&b=1");
    expect(back.total.difference).toBeCloseTo(before.f1! - 100, 9);

    expect(after.audit).toMatchObject({
      suggestions: 1,
      appeared: 1,
      kept: 0,
      vanished: folder.suggestions.length,
    });
    expect(after.audit!.examples.appeared[0]).toMatchObject({ label: "NEW", probability: 0.7 });
    expect(after.audit!.examples.vanished[0]).toMatchObject({ status: "accepted" });
    expect(before.audit).toBeNull();

    // The second time there is something to compare with already.
    const again = await ask<RetrainAnswer>("POST", "/api/retrain", {});
    expect([again.run.id, again.baseline]).toEqual([3, undefined]);
    await until(3, ended);
  });

  test("a run that fails says why, without paths", async () => {
    await ask("POST", "/api/retrain", { epochs: 13, baseline: false });
    const run = await until(1, ended);
    expect(run.status).toBe("failed");
    expect(run.error).toContain("bad luck\nhint: choose another number");
    expect(run.error).not.toContain(folder.root);
    expect(await refused("GET", "/api/runs/compare?a=1&b=1")).toEqual([409, "not-scored"]);
  });

  test("what cannot be trained is refused at once", async () => {
    expect(await refused("POST", "/api/retrain", { method: "magic" })).toEqual([400, "invalid-request"]);
    expect(await refused("POST", "/api/retrain", { epochs: 0 })).toEqual([400, "invalid-request"]);
    expect((await ask<{ runs: Run[] }>("GET", "/api/runs")).runs).toEqual([]);
  });

  test("another method brings its own options", async () => {
    const { run } = await ask<RetrainAnswer>("POST", "/api/retrain", { method: "ce", baseline: false });
    expect(run).toMatchObject({ method: "ce", epochs: 7 });
    await until(1, ended);
  });
});

describe("a run that takes long", () => {
  beforeEach(() => writeFileSync(join(folder.root, "slow"), ""));

  const isTraining = ({ status, stage }: Run) => status === "running" && stage === "train";

  test("is stopped and resumed", async () => {
    await ask("POST", "/api/retrain", {});
    await until(1, isTraining);
    await ask("POST", "/api/runs/2/stop", {});
    expect((await until(2, ended)).status).toBe("stopped");
    await ask("POST", "/api/runs/1/stop", {});
    expect((await until(1, ended)).status).toBe("stopped");
    expect(await refused("POST", "/api/runs/1/stop", {})).toEqual([409, "not-running"]);
    rmSync(join(folder.root, "slow"));
    await ask("POST", "/api/runs/1/resume", {});
    expect(await until(1, ended)).toMatchObject({ status: "done", error: null });
    expect(await refused("POST", "/api/runs/1/resume", {})).toEqual([409, "not-stopped"]);
  });

  test("ends with the server and is there to be resumed", async () => {
    await ask("POST", "/api/retrain", { baseline: false });
    await until(1, isTraining);
    await server.close();
    server = await start();
    expect((await ask<{ runs: Run[] }>("GET", "/api/runs")).runs).toMatchObject([
      { id: 1, status: "stopped" },
    ]);
  });
});
