import type { FastifyReply, FastifyRequest } from "fastify";
import { HttpError } from "../../http/index.ts";
import type { ReviewEvent } from "../api.ts";

/** Windows connected at the same time. */
const MOST = 100;

/** A window with this many unread bytes is disconnected: it reconnects and catches up. */
const MOST_WAITING = 1 << 22;

/** A heartbeat is sent this often (milliseconds), so that a dead connection is noticed. */
const HEARTBEAT = 15_000;

/** Sends what happens to all open windows, by server-sent events. */
export class EventStream {
  readonly #windows = new Set<FastifyReply["raw"]>();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setInterval(() => this.#write(": still here\n\n"), HEARTBEAT);
    this.#timer.unref();
  }

  /** Keeps a request open and sends it `missed`, then every event from now on. */
  connect(request: FastifyRequest, reply: FastifyReply, missed: Iterable<ReviewEvent>): void {
    if (this.#windows.size >= MOST) {
      throw new HttpError(429, "too-many-windows", `more than ${MOST} windows are open`, { retryAfter: 10 });
    }
    const { raw } = reply;
    const headers = { ...reply.getHeaders(), "content-type": "text/event-stream; charset=utf-8" };
    reply.hijack();
    raw.writeHead(200, headers as Record<string, string>);
    // Browsers reconnect after this many milliseconds.
    raw.write("retry: 1000\n\n");
    for (const event of missed) raw.write(textOf(event));
    this.#windows.add(raw);
    const forget = () => this.#windows.delete(raw);
    raw.on("close", forget);
    raw.on("error", forget);
    request.raw.on("error", forget);
  }

  send(event: ReviewEvent): void {
    if (this.#windows.size > 0) this.#write(textOf(event));
  }

  /** Ends all windows' streams. */
  close(): void {
    clearInterval(this.#timer);
    for (const window of this.#windows) window.end();
    this.#windows.clear();
  }

  #write(text: string): void {
    for (const window of this.#windows) {
      if (window.writableLength > MOST_WAITING) window.destroy();
      else window.write(text);
    }
  }
}

/** JSON has no line breaks, so one `data` line holds it. */
function textOf({ name, data, id }: ReviewEvent): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
