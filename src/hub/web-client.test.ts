import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import {
  bytesOf,
  failure,
  model,
  pull,
  server,
  usePulling,
  weightsPath,
} from "../../test/support/servers/pulling.ts";

usePulling();

describe("proxies", () => {
  test("plain http goes through HTTP_PROXY, and past it where NO_PROXY says so", async () => {
    const seen: string[] = [];
    const proxy = createServer((request, response) => {
      seen.push(request.url!);
      const target = new URL(request.url!);
      // The name exists for the proxy only; it stands for the test's server.
      const onward = httpRequest(
        `${server.url}${target.pathname}`,
        { headers: { ...request.headers, host: "x" } },
        (answer) => {
          response.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(response);
        },
      );
      onward.end();
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const address = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    try {
      await pull({ env: { HF_ENDPOINT: "http://hub.invalid", HTTP_PROXY: address } });
      expect(seen).toContain(`http://hub.invalid${weightsPath}`);
      expect(bytesOf("model.safetensors").equals(model)).toBe(true);
      seen.length = 0;
      await pull({ force: true, env: { HTTP_PROXY: address, NO_PROXY: "127.0.0.1" } });
      expect(seen).toEqual([]);
    } finally {
      proxy.closeAllConnections();
      proxy.close();
    }
  });

  test("https asks HTTPS_PROXY for a tunnel, and a refusal is told", async () => {
    const tunnels: string[] = [];
    const proxy = createServer();
    proxy.on("connect", (request, socket) => {
      tunnels.push(`${request.url} ${request.headers["proxy-authorization"]}`);
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const HTTPS_PROXY = `http://ann:pw@127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    try {
      const text = await failure(pull({ env: { HF_ENDPOINT: "https://hub.invalid", HTTPS_PROXY } }));
      expect(text).toContain('cannot reach "hub.invalid": the proxy answers 407');
      // "ann:pw" in base 64
      expect(tunnels).toEqual(["hub.invalid:443 Basic YW5uOnB3"]);
    } finally {
      proxy.closeAllConnections();
      proxy.close();
    }
  });
});
