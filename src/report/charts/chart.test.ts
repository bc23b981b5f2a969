import fc from "fast-check";
import { parseHTML } from "linkedom";
import { describe, expect, test } from "vitest";
import { type LineChartOptions, lineChart } from "./line-chart.ts";
import { seriesStyle } from "./series-style.ts";
import { shorten } from "./shorten.ts";

const parsed = ({ source }: { readonly source: string }) =>
  parseHTML(`<!doctype html><html><body>${source}</body></html>`).document.body;
const chart = (series: LineChartOptions["series"], more: Partial<LineChartOptions> = {}) =>
  lineChart({ description: "a chart", series, x: { label: "epoch" }, y: { label: "loss" }, ...more });
const counted = (count: number) => Array.from({ length: count }, (_, i) => ({ x: i, y: i % 7 }));

describe("lineChart", () => {
  test("puts a point where arithmetic says", () => {
    const body = parsed(
      chart([
        {
          name: "loss",
          points: [
            { x: 0, y: 0 },
            { x: 5, y: 25 },
            { x: 10, y: 100 },
          ],
        },
      ]),
    );
    // The frame is 56 … 544 by 40 … 256. 5 of 10 is half of 488 to the right of 56: 300.
    // 25 of 100 is a quarter of 216 above 256: 202.
    expect(body.querySelector("path[stroke-width], g[stroke-width] path")!.getAttribute("d")).toBe(
      "M56,256L300,202L544,40",
    );
    const [, dot] = [...body.querySelectorAll("circle")];
    expect([dot!.getAttribute("cx"), dot!.getAttribute("cy")]).toEqual(["300", "202"]);
    expect(dot!.querySelector("title")!.textContent).toBe("loss\nepoch 5: 25");
  });

  test("writes percent", () => {
    const body = parsed(
      chart(
        [
          {
            name: "F1",
            points: [
              { x: 1, y: 80 },
              { x: 2, y: 85.5 },
            ],
          },
        ],
        { y: { label: "F1", percent: true } },
      ),
    );
    expect([...body.querySelectorAll("text")].map((text) => text.textContent)).toContain("80 %");
    expect(body.querySelector("circle title")!.textContent).toBe("F1\nepoch 1: 80 %");
  });

  test("is one picture with words for those who cannot see it, without styles and scripts of its own", () => {
    const source = chart([{ name: "loss", points: counted(3) }], { description: 'loss of "a" & <b>' }).source;
    const svg = parsed({ source }).querySelector("svg")!;
    expect(svg.getAttribute("role")).toBe("img");
    expect(svg.getAttribute("aria-label")).toBe('loss of "a" & <b>');
    expect(source).not.toMatch(/<style|style=|<script|id=|#[0-9a-f]{3}|white|black/);
  });

  test("a single point is a dot", () => {
    const body = parsed(chart([{ name: "a", points: [{ x: 1, y: 5 }] }]));
    const dot = body.querySelector("circle")!;
    // In the middle of both axes: 56 + 488 / 2, and 4.5 … 5.5 with 5 at 256 − 216 / 2.
    expect([dot.getAttribute("cx"), dot.getAttribute("cy"), dot.getAttribute("r")]).toEqual([
      "300",
      "148",
      "3",
    ]);
    expect(dot.closest(".hover")).toBeNull();
  });

  test("many points are no dots, but answer to the pointer; one between gaps is a dot", () => {
    const points = counted(100).map((point) =>
      point.x === 50 || point.x === 52 ? { ...point, y: Number.NaN } : point,
    );
    const body = parsed(chart([{ name: "a", points }]));
    expect(body.querySelectorAll(".hover circle").length).toBe(97);
    const alone = [...body.querySelectorAll("circle")].filter((circle) => circle.closest(".hover") === null);
    expect(alone.map((circle) => circle.querySelector("title")!.textContent)).toEqual(["a\nepoch 51: 2"]);
  });

  test("a gap breaks the line", () => {
    const points = [0, 1, Number.NaN, 3, 4].map((y, x) => ({ x, y }));
    const path = parsed(chart([{ name: "a", points }]))
      .querySelector("g[stroke-width] path")!
      .getAttribute("d")!;
    expect(path.match(/M/g)!.length).toBe(2);
  });

  test("curves are named at their ends, told apart by colour and dash", () => {
    const series = ["F1", "precision", "recall"].map((name, i) => ({
      name,
      points: [
        { x: 0, y: i },
        { x: 1, y: 10 - i * 5 },
      ],
    }));
    const body = parsed(chart(series));
    const names = [...body.querySelectorAll("text[fill]")].map(
      (text) => [text.textContent, Number(text.getAttribute("y"))] as const,
    );
    // They end at 10, 5 and 0 of an axis from 0 to 10: at the top, in the middle, at the bottom.
    expect(names).toEqual([
      ["F1", 40],
      ["precision", 148],
      ["recall", 256],
    ]);
    const dashes = [...body.querySelectorAll("line[stroke-width='2']")].map((line) =>
      line.getAttribute("stroke-dasharray"),
    );
    expect(dashes).toEqual([null, "6 3", "2 3"]);
  });

  test("an upright mark stands at its place with its word", () => {
    const body = parsed(
      chart(
        [
          {
            name: "a",
            points: [
              { x: 0, y: 1 },
              { x: 10, y: 2 },
            ],
          },
        ],
        { marks: [{ x: 5, label: "kept" }] },
      ),
    );
    const rule = body.querySelector("line[stroke-dasharray], g[stroke-dasharray='2 3'] line")!;
    expect(rule.getAttribute("x1")).toBe("300");
    expect([...body.querySelectorAll("text")].map((text) => text.textContent)).toContain("kept");
  });

  test("names that are markup stay text", () => {
    const hostile = "</title></svg><img src=x onerror=alert(1)>\u2028";
    const body = parsed(
      chart(
        [
          { name: hostile, points: counted(2) },
          { name: "__proto__", points: counted(2) },
        ],
        { x: { label: hostile }, y: { label: hostile } },
      ),
    );
    expect(body.querySelectorAll("img").length).toBe(0);
    expect(body.children.length).toBe(1);
    expect(body.querySelector("circle title")!.textContent).toBe(`${hostile}\n${hostile} 0: 0`);
  });

  test("says so when there is nothing to draw", () => {
    const nothing = "There are no numbers to draw.";
    expect(parsed(chart([])).textContent).toBe(nothing);
    expect(
      parsed(
        chart([
          {
            name: "a",
            points: [
              { x: 1, y: Number.NaN },
              { x: Number.NaN, y: 1 },
            ],
          },
        ]),
      ).textContent,
    ).toBe(nothing);
  });

  test("whatever the numbers, no NaN gets into a chart, and the same numbers give the same bytes", () => {
    const value = fc.oneof(fc.double(), fc.integer(), fc.constant(null as never));
    const points = fc.array(fc.record({ x: value, y: value }), { maxLength: 5 });
    fc.assert(
      fc.property(fc.array(points, { maxLength: 3 }), (lists) => {
        const series = lists.map((list, i) => ({ name: `s${i}`, points: list }));
        const { source } = chart(series, { marks: [{ x: lists[0]?.[0]?.x ?? 0, label: "here" }] });
        expect(source).not.toMatch(/NaN|undefined|Infinity|null/);
        expect(chart(series, { marks: [{ x: lists[0]?.[0]?.x ?? 0, label: "here" }] }).source).toBe(source);
      }),
      { numRuns: 60 },
    );
  });
});

test("the first 36 curves differ", () => {
  const looks = Array.from({ length: 36 }, (_, i) => JSON.stringify(seriesStyle(i)));
  expect(new Set(looks).size).toBe(36);
});

test("shorten cuts between characters, not within one", () => {
  expect(shorten("abc", 3)).toBe("abc");
  expect(shorten("\u{1F600}\u{1F600}\u{1F600}", 2)).toBe("\u{1F600}…");
});
