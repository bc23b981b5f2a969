import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** How a `ModelServer` treats one path. Lists are used up one entry per request. */
export interface Behaviour {
  /** Answer with these statuses first. */
  readonly statuses?: number[];
  /** Break the connection after so many bytes of the body. */
  readonly cuts?: number[];
  /** Cut only once this holds for the last byte sent, so that a test knows what has arrived. */
  readonly cutWhen?: (sent: number) => boolean;
  /** Send so many bytes and then nothing, keeping the connection open. */
  readonly stall?: number;
  /** Answer ranges with the whole file. */
  readonly ignoreRange?: boolean;
  /** Continue a file even where it is not the version that was asked for. */
  readonly ignoreIfRange?: boolean;
  /** Do not tell the size. */
  readonly chunked?: boolean;
  readonly redirect?: string;
  /** Further headers; an undefined one is left out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** A web server on 127.0.0.1 that keeps a log of what it was asked, with faults made to order. */
export class ModelServer {
  readonly files = new Map<string, Uint8Array | string>();
  readonly behaviours = new Map<string, Behaviour>();
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];
  readonly #server = createServer((request, response) => this.#answer(request, response));

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The last segments of the paths that were asked for. */
  get asked(): string[] {
    return this.requests.map(({ path }) => path.split("/").at(-1)!);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = new URL(request.url!, this.url).pathname;
    this.requests.push({ path, headers: request.headers });
    const behaviour = this.behaviours.get(path) ?? {};
    for (const [name, value] of Object.entries(behaviour.headers ?? {})) {
      if (value !== undefined) response.setHeader(name, value);
    }
    const status = behaviour.statuses?.shift();
    if (status !== undefined) return void response.writeHead(status).end("no");
    if (behaviour.redirect !== undefined) {
      return void response.writeHead(302, { location: behaviour.redirect }).end("elsewhere");
    }
    const file = this.files.get(path);
    if (file === undefined) return void response.writeHead(404).end("not here");
    const whole = Buffer.from(file);
    const etag =
      behaviour.headers && "etag" in behaviour.headers ? behaviour.headers.etag : `"v${whole.length}"`;
    if (etag !== undefined) response.setHeader("etag", etag);
    if (etag !== undefined && request.headers["if-none-match"] === etag)
      return void response.writeHead(304).end();
    const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? "");
    const condition = request.headers["if-range"];
    const partly =
      range !== null &&
      !behaviour.ignoreRange &&
      (condition === undefined || condition === etag || behaviour.ignoreIfRange === true);
    const start = partly ? Number(range[1]) : 0;
    if (start > 0 && start >= whole.length) return void response.writeHead(416).end();
    if (partly) response.setHeader("content-range", `bytes ${start}-${whole.length - 1}/${whole.length}`);
    const body = whole.subarray(start);
    response.writeHead(partly ? 206 : 200, behaviour.chunked ? {} : { "content-length": body.length });
    const cut = behaviour.cuts?.shift();
    if (cut !== undefined) {
      response.write(body.subarray(0, cut));
      void cutOff(request, () => behaviour.cutWhen?.(start + cut) ?? true);
    } else if (behaviour.stall !== undefined) response.write(body.subarray(0, behaviour.stall));
    else response.end(body);
  }
}

/** Breaks the connection when `when` holds, or after five seconds. */
async function cutOff(request: IncomingMessage, when: () => boolean): Promise<void> {
  const latest = Date.now() + 5000;
  do await sleep(20);
  while (!when() && Date.now() < latest);
  request.socket.destroy();
}
