import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { entityKey, writeCorpus } from "../src/data/index.ts";
import { demoCorpus } from "../src/demo/index.ts";
import type { Run, RunComparison, RunDetails, SuggestionPage } from "../src/review/api.ts";
import { chromiumPath } from "./support/browser/chromium.ts";
import { pageShot } from "./support/browser/page-shot.ts";
import { lacuna } from "./support/lacuna-command.ts";
import { describeWith, needs } from "./support/needs.ts";
import { ReviewProcess } from "./support/review/review-process.ts";
import { maskedDemo, tinyTraining } from "./support/review/tiny-audit.ts";

describeWith(needs.browser, "audit, review, retrain, audit again, in a real browser", theLoop);

function theLoop(): void {
  const root = join(tmpdir(), `lacuna-loop-${randomUUID()}`);
  const [data, gold, config, audit] = ["masked.jsonl", "test.jsonl", "tiny.json", "audit"].map((file) =>
    join(root, file),
  ) as [string, string, string, string];
  const sentences = maskedDemo(900, 0.7);
  let browser: Browser;
  let server: ReviewProcess;

  beforeAll(async () => {
    mkdirSync(root);
    await writeCorpus(data, sentences);
    await writeCorpus(gold, demoCorpus({ seed: 1 }).test.slice(0, 500));
    writeFileSync(config, JSON.stringify(tinyTraining));
    const done = lacuna(["audit", "--data", data, "--config", config, "--folds", "2", "--out", audit]);
    if (done.code !== 0) throw new Error(done.stderr);
    server = new ReviewProcess(audit, ["--test", gold]);
    await server.start();
    browser = await chromium.launch({
      executablePath: chromiumPath!,
      args: ["--no-sandbox", "--disable-gpu"],
    });
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await server?.kill();
    rmSync(root, { recursive: true, force: true });
  });

  test("the true suggestions accepted by keyboard make a better model, and the page says how sure that is", async () => {
    const page = await browser.newPage({ viewport: { width: 1360, height: 820 } });
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(server.address);
    await page.locator(".row .row-text").first().waitFor();

    const hidden = sentences.map((sentence) => new Set((sentence.hidden ?? []).map(entityKey)));
    const { total, items } = await server.get<SuggestionPage>("/api/suggestions?status=open&count=350");
    const isTrue = items.map((item) => item.kind === "missed" && hidden[item.sentence]!.has(entityKey(item)));
    for (const [i, yes] of isTrue.entries()) {
      await page.locator(".place", { hasText: `1 of ${(total - i).toLocaleString("en")}` }).waitFor();
      await page.keyboard.press(yes ? "a" : "r");
    }
    const accepted = isTrue.filter(Boolean).length;
    await page.getByText(`${items.length} of`, { exact: false }).first().waitFor();
    await expect
      .poll(async () => (await server.get<{ counts: object }>("/api/state")).counts, { timeout: 60_000 })
      .toEqual({ open: total - items.length, accepted, rejected: items.length - accepted, changed: 0 });

    await page.getByRole("link", { name: "Models" }).click();
    await page.getByRole("button", { name: "Retrain" }).click();
    // Live: how far it is, and a curve that grows.
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await page.locator(".details .curve").first().waitFor({ timeout: 120_000 });
    const runs = () => server.get<{ runs: Run[] }>("/api/runs").then((answer) => answer.runs);
    const isOver = ({ status }: Run) => status !== "queued" && status !== "running";
    await expect
      .poll(async () => (await runs()).every(isOver), { timeout: 240_000, interval: 500 })
      .toBe(true);
    expect((await runs()).map(({ status, error }) => [status, error])).toEqual([
      ["done", null],
      ["done", null],
    ]);
    const [after, before] = await runs();
    expect([before!.kind, after!.kind, after!.decisions]).toEqual(["before", "reviewed", items.length]);
    const { total: difference } = await server.get<RunComparison>(
      `/api/runs/compare?a=${before!.id}&b=${after!.id}`,
    );
    console.log(
      `${accepted} of ${items.length} suggestions accepted: F1 ${before!.f1!.toFixed(1)} → ${after!.f1!.toFixed(1)}, p = ${difference.p}`,
    );
    expect(difference.difference).toBeGreaterThan(0);
    await page.locator(".verdict.better").waitFor({ timeout: 20_000 });
    const verdict = await page.locator(".verdict").innerText();
    expect(verdict).toContain(`${difference.a.toFixed(1)} → ${difference.b.toFixed(1)} F1`);
    expect(verdict).toContain(difference.p! < 0.001 ? "p < 0.001" : `p = ${difference.p!.toFixed(3)}`);

    // What changed in the audit stands below.
    const { audit: change } = await server.get<RunDetails>(`/api/runs/${after!.id}`);
    expect(await page.locator(".audit-change .figures").innerText()).toContain(
      change!.vanished.toLocaleString("en"),
    );
    await page.waitForTimeout(500);
    await pageShot(page, "review-models.png");

    await page.getByRole("link", { name: "Map" }).click();
    const canvas = page.locator(".map canvas");
    await canvas.waitFor({ timeout: 60_000 });
    await canvas.focus();
    for (let i = 0; i < 40; i++) await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.locator(".point-card .word").count()).toBeGreaterThan(3);
    await pageShot(page, "review-map.png");

    await page.getByRole("link", { name: "Playground" }).click();
    const text = "Maria Keller flew from Lisbon to Santiago.\nSiemens paid for it.";
    await page.getByLabel("Text to tag").fill(text);
    await expect
      .poll(() => page.locator(".playground-out tbody tr").count(), { timeout: 20_000 })
      .toBeGreaterThan(0);
    for (const row of await page.locator(".playground-out tbody td:first-child").allInnerTexts())
      expect(text).toContain(row);
    await pageShot(page, "review-playground.png");
    expect(complaints).toEqual([]);
  }, 400_000);
}
