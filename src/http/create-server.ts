import Fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import { UserError } from "../errors.ts";
import { checkHost, type HostRules } from "./check-host.ts";
import { checkToken, checkTokenStrength, type TokenRules } from "./check-token.ts";
import { answerClientError } from "./client-error.ts";
import { addDeadline } from "./deadline.ts";
import { errorBody, HttpError } from "./http-error.ts";
import { isLoopback } from "./is-loopback.ts";
import { securityHeaders } from "./security-headers.ts";
import type { RequestCheck, Server } from "./server.ts";
import { toHttpError } from "./to-http-error.ts";
import { Traffic } from "./traffic.ts";
import { type ZodProvider, zodValidator } from "./zod-provider.ts";

/** What requests may take. Times are in milliseconds. */
export interface ServerLimits {
  /** The largest body, in bytes. */
  readonly body: number;
  /** How long an answer may take; after that it is 503. A route can set its own: `config: { deadline }`. */
  readonly deadline: number;
  /** How long a request's headers, and how long all of it, may take to arrive: against those who send a byte a minute. */
  readonly headers: number;
  readonly request: number;
  /** How long a connection is kept open for a next request. */
  readonly keepAlive: number;
  /** Connections at a time; more are closed at once. */
  readonly connections: number;
  /** Requests that one connection may send ahead of their answers; one more ends it. */
  readonly pipelined: number;
}

export const serverLimits: ServerLimits = Object.freeze({
  body: 1_000_000,
  deadline: 30_000,
  headers: 10_000,
  request: 30_000,
  keepAlive: 10_000,
  connections: 1024,
  pipelined: 32,
});

export interface ServerOptions extends HostRules, Partial<Omit<TokenRules, "token">> {
  /** Needed where others than this machine can reach the server; checked wherever it is given. */
  readonly token?: string | undefined;
  readonly limits?: Partial<ServerLimits>;
  /** Told of each bug of ours (an error that is no `UserError` or `HttpError`); the client gets a 500 without details. */
  readonly onBug?: (error: unknown, request: { readonly method: string; readonly url: string }) => void;
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/**
 * A server with no routes yet and all that protects it: limits, deadlines, the check of `Host` and `Origin`, a token where
 * others can reach it, headers for browsers, and one shape for every error, `{error: {code, message, hint?}}`.
 *
 * Throw `HttpError` or `UserError` (400) in a handler; anything else is a bug and becomes a 500. `listen` and `runUntilStopped`
 * start it; `inject` asks it without a network.
 */
export function createServer({ host, token, openPaths, cookie, onBug, ...options }: ServerOptions): Server {
  if (token !== undefined) checkTokenStrength(token);
  else if (!isLoopback(host)) {
    throw new UserError(`a server that others can reach ("${host}") needs a token`, {
      hint: 'set one with --token or LACUNA_TOKEN, made with "openssl rand -hex 32"; or listen on 127.0.0.1',
    });
  }
  const limits: ServerLimits = { ...serverLimits, ...options.limits };
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const told = toHttpError(error, limits);
    if (told.status === 500) onBug?.(error, request);
    if (told.retryAfter !== undefined) reply.header("retry-after", String(told.retryAfter));
    return reply.code(told.status).headers(securityHeaders).send(errorBody(told));
  };
  const server: Server = Fastify({
    logger: false,
    bodyLimit: limits.body,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.keepAlive,
    // Checked often enough for short limits to mean something.
    http: {
      headersTimeout: Math.min(limits.headers, limits.request),
      connectionsCheckingInterval: Math.max(50, Math.min(1000, limits.headers / 4)),
    },
    // What is idle is closed when the server stops; what is under way is finished.
    forceCloseConnections: "idle",
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: fail,
    routerOptions: { maxParamLength: 200 },
  }).withTypeProvider<ZodProvider>();
  server.server.maxConnections = limits.connections;
  // JSON only: a page of another site can send text/plain without the browser asking first.
  server.removeContentTypeParser("text/plain");
  server.setValidatorCompiler(zodValidator as never);
  server.setSerializerCompiler(() => JSON.stringify);
  server.setErrorHandler(fail);

  addDeadline(server, limits.deadline);
  const traffic = new Traffic(server.server);
  server.decorate("traffic", traffic);
  // Clients then ask elsewhere, or on a new connection, in place of losing a request on one that is about to be closed.
  server.addHook("onSend", (_, reply, __, done) => {
    traffic.beforeAnswer(() => {
      if (traffic.isEnding) reply.header("connection", "close");
      done();
    });
  });
  const checks: readonly RequestCheck[] = [
    ({ headers, socket }, reply) => {
      if (traffic.openOn(socket) > limits.pipelined) {
        reply.header("connection", "close");
        throw new HttpError(429, "pipelined", "too many requests at once on one connection", {
          hint: `send at most ${limits.pipelined} ahead of their answers, or use several connections`,
          retryAfter: 1,
        });
      }
      const coding = headers["content-encoding"] ?? "identity";
      if (coding === "identity") return false;
      throw new HttpError(415, "unsupported-encoding", `bodies in "${coding}" are not read`, {
        hint: "send the body as it is, not compressed",
      });
    },
    checkHost({ host, ...options }),
    ...(token === undefined
      ? []
      : [checkToken({ token, ...(openPaths && { openPaths }), ...(cookie && { cookie }) })]),
  ];
  // One hook without promises for all of them: this is done for every request.
  server.addHook("onRequest", (request, reply, done) => {
    reply.headers(securityHeaders);
    try {
      if (checks.some((check) => check(request, reply))) return;
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  });
  server.setNotFoundHandler(async (request, reply) => {
    const [path = "/"] = request.url.split("?");
    // The router takes the address for a pattern, and stumbles over one that is none.
    const isPlain = !/[*:()]/.test(path);
    const others = METHODS.filter((method) => isPlain && server.hasRoute({ method, url: path }));
    if (others.length === 0) throw new HttpError(404, "not-found", "there is nothing at this address");
    reply.header("allow", others.join(", "));
    throw new HttpError(405, "wrong-method", `this address wants ${others.join(" or ")}`);
  });
  return server;
}
