import { createHash } from "node:crypto";
import { parseHTML } from "linkedom";
import { expect, test } from "vitest";
import { figure, figures } from "./charts/figure.ts";
import { lineChart } from "./charts/line-chart.ts";
import { facts } from "./facts.ts";
import { html } from "./html.ts";
import { folded, page } from "./page.ts";
import { pageStyle } from "./page-style.ts";
import { table } from "./table.ts";

const hostile = `</script></style><img src=x onerror="alert('1')">\u2028`;

const whole = page({
  title: hostile,
  subtitle: hostile,
  language: "de",
  data: { [hostile]: hostile },
  sections: [
    {
      content: facts([
        { name: hostile, value: hostile, remark: hostile },
        { name: "n", value: 3 },
      ]),
    },
    {
      heading: hostile,
      content: [
        table({
          name: hostile,
          caption: hostile,
          columns: [
            { heading: hostile, cell: ({ label }: { label: string }) => label },
            { heading: "count", numeric: true, cell: () => 12 },
          ],
          rows: [{ label: hostile }, { label: "__proto__" }],
          marked: ({ label }) => label === "__proto__",
        }),
        folded(hostile, html`<p>${hostile}</p>`),
        figures([
          figure({
            heading: hostile,
            caption: hostile,
            chart: lineChart({
              description: hostile,
              series: [{ name: hostile, points: [{ x: 1, y: 1 }] }],
              x: { label: hostile },
              y: { label: hostile },
            }),
          }),
        ]),
      ],
    },
  ],
});
const { document } = parseHTML(whole);

test("text that is markup is shown, not obeyed", () => {
  expect(document.querySelectorAll("img").length).toBe(0);
  expect(document.querySelectorAll("script").length).toBe(1);
  expect(document.querySelectorAll("style").length).toBe(1);
  expect(document.querySelector("h1")!.textContent).toBe(hostile);
  expect(document.querySelector("h2")!.textContent).toBe(hostile);
  expect(document.querySelector("dd")!.textContent).toBe(hostile + hostile);
  expect(document.querySelector("tbody th")!.textContent).toBe(hostile);
  expect(document.querySelector("summary")!.textContent).toBe(hostile);
  expect(document.querySelector("figcaption")!.textContent).toBe(hostile);
  expect(JSON.parse(document.querySelector("#data")!.textContent!)).toEqual({ [hostile]: hostile });
});

test("is well-formed: each tag is closed by its own", () => {
  const open: string[] = [];
  const text = whole.replace(/<style>[\s\S]*?<\/style>|<!doctype html>/g, "");
  for (const [, end, name] of text.matchAll(/<(\/?)([a-zA-Z0-9]+)(?:\s+[\w-]+(?:="[^"<>]*")?)*>/g)) {
    if (name === "meta") continue;
    if (end === "") open.push(name!);
    else expect(open.pop()).toBe(name);
  }
  expect(open).toEqual([]);
  // Nothing but tags has a "<" in it.
  expect(text.split("<").length - 1).toBe([...text.matchAll(/<\/?[a-zA-Z]/g)].length);
});

test("allows its own style sheet and nothing else", () => {
  const policy = document.querySelector("meta[http-equiv]")!.getAttribute("content")!;
  const sheet = whole.match(/<style>([\s\S]*?)<\/style>/)![1]!;
  const hash = createHash("sha256").update(sheet).digest("base64");
  expect(policy).toBe(`default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`);
  expect(sheet).toBe(pageStyle);
  // A style attribute would be refused by the browser; what it says would be lost.
  expect(whole).not.toMatch(/\sstyle="/);
  expect(whole.replaceAll("http-equiv", "")).not.toMatch(/https?:|url\(|@import|\ssrc="|\shref="/);
});

test("names its language and says that columns of numbers are such", () => {
  expect(document.documentElement.getAttribute("lang")).toBe("de");
  expect([...document.querySelectorAll(".number")].map((cell) => cell.textContent)).toEqual([
    "count",
    "12",
    "12",
  ]);
  expect(document.querySelector("tr.marked th")!.textContent).toBe("__proto__");
});

test("curves can be read in the light and in the dark: 4.5 to 1 at least", () => {
  const scheme = (css: string) =>
    new Map([...css.matchAll(/--([\w-]+): (#[0-9a-f]{3,6});/g)].map(([, name, colour]) => [name!, colour!]));
  const [light, dark] = pageStyle.split("@media (prefers-color-scheme: dark)");
  for (const css of [light!, dark!.split("* {")[0]!]) {
    const colours = scheme(css);
    const names = [...colours.keys()].filter((name) => /series|text|muted|note/.test(name));
    expect(names.length).toBe(9);
    for (const name of names)
      expect(contrast(colours.get(name)!, colours.get("background")!), name).toBeGreaterThan(4.5);
  }
});

/** WCAG 2: (L₁ + 0.05) / (L₂ + 0.05), of relative luminances. */
function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
}

function luminance(colour: string): number {
  const digits =
    colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit) : colour.slice(1).match(/../g)!;
  const [red, green, blue] = digits.map((pair) => {
    const share = Number.parseInt(pair, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
