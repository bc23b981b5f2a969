import { HttpError } from "./http-error.ts";
import type { Server } from "./server.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Aborted when the answer is of no use any more: its deadline has passed, or the client went away. */
    cancelled: AbortSignal;
  }
  interface FastifyContextConfig {
    /** Milliseconds for this route instead of the server's deadline; `false` for one that may last, such as a stream of events. */
    deadline?: number | false;
  }
}

/**
 * Answers 503 where a handler takes too long, and tells the handler by `request.cancelled`; what it gives later is dropped.
 *
 * Fastify's own `handlerTimeout` (5.12.8) takes the end of a request's body for a client that left, and then never fires.
 */
export function addDeadline(server: Server, usual: number): void {
  server.decorateRequest("cancelled");
  server.addHook("onRequest", (request, reply, done) => {
    const { deadline = usual } = request.routeOptions.config;
    const cancel = new AbortController();
    request.cancelled = cancel.signal;
    const timer =
      deadline === false
        ? undefined
        : setTimeout(() => {
            const error = new HttpError(503, "deadline", `the answer was not ready in ${deadline} ms`, {
              hint: "send less at a time, or try again when the server is less busy",
              retryAfter: 1,
            });
            cancel.abort(error);
            if (!reply.sent) reply.send(error);
          }, deadline);
    reply.raw.once("close", () => {
      clearTimeout(timer);
      if (!reply.raw.writableFinished) cancel.abort(new HttpError(499, "gone", "the client went away"));
    });
    done();
  });
}
