import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createServer } from "./create-server.ts";
import { serveFiles } from "./serve-files.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-files-"));
const inner = join(folder, "public");
mkdirSync(join(inner, "assets"), { recursive: true });
writeFileSync(join(folder, "secret.txt"), "secret");
writeFileSync(join(inner, "index.html"), "<p>hello");
writeFileSync(join(inner, "assets", "app.js"), "1;");
const server = createServer({ host: "127.0.0.1" });
serveFiles(server, inner);

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

test("each file is at its path, the index at the root", async () => {
  const index = await server.inject("/");
  expect([index.body, index.headers["content-type"]]).toEqual(["<p>hello", "text/html; charset=utf-8"]);
  const script = await server.inject("/assets/app.js?v=1");
  expect([script.body, script.headers["content-type"]]).toEqual(["1;", "text/javascript; charset=utf-8"]);
});

test.each([
  "/../secret.txt",
  "/assets/../../secret.txt",
  "/%2e%2e/secret.txt",
  "/..%2fsecret.txt",
  "/assets/..%2f..%2fsecret.txt",
  "/..%5csecret.txt",
  "/....//secret.txt",
  "/%252e%252e/secret.txt",
  "/assets/",
  "/assets",
  "//secret.txt",
  "/secret.txt%00.html",
  "/etc/passwd",
])("%s leads nowhere", async (url) => {
  const answer = await server.inject(url);
  expect(answer.statusCode).toBe(404);
  expect(answer.body).not.toContain('secret"');
});
