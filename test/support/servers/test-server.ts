import { onTestFinished } from "vitest";
import { createServer, type ServerOptions } from "../../../src/http/create-server.ts";
import type { Server } from "../../../src/http/server.ts";

/** A server without routes that is closed when the test is over. */
export function testServer(options: Partial<ServerOptions> = {}): Server {
  const server = createServer({ host: "127.0.0.1", ...options });
  onTestFinished(() => server.close());
  return server;
}
