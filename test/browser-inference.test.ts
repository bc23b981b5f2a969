import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoCorpus } from "../src/demo/index.ts";
import {
  bilstmEncoder,
  cnnEncoder,
  type Encoder,
  pretrainedTransformer,
  stateFeatures,
} from "../src/encoders/index.ts";
import { ParameterStore } from "../src/graph/index.ts";
import { labelSet, spanModel } from "../src/models/index.ts";
import { saveModelFolder, Tagger } from "../src/tagging/index.ts";
import { type BrowserPage, Chromium } from "./support/browser/chromium.ts";
import { everyFeature } from "./support/models/small-features.ts";
import { tinyLac } from "./support/models/tiny-lac.ts";
import { tinyModel } from "./support/models/tiny-model.ts";
import { quietSession } from "./support/models/tiny-task.ts";
import { describeWith, needs } from "./support/needs.ts";
import { serveFolder } from "./support/servers/file-server.ts";

const folder = join(tmpdir(), `lacuna-browser-${randomUUID()}`);
const bundle = join(folder, "browser.js");
const site = join(folder, "site");
const model = join(folder, "model");

beforeAll(async () => {
  mkdirSync(folder);
  await tinyModel(model);
  const { buildBrowser } = (await import("../scripts/build-browser.mjs" as string)) as {
    buildBrowser(outfile: string): Promise<void>;
  };
  await buildBrowser(bundle);
  const { buildSite } = (await import("../examples/browser/build.mjs" as string)) as {
    buildSite(options: { model: string; out: string; browser: string }): Promise<void>;
  };
  await buildSite({ model, out: site, browser: bundle });
  // As a user's own bundler would do it.
  await build({
    entryPoints: [bundle],
    outfile: join(site, "whole.js"),
    bundle: true,
    format: "esm",
    nodePaths: ["node_modules"],
    logLevel: "error",
  });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

describeWith(needs.browser, "inference in a real browser", inBrowser);

function inBrowser(): void {
  let server: Awaited<ReturnType<typeof serveFolder>>;
  let browser: Chromium;
  let page: BrowserPage;

  beforeAll(async () => {
    server = await serveFolder(site);
    browser = new Chromium();
    page = await browser.page();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  const status = () => page.evaluate<string>("document.getElementById('status').textContent");
  const text = [
    "👩‍🚀",
    ...demoCorpus({ train: 12, dev: 0, test: 0 }).train.map(({ tokens }) => tokens.join(" ")),
    "<b>&amp;</b>",
  ].join(" ");

  test("the example page finds what Node finds, and fetches only what it needs", async () => {
    await page.go(server.address);
    await expect
      .poll(status, { timeout: 30_000 })
      .toMatch(/^Ready\. The model knows LOC, ORG, PER, PRODUCT\.$/);
    await page.evaluate(
      `document.getElementById('text').value = ${JSON.stringify(text)}; document.getElementById('find').click()`,
    );
    await expect.poll(status, { timeout: 30_000 }).toMatch(/found in \d+ words/);
    await using tagger = await Tagger.load(model, quietSession);
    const [expected] = await tagger.tag(text);
    expect(expected!.entities.length).toBeGreaterThan(5);
    const listed = await page.evaluate<string[]>(
      "[...document.querySelectorAll('#list li')].map((li) => li.textContent)",
    );
    expect(listed.map((line) => line.replace(/, [\d.]+$/, ""))).toEqual(
      expected!.entities.map(({ text: words, label }) => `${words}: ${label}`),
    );
    listed.forEach((line, i) => {
      expect(Math.abs(Number(line.split(", ").at(-1)) - expected!.entities[i]!.score)).toBeLessThan(0.011);
    });
    // What stands in the page is the text, with labels between, and no markup of its own.
    expect(await page.evaluate("document.querySelectorAll('#found b').length")).toBe(0);
    await page.evaluate("document.querySelectorAll('#found small').forEach((label) => { label.remove(); })");
    expect(await page.evaluate("document.getElementById('found').textContent")).toBe(text);
    expect(page.complaints).toEqual([]);
    expect(server.asked.filter((path) => path.startsWith("/model/")).sort()).toEqual([
      "/model/labels.json",
      "/model/manifest.json",
      "/model/model.json",
      "/model/model.onnx",
    ]);
    await page.evaluate(
      "document.getElementById('threshold').value = '1'; document.getElementById('threshold').dispatchEvent(new Event('input'))",
    );
    await expect.poll(status, { timeout: 10_000 }).toMatch(/^0 found/);
  });

  test("a model that was altered on its way is refused", async () => {
    await cp(join(site, "model"), join(site, "altered"), { recursive: true });
    const labels = '["LOC","ORG","PER","PRODUCE"]';
    writeFileSync(join(site, "altered", "labels.json"), labels);
    await page.go(`${server.address}?model=altered/`);
    await expect
      .poll(status, { timeout: 30_000 })
      .toMatch(/^The model cannot be used: .*labels\.json" (has|is not)/);
    await page.go(`${server.address}?model=nothing/`);
    await expect.poll(status, { timeout: 30_000 }).toMatch(/^The model cannot be used: cannot fetch .*404/);
  });

  const encoders: Readonly<Record<string, () => Encoder | Promise<Encoder>>> = {
    "cnn with every word feature": () => cnnEncoder({ width: 16, depth: 1, features: everyFeature() }),
    bilstm: () => bilstmEncoder({ hidden: 8, features: everyFeature() }),
    "bilstm with the states of frozen encoders": async () => {
      await tinyLac(join(folder, "lac"));
      const states = [
        await stateFeatures(join(folder, "lac")),
        await stateFeatures(join("test", "fixtures", "bert-tiny"), "pretrained2"),
      ];
      return bilstmEncoder({ hidden: 8, features: states });
    },
    bert: () => pretrainedTransformer(join("test", "fixtures", "bert-tiny")),
    roberta: () => pretrainedTransformer(join("test", "fixtures", "roberta-tiny")),
  };

  test.each(Object.entries(encoders))("%s: the same numbers as in Node", async (kind, make) => {
    const encoder = await make();
    const labels = labelSet(["PER", "LOC", "__proto__"]);
    const span = spanModel({ labels, dim: encoder.dim }, { head: { kind: "span" }, maxWidth: 4 });
    const dir = join(site, "other", kind);
    await saveModelFolder(dir, {
      encoder,
      model: span,
      parameters: new ParameterStore({ seed: 3 }),
      config: {},
    });
    await using tagger = await Tagger.load(dir, quietSession);
    const sample = "Ada Lovelace met Charles Babbage in London, 東京. naïve café 🦊";
    const [expected] = await tagger.tag(sample);
    expect(expected!.entities.length).toBeGreaterThan(2);
    const [found] = await page.evaluate<(typeof expected)[]>(`(async () => {
      const { Tagger } = await import("/whole.js");
      const tagger = await Tagger.load(${JSON.stringify(`other/${kind}`)});
      const tagged = await tagger.tag(${JSON.stringify(sample)});
      await tagger.dispose();
      return tagged;
    })()`);
    const plain = ({ entities }: NonNullable<typeof expected>) =>
      entities.map(({ start, end, label, from, to }) => [start, end, label, from, to]);
    expect(plain(found!)).toEqual(plain(expected!));
    found!.entities.forEach(({ score }, i) => {
      expect(Math.abs(score - expected!.entities[i]!.score)).toBeLessThan(1e-4);
    });
  });
}
