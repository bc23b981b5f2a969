import type { FastifyError } from "fastify";
import { UserError } from "../errors.ts";
import { StorageError, storageError } from "../storage-error.ts";
import { HttpError } from "./http-error.ts";

/** What Fastify's own errors are called here. Those that are not listed keep their message and get a code by their status. */
const codes: ReadonlyMap<string, string> = new Map([
  ["FST_ERR_CTP_BODY_TOO_LARGE", "body-too-large"],
  ["FST_ERR_CTP_INVALID_MEDIA_TYPE", "unsupported-media-type"],
  ["FST_ERR_CTP_EMPTY_JSON_BODY", "malformed-json"],
  ["FST_ERR_CTP_INVALID_JSON_BODY", "malformed-json"],
  ["FST_ERR_VALIDATION", "invalid-request"],
  ["FST_ERR_BAD_URL", "bad-url"],
  ["FST_ERR_MAX_PARAM_LENGTH", "bad-url"],
]);

/** Turns whatever was thrown while a request was served into what its sender is told. A bug of ours is told without details. */
export function toHttpError(error: unknown, limits: { readonly body: number }): HttpError {
  if (error instanceof HttpError) return error;
  const refused = error instanceof StorageError ? error : storageError(error);
  if (refused !== undefined) {
    return new HttpError(507, "storage", `it could not be saved: ${refused.message}`, {
      hint: "nothing was changed; make room on the server's disk and try again",
      retryAfter: 10,
      cause: error,
    });
  }
  if (error instanceof UserError) {
    const { message, hint } = error;
    return new HttpError(400, "invalid-request", message, {
      ...(hint !== undefined && { hint }),
      cause: error,
    });
  }
  const { code = "", statusCode = 500, message = "" } = (error ?? {}) as Partial<FastifyError>;
  const known = codes.get(code);
  if (known === "body-too-large") {
    return new HttpError(413, known, `the body is larger than ${limits.body} bytes`, {
      hint: "send fewer or shorter texts at a time",
      cause: error,
    });
  }
  if (known === "unsupported-media-type") {
    return new HttpError(415, known, "the body is not JSON", {
      hint: "send JSON with the header Content-Type: application/json",
      cause: error,
    });
  }
  // What the JSON parser throws has a status but no code of its own.
  if (statusCode === 400 && error instanceof SyntaxError) {
    return new HttpError(400, "malformed-json", `the body is not JSON: ${message}`, { cause: error });
  }
  if (statusCode >= 400 && statusCode < 500) {
    return new HttpError(statusCode, known ?? "invalid-request", message, { cause: error });
  }
  return new HttpError(500, "internal", "something went wrong in the server", {
    hint: "the server's own output says more",
    cause: error,
  });
}
