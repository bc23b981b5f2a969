import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { docBlocks } from "../../test/support/docs/doc-blocks.ts";
import { serveLimits } from "./serve-limits.ts";
import { tagRequest, tagResponse } from "./tag-api.ts";

const page = readFileSync(join("docs", "serve.md"), "utf8");

test("the request and the answer that docs/serve.md shows are such, and fit each other", () => {
  const [request, response] = docBlocks(page)
    .filter(({ language }) => language === "json")
    .map(({ code }) => JSON.parse(code));
  const [text] = tagRequest(serveLimits).parse(request).texts!;
  for (const { start, end, text: own } of tagResponse.parse(response).results[0]!.entities) {
    expect([...text!].slice(start, end).join("")).toBe(own);
  }
});

test("docs/serve.md lists every code that an error can have, with its status", () => {
  const listed = [...page.matchAll(/^\| (\d{3}) \| `([a-z-]+)` \|/gm)].map(
    ([, status, code]) => `${status} ${code}`,
  );
  const sources = ["http", "serve"].flatMap((folder) => {
    const at = join("src", folder);
    return readdirSync(at).flatMap((name) =>
      /^(?!.*\.test\.ts$).*\.ts$/.test(name) ? [readFileSync(join(at, name), "utf8")] : [],
    );
  });
  const thrown = sources.flatMap((source) =>
    [...source.matchAll(/(?:HttpError\(|\[)\s*(\d{3}),\s*"([a-z-]+)"/g)].map(
      ([, status, code]) => `${status} ${code}`,
    ),
  );
  // Those of Fastify are renamed in a table. A client that went away is told nothing, and 503 for a full queue is of /readyz only.
  const renamed = ["413 body-too-large", "415 unsupported-media-type", "400 bad-url"];
  const unseen = ["499 gone", "503 busy"];
  expect(new Set(listed)).toEqual(new Set([...thrown, ...renamed].filter((code) => !unseen.includes(code))));
});

test("the limits that docs/serve.md names are those in force", () => {
  const { texts, textLength, sentenceWords } = serveLimits;
  expect(page).toContain(`at most ${texts} of at most ${textLength.toLocaleString("en")} UTF-16 units`);
  expect(page).toContain(`at most ${texts} of at most ${sentenceWords.toLocaleString("en")} words`);
  expect(page).toContain(`${serveLimits.queuedLength / 1e6} million characters`);
});
