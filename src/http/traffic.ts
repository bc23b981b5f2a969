import type { Server as HttpServer, IncomingMessage, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

/** How often is looked whether all is quiet, in milliseconds. */
const LOOK = 20;

/**
 * Looks in a row at which no connection must have come before none is taken to wait for being accepted: looks and not time, for a
 * process that got no time has seen nothing.
 */
const ACCEPTED_LOOKS = 5;

/** How long that is waited for, in milliseconds: less than a second, after which the system tries again what it had put off. */
const LONGEST_ACCEPTING = 600;

/**
 * What goes on on a server's connections, and how it comes to an end without a request being lost: which are answered with
 * `Connection: close`, when the server stops to listen, and when a connection on which nothing comes may be closed.
 */
export class Traffic {
  readonly #server: HttpServer;
  readonly #sockets = new Map<Socket, number>();
  #open = 0;
  /** Connections and requests that have come so far, and when the last of them did. */
  #connections = 0;
  #requests = 0;
  #latest = -Infinity;
  /** Looks in a row at which nothing must have come before no request is taken to be on its way on an open connection. */
  #quietLooks = 250 / LOOK;
  /** Answers that are held back; undefined where they are not. */
  #held: (() => void)[] | undefined;
  #isEnding = false;
  #isHurried = false;

  constructor(server: HttpServer) {
    this.#server = server;
    server.on("connection", (socket: Socket) => {
      this.#latest = performance.now();
      this.#connections++;
      this.#sockets.set(socket, 0);
      socket.once("close", () => this.#sockets.delete(socket));
    });
    // Before anything else looks at the request.
    server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
      this.#latest = performance.now();
      this.#requests++;
      this.#open++;
      this.#count(socket, 1);
      response.once("close", () => {
        this.#open--;
        this.#count(socket, -1);
      });
    });
  }

  /** Whether each answer is to be the last on its connection. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Requests of this connection that are not answered yet: more than one where they are sent ahead (pipelining). */
  openOn(socket: Socket): number {
    return this.#sockets.get(socket) ?? 0;
  }

  /**
   * Lets the last requests come: answers tell clients to close their connections, and new ones are still taken, for this long
   * (milliseconds), or until there is no connection left. Where nothing has come for a while there is nothing to wait for.
   */
  async lameDuck(time: number): Promise<void> {
    this.#isEnding = true;
    this.#quietLooks = Math.max(this.#quietLooks, time / LOOK);
    const isIdle = this.#open === 0 && performance.now() - this.#latest > time;
    if (!isIdle) await this.#until(() => this.#sockets.size === 0, time);
  }

  /**
   * Stops to listen and lets the connections that are there come to their end: what arrives on them is still answered. When
   * nothing is under way and nothing has come for a moment, or for as long as the lame duck went on, those that are left are
   * closed.
   */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#stopListening();
    const isQuiet = unchanged(this.#quietLooks, () => this.#connections + this.#requests);
    await this.#until(() => this.#sockets.size === 0 || (isQuiet() && this.#open === 0), Infinity);
    this.#server.closeIdleConnections();
  }

  /** Waits for nothing any more, and closes all connections. */
  hurry(): void {
    this.#isHurried = true;
    this.#server.closeAllConnections();
  }

  /** Calls back when answers may be sent: at once, but for the moment in which the server stops to listen. */
  beforeAnswer(done: () => void): void {
    if (this.#held === undefined) done();
    else this.#held.push(done);
  }

  /**
   * Connections that the system has completed, and Node not yet accepted, are reset when a server stops to listen. So first
   * the system is told to keep none: what comes is accepted one by one or has to try again, and then finds nobody. Answers are
   * held back meanwhile, for who has one may ask again at once.
   */
  async #stopListening(): Promise<void> {
    if (!this.#server.listening) return;
    const { _handle: handle } = this.#server as { _handle?: { listen?(backlog: number): number } };
    handle?.listen?.(0);
    const held: (() => void)[] = [];
    this.#held = held;
    await this.#until(
      unchanged(ACCEPTED_LOOKS, () => this.#connections),
      LONGEST_ACCEPTING,
    );
    // `close` of an HTTP server would close connections at once on which a request may be on its way.
    NetServer.prototype.close.call(this.#server);
    this.#held = undefined;
    for (const answer of held) answer();
  }

  #count(socket: Socket, change: number): void {
    const before = this.#sockets.get(socket);
    if (before !== undefined) this.#sockets.set(socket, before + change);
  }

  /** Looks again and again, right after the phase of the event loop that accepts connections and reads what came on them. */
  async #until(isOver: () => boolean, time: number): Promise<void> {
    const latest = performance.now() + time;
    while (!isOver() && performance.now() < latest && !this.#isHurried) {
      await new Promise((resolve) => setTimeout(resolve, LOOK));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** Tells whether a number was the same in the last `looks` looks. */
function unchanged(looks: number, number: () => number): () => boolean {
  let [last, same] = [Number.NaN, 0];
  return () => {
    const now = number();
    same = now === last ? same + 1 : 0;
    last = now;
    return same >= looks;
  };
}
