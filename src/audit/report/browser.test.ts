import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BrowserPage, Chromium } from "../../../test/support/browser/chromium.ts";
import { describeWith, needs } from "../../../test/support/needs.ts";
import { madeUpAudit } from "../../../test/support/review/made-up-audit.ts";
import { manySuggestions } from "../../../test/support/review/many-suggestions.ts";
import { auditReport } from "./audit-report.ts";
import { collectData } from "./collect-data.ts";

describeWith(needs.browser, "the report in a real browser", () => {
  const folder = join(tmpdir(), `lacuna-report-${randomUUID()}`);
  const file = join(folder, "report.html");
  const address = pathToFileURL(file).href;
  const many = manySuggestions(5000);
  const data = collectData(many.suggestions, many.sentences);
  let browser: Chromium;
  let page: BrowserPage;

  beforeAll(async () => {
    mkdirSync(folder);
    writeFileSync(file, auditReport({ ...many, summary: madeUpAudit({ size: 100 }).summary }));
    browser = new Chromium();
    page = await browser.page();
    // Notes when the first frame after the list was filled is drawn.
    await page.send("Page.addScriptToEvaluateOnNewDocument", {
      source: `const frame = () => document.querySelector(".row") ? requestAnimationFrame(() => { globalThis.drawn = performance.now(); }) : requestAnimationFrame(frame);
        requestAnimationFrame(frame);`,
    });
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens the page afresh: one that differs in what stands after # only would not be read again. */
  const open = async (hash = "") => {
    await page.go("about:blank");
    await page.go(address + hash);
    await page.evaluate(settled);
  };
  const settled =
    "new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 120)).then(() => null)";
  const listed = () =>
    page.evaluate<number[]>("[...document.querySelectorAll('.row')].map((row) => Number(row.dataset.i))");
  const status = () => page.evaluate<string>("document.getElementById('status').textContent");
  const press = async (key: string) => {
    const text = { Enter: "\r" }[key];
    await page.send("Input.dispatchKeyEvent", {
      type: "keyDown",
      key,
      ...(text === undefined ? {} : { text }),
    });
    await page.send("Input.dispatchKeyEvent", { type: "keyUp", key });
    await page.evaluate(settled);
  };

  test("5,000 suggestions open in less than 2 seconds, without anything moving", async () => {
    const times: number[] = [];
    // The best of three: how busy the machine is, is not what is asked.
    for (let run = 0; run < 3 && !(Math.min(...times) < 1000); run++) {
      await open();
      times.push(await page.evaluate<number>("globalThis.drawn"));
    }
    expect(Math.min(...times)).toBeLessThan(2000);
    expect(Math.min(...times)).toBeGreaterThan(0);
    const shift = await page.evaluate<number>(
      "new Promise((done) => { let sum = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; }).observe({ type: 'layout-shift', buffered: true }); setTimeout(() => done(sum), 100); })",
    );
    expect(shift).toBe(0);
    expect(await status()).toMatch(
      /^All 5,000 suggestions; about 2,\d\d\d of them should be right \((?:49|50|51) %\)\.$/,
    );
    // Only what is in sight is in the page.
    const rows = await listed();
    expect(rows).toEqual(rows.map((_, i) => i));
    expect(rows.length).toBeLessThan(40);
    expect(page.complaints).toEqual([]);
  });

  test("the last of them is as near as the first", async () => {
    await open();
    await page.evaluate("scrollTo(0, document.body.scrollHeight), null");
    await page.evaluate(settled);
    expect((await listed()).at(-1)).toBe(4999);
    expect((await listed()).length).toBeLessThan(40);
    await page.evaluate("scrollTo(0, 0), null");
    await page.evaluate(settled);
    expect((await listed())[0]).toBe(0);
  });

  test("hostile text is shown as it is, and does nothing", async () => {
    const at = many.suggestions.findIndex(
      ({ sentence, start }) =>
        many.kindOf(sentence) === "hostile" && many.sentences[sentence]!.tokens[start]!.includes("<img"),
    );
    await open(`#open=${at + 1}`);
    const row = await page.evaluate<{ words: string; evidence: string }>(
      `(() => { const row = document.querySelector('[data-i="${at}"]'); return { words: row.querySelector('.words').textContent, evidence: row.querySelector('.evidence').textContent }; })()`,
    );
    const { sentence, span } = data.suggestions[at]!;
    expect(row.words).toBe(data.sentences[sentence]!.text.slice(span[0], span[1]));
    expect(row.words).toContain("<img src=x onerror=globalThis.pwned=1>");
    expect(row.evidence).toContain(`No. ${(at + 1).toLocaleString("en")} in suggestions.jsonl`);
    expect(
      await page.evaluate("String(globalThis.pwned) + document.querySelectorAll('img, script').length"),
    ).toBe(
      // The data and the page's own script.
      "undefined2",
    );
    expect(page.complaints).toEqual([]);
  });

  test.each(["arabic", "hebrew"] as const)("%s runs from right to left", async (kind) => {
    const at = many.suggestions.findIndex(
      ({ sentence, kind: what, start }) =>
        many.kindOf(sentence) === kind &&
        what === "missed" &&
        start === 1 &&
        many.sentences[sentence]!.tokens.length < 30,
    );
    await open(`#open=${at + 1}`);
    const place = await page.evaluate<{ text: string; left: number; right: number; entity: number }>(
      `(() => { const line = document.querySelector('[data-i="${at}"] .context'); const [box, mark, entity] = [line, line.querySelector('mark'), line.querySelector('.entity')].map((e) => e.getBoundingClientRect());
        return { text: line.querySelector('mark').textContent, left: mark.left - box.left, right: box.right - mark.right, entity: entity.left - mark.right }; })()`,
    );
    const { sentence, span } = data.suggestions[at]!;
    expect(place.text).toBe(data.sentences[sentence]!.text.slice(...(span.slice(0, 2) as [number, number])));
    // The second word stands near the right end, and the first, which is labelled, to the right of it.
    expect(place.right).toBeLessThan(place.left);
    expect(place.entity).toBeGreaterThan(0);
  });

  test("Chinese has no blanks, and emoji are not torn apart", async () => {
    for (const kind of ["chinese", "emoji"] as const) {
      const at = many.suggestions.findIndex(({ sentence }) => many.kindOf(sentence) === kind);
      await open(`#open=${at + 1}`);
      const { sentence, span } = data.suggestions[at]!;
      const { text } = data.sentences[sentence]!;
      const shown = await page.evaluate<string[]>(
        `[...document.querySelectorAll('[data-i="${at}"] .closed mark')].map((mark) => mark.textContent)`,
      );
      expect(shown.join("")).toBe(text.slice(span[0], span[1]));
      if (kind === "chinese") expect(text).toContain("王小明昨天飞往北京。");
    }
  });

  test.each([
    ["kind=wrong", "kind"],
    ["min=90", "least"],
    ["type=__proto__&min=20", "label"],
    ["q=%D8%A7%D9%84%D9%82%D8%A7%D9%87%D8%B1%D8%A9", "search"],
    ["sort=order", "order"],
    ["sort=doubt&kind=missed&type=%3Ci%3ELAW%3C%2Fi%3E", "doubt"],
  ])("the address #%s filters and sorts", async (hash, what) => {
    await open(`#${hash}`);
    const all = data.suggestions.map((suggestion, i) => ({ ...suggestion, i }));
    const label = (text: string) => data.labels.indexOf(text);
    const has = (text: string) => (one: { sentence: number }) =>
      data.sentences[one.sentence]!.text.includes(text);
    const wanted = {
      kind: () => all.filter((one) => one.kind !== "missed"),
      least: () => all.filter((one) => one.probability >= 0.9),
      label: () => all.filter((one) => one.probability >= 0.2 && one.span[2] === label("__proto__")),
      search: () => all.filter(has("القاهرة")),
      order: () =>
        all.toSorted((a, b) => data.sentences[a.sentence]!.position - data.sentences[b.sentence]!.position),
      doubt: () =>
        all
          .filter((one) => one.kind === "missed" && one.span[2] === label("<i>LAW</i>"))
          .sort((a, b) => Math.abs(a.probability - 0.5) - Math.abs(b.probability - 0.5)),
    }[what]!();
    const rows = await listed();
    expect(rows.length).toBeGreaterThan(5);
    expect(rows).toEqual(wanted.slice(0, rows.length).map(({ i }) => i));
    expect(await status()).toContain(
      `${wanted.length.toLocaleString("en")} ${wanted.length === 5000 ? "" : "of 5,000 "}suggestions`,
    );
  });

  test("the form filters, and the address follows", async () => {
    await open();
    await press("/");
    await page.send("Input.insertText", { text: "zürich" });
    await page.evaluate(settled);
    const wanted = data.suggestions.flatMap(({ sentence }, i) =>
      many.kindOf(data.sentences[sentence]!.position) === "emoji" ? [i] : [],
    );
    expect(await status()).toContain(`${wanted.length} of 5,000`);
    expect(await page.evaluate("location.hash")).toBe("#q=z%C3%BCrich");
    await page.evaluate("document.querySelector('button[type=reset]').click(), null");
    await page.evaluate(settled);
    expect(await status()).toContain("All 5,000");
    expect(await page.evaluate("location.hash + document.querySelector('[name=q]').value")).toBe("");
    await page.evaluate("document.querySelector('tbody a').click(), null");
    await page.evaluate(settled);
    expect(
      await page.evaluate(
        "document.querySelector('[name=type]').value + document.querySelector('output').value",
      ),
    ).toBe("LOC≥ 50 %");
  });

  test("keys are enough: down, open, close, on to the end", async () => {
    await open();
    const focused = () =>
      page.evaluate<string>("document.activeElement.closest('.row')?.dataset.i ?? 'none'");
    await page.evaluate("document.querySelector('.row .toggle').focus(), null");
    for (let i = 0; i < 25; i++)
      await page.send("Input.dispatchKeyEvent", { type: "keyDown", key: "ArrowDown" });
    await page.evaluate(settled);
    expect(await focused()).toBe("25");
    const inSight = await page.evaluate<boolean>(
      "(() => { const box = document.activeElement.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; })()",
    );
    expect(inSight).toBe(true);
    await press("Enter");
    expect(
      await page.evaluate("document.querySelector('[aria-expanded=true]').closest('.row').dataset.i"),
    ).toBe("25");
    expect(await page.evaluate("location.hash")).toBe("#open=26");
    await press("Enter");
    expect(await page.evaluate("document.querySelectorAll('.evidence').length + location.hash")).toBe("0");
    await press("End");
    expect(await focused()).toBe("4999");
    await press("ArrowUp");
    expect(await focused()).toBe("4998");
  });

  test("an open row makes room, and what is below keeps its place in the list", async () => {
    await open("#open=3");
    const gaps = await page.evaluate<number[]>(
      "[...document.querySelectorAll('.row')].map((row, i, all) => i === 0 ? 0 : row.getBoundingClientRect().top - all[i - 1].getBoundingClientRect().bottom)",
    );
    expect(Math.max(...gaps.map(Math.abs))).toBeLessThan(0.01);
    const heights = await page.evaluate<[number, number]>(
      "[document.getElementById('list').getBoundingClientRect().height, document.querySelector('.evidence').getBoundingClientRect().height]",
    );
    await open();
    const [plain] = await page.evaluate<[number]>(
      "[document.getElementById('list').getBoundingClientRect().height]",
    );
    expect(heights[0] - plain).toBeCloseTo(heights[1], 0);
  });

  test("on paper there are more rows than on the screen, and afterwards as before", async () => {
    await open("#kind=wrong");
    await page.evaluate("scrollBy(0, 20000), null");
    await page.evaluate(settled);
    const before = await listed();
    expect(before[0]).toBeGreaterThan(100);
    const count = "document.querySelectorAll('.row').length";
    await page.evaluate(`addEventListener('beforeprint', () => { globalThis.printed = ${count}; }), null`);
    const { data: pdf } = await page.send("Page.printToPDF", {});
    expect(Buffer.from(pdf, "base64").subarray(0, 5).toString()).toBe("%PDF-");
    expect(await page.evaluate("globalThis.printed")).toBe(300);
    expect(await listed()).toEqual(before);
  });
});
