import fc from "fast-check";
import { parseHTML } from "linkedom";
import { describe, expect, test } from "vitest";
import { embedJson, escapeHtml, type Html, html } from "./html.ts";

const bodyOf = (source: string) =>
  parseHTML(`<!doctype html><html><body>${source}</body></html>`).document.body;

describe("escapeHtml", () => {
  test.each([
    [`<img src=x onerror="alert(1)">`, "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;"],
    ["Marks & Spencer's", "Marks &amp; Spencer&#39;s"],
    ["&lt;", "&amp;lt;"],
    ["a\0b\x1Bc\x85d", "a\uFFFDb\uFFFDc\uFFFDd"],
    ["\uD800 and \u{1F600}", "\uFFFD and \u{1F600}"],
    ["tab\tline\n", "tab\tline\n"],
  ])("%j", (text, escaped) => {
    expect(escapeHtml(text)).toBe(escaped);
  });

  test("whatever the text, it is read back as it was and is no markup, between tags and in attributes", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."<>&\"'/!-= ax;#\u2028\u2029") }), (text) => {
        const body = bodyOf(html`<p title="${text}">${text}</p>`.source);
        expect(body.children.length).toBe(1);
        expect(body.children[0]!.children.length).toBe(0);
        expect(body.children[0]!.textContent).toBe(text);
        expect(body.children[0]!.getAttribute("title")).toBe(text);
      }),
    );
  });
});

describe("html", () => {
  test("escapes text, keeps markup, joins lists, leaves out what is undefined", () => {
    const part: Html = html`<b>${"<"}</b>`;
    expect(html`<p>${part}${[1, " & ", part]}${undefined}</p>`.source).toBe(
      "<p><b>&lt;</b>1 &amp; <b>&lt;</b></p>",
    );
  });

  test("text that looks like markup is text, even if it stood in markup before", () => {
    expect(html`${String(html`<b>`)}`.source).toBe("&lt;b&gt;");
  });
});

describe("embedJson", () => {
  test("writes what could end the block as escapes", () => {
    expect(embedJson("data", "</script><!--\u2028\u2029&").source).toBe(
      '<script type="application/json" id="data">"\\u003c/script\\u003e\\u003c!--\\u2028\\u2029\\u0026"</script>',
    );
  });

  test("gives back the value, own keys called __proto__ included", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const body = bodyOf(embedJson("data", { value, hostile: "</script><script>" }).source);
        expect(body.querySelectorAll("script").length).toBe(1);
        expect(JSON.parse(body.querySelector("script")!.textContent!)).toEqual(
          JSON.parse(JSON.stringify({ value, hostile: "</script><script>" })),
        );
      }),
    );
    const labels = JSON.parse('{"__proto__": 3}');
    expect(embedJson("data", labels).source).toContain('{"__proto__":3}');
  });

  test("nothing at all is null", () => {
    expect(embedJson("data", undefined).source).toContain(">null<");
  });
});
