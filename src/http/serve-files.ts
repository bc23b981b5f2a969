import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import type { Server } from "./server.ts";

const contentTypes: ReadonlyMap<string, string> = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".mjs", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".json", "application/json; charset=utf-8"],
  [".svg", "image/svg+xml"],
  [".png", "image/png"],
  [".ico", "image/x-icon"],
  [".wasm", "application/wasm"],
  [".woff2", "font/woff2"],
]);

/**
 * Serves the files of a folder: `index.html` at `/`, each other at its path.
 *
 * They are read once and each gets a route of its own, so that no request is ever turned into a path: there is nothing to
 * climb out of.
 */
export function serveFiles(server: Server, folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).map(encodeURIComponent).join("/");
    serveFile(server, name === "index.html" ? "/" : `/${name}`, readFileSync(path), extname(path));
  }
}

/** Serves one content at one address; `extension` says what it is. */
export function serveFile(server: Server, url: string, content: string | Buffer, extension: string): void {
  const type = contentTypes.get(extension) ?? "application/octet-stream";
  server.get(url, { schema: { hide: true } }, async (_, reply) => {
    // The serializer is for JSON; bytes go as they are.
    return reply.type(type).send(typeof content === "string" ? Buffer.from(content) : content);
  });
}
