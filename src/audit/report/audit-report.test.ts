import { createHash } from "node:crypto";
import { Script } from "node:vm";
import { parseHTML } from "linkedom";
import { describe, expect, test } from "vitest";
import { madeUpAudit } from "../../../test/support/review/made-up-audit.ts";
import { hostileTokens, manySuggestions } from "../../../test/support/review/many-suggestions.ts";
import type { AuditCheck, AuditSummary } from "../summary.ts";
import { auditReport } from "./audit-report.ts";
import { collectData } from "./collect-data.ts";
import { headline } from "./headline.ts";
import { histogram } from "./histogram.ts";

const audit = madeUpAudit({ size: 150 });
const { summary } = audit;
const report = auditReport(audit);
const parsed = (source: string) => parseHTML(source).document;
const texts = (source: string, selector: string) =>
  [...parsed(source).querySelectorAll(selector)].map((found) => found.textContent);

test("the same audit gives the same bytes", () => {
  expect(auditReport(madeUpAudit({ size: 150 }))).toBe(report);
});

describe("the headline", () => {
  const total = {
    labelled: 22_571,
    missing: { value: 9213, low: 8142, high: 10_391 },
    completeness: { value: 0.71, low: 0.685, high: 0.735 },
  };
  const said = (more: Partial<AuditSummary>) =>
    parsed(`<!doctype html><html><body>${headline({ ...summary, total, ...more }).source}</body></html>`).body
      .textContent;

  test("says how complete the labels are", () => {
    expect(said({})).toBe(
      "Your labels are about 71 % complete: about 9,200 entities are missing. With 95 % confidence, between 8,100 and 10,000 are missing.",
    );
  });

  test("of one that is missing, and of none", () => {
    const missing = { value: 1.2, low: 0, high: 3.4 };
    expect(said({ total: { ...total, missing, completeness: { value: 0.9999, low: 0.99, high: 1 } } })).toBe(
      "Your labels are about > 99 % complete: about 1 entity is missing. With 95 % confidence, between 0 and 3 are missing.",
    );
    expect(said({ total: { ...total, missing: { value: 0.2, low: 0, high: 3 } } })).toBe(
      "Your labels look complete: no entity seems to be missing. With 95 % confidence, between 0 and 3 are missing.",
    );
  });

  test("without labels to compare with, it is what the model found", () => {
    const suggestions = { ...summary.suggestions, suggested: { missed: 1234, wrong: 0 } };
    expect(said({ calibration: "none", suggestions })).toBe(
      "The model found about 1,200 entities that are not labelled.",
    );
  });
});

test("the types stand in a table with ways to their suggestions", () => {
  const [first] = summary.types;
  const row = parsed(report).querySelector("tbody tr")!;
  expect([...row.children].map((cell) => cell.textContent!.trim()).slice(0, 3)).toEqual([
    first!.label,
    String(first!.labelled),
    String(Math.round(first!.missing.value)),
  ]);
  expect(row.querySelector("a")!.getAttribute("href")).toBe("#type=LOC&min=50");
  expect(row.querySelector("a")!.textContent).toBe(
    `show ${first!.suggested.missed + first!.suggested.wrong}`,
  );
  // The bar is 150 pixels long.
  const bar = row.querySelector("rect.labelled")!;
  expect(Number(bar.getAttribute("width"))).toBeCloseTo(150 * first!.completeness.value, 1);
});

test("bars have the height of their counts, and those too high are cut", () => {
  const svg = parsed(
    `<!doctype html><html><body>${
      histogram({ edges: [0, 0.5, 1], labelled: [0, 50], unlabelled: [1000, 100] }).source
    }</body></html>`,
  );
  const heights = [...svg.querySelectorAll("g[aria-label=rect] rect")].map((rect) =>
    Number(rect.getAttribute("height")),
  );
  // The axis goes to 100, the frame from 40 to 256: 50 is half of 216. 1,000 does not fit.
  expect(heights).toEqual([0, 108, 216, 216]);
  expect(svg.body.textContent).toContain("↑ 1,000");
  expect(histogram({ edges: [], labelled: [], unlabelled: [] }).source).toContain("no numbers to draw");
});

test("masked data is held against the truth", () => {
  const check: AuditCheck = {
    hidden: 1000,
    first: [{ suggestions: 100, precision: 0.97 }],
    cut: { suggestions: 800, right: 700, precision: 0.875, recall: 0.7 },
    estimate: { missing: { value: 1040, low: 950, high: 1130 }, error: 0.04, covered: true },
    types: [
      {
        label: "PER",
        hidden: 10,
        missing: { value: 12, low: 9, high: 15 },
        covered: false,
        precision: 0.5,
        recall: 0.4,
      },
    ],
    reliability: [{ probability: 0.8, suggestions: 10, right: 7 }],
  };
  const page = auditReport({ ...audit, summary: { ...summary, check } });
  const facts = texts(page, ".facts div").slice(-3);
  expect(facts).toEqual([
    "Of the first 100 suggestions97 % are rightentities that had been hidden",
    "Found of all that was hidden70 %700 of 1,000, by 800 suggestions of which 88 % are right",
    "Estimate of what is missing1,0404.0 % too high; the interval 950 – 1,130 holds the truth",
  ]);
  expect(page).toContain("said 80 %: 7 of 10 right");
  expect(texts(page, "details td")).toEqual(["10", "12", "9 – 15", "no", "50 %", "40 %"]);
  expect(texts(report, "h2")).not.toContain("Compared with the hidden labels");
});

test("lists no more than asked, and says so", () => {
  const page = auditReport({ ...audit, most: 10 });
  expect(JSON.parse(parsed(page).querySelector("#data")!.textContent!).suggestions.length).toBe(10);
  expect(texts(page, ".notes li")).toEqual([
    `This page lists the best 10 of ${audit.suggestions.length} suggestions; all are in suggestions.jsonl.`,
  ]);
});

test("an audit that found nothing has a page, too", () => {
  const nothing = { value: 0, low: 0, high: 0 };
  const page = auditReport({
    sentences: [],
    suggestions: [],
    summary: {
      ...summary,
      data: { files: [], sentences: 0, words: 0, entities: 0, fingerprint: "" },
      total: { labelled: 0, missing: nothing, completeness: nothing },
      types: [],
      curve: [],
      histogram: { edges: [], labelled: [], unlabelled: [] },
      suggestions: { missed: 0, wrong: 0, suggested: { missed: 0, wrong: 0 }, expectedPrecision: Number.NaN },
    },
  });
  expect(parsed(page).querySelector("main")!.innerHTML).not.toMatch(/NaN|undefined|Infinity/);
  expect(texts(page, "h2")).toEqual(["By type", "Suggestions"]);
  expect(texts(page, ".headline")).toEqual(["The model found about 0 entities that are not labelled."]);
});

describe("hostile text", () => {
  const many = manySuggestions(60);
  const hostile = hostileTokens.join(" ");
  const page = auditReport({
    ...many,
    summary: {
      ...summary,
      data: { ...summary.data, files: [hostile, "$(rm -rf ~).conll"] },
      types: [{ ...summary.types[0]!, label: hostile }],
      notices: [hostile],
      config: { hostile },
    },
  });
  const document = parsed(page);

  test("is shown, not obeyed", () => {
    expect(document.querySelectorAll("img, i").length).toBe(0);
    expect(document.querySelectorAll("script").length).toBe(2);
    const shown = hostile.replace(/[\0\uD83D]/g, "\uFFFD");
    expect(document.querySelector(".notes li")!.textContent).toBe(shown);
    expect(document.querySelector("tbody th")!.textContent).toBe(shown);
    expect(JSON.parse(document.querySelector("#data")!.textContent!)).toEqual(
      collectData(many.suggestions, many.sentences),
    );
  });

  test("does not become part of a command to copy", () => {
    const command = document.querySelector(".command")!.textContent!;
    expect(command).toContain("--data '$(rm -rf ~).conll' --suggestions DIR");
  });

  test("the page allows its own style and script and nothing else", () => {
    const policy = document.querySelector("meta[http-equiv]")!.getAttribute("content")!;
    const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    const style = page.match(/<style>([\s\S]*?)<\/style>/)![1]!;
    const script = page.match(/<script type="module">([\s\S]*?)<\/script>/)![1]!;
    expect(policy).toBe(
      `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'`,
    );
    expect(page).not.toMatch(/\sstyle="/);
    expect(style + script).not.toMatch(/https?:|url\(|@import/);
    // One script, not modules: nothing is left that would have to be fetched.
    expect(script).not.toMatch(/^\s*(?:import|export)\b/m);
    new Script(script);
  });
});
