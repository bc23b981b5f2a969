import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { errorBody } from "./http-error.ts";

/** What is answered where Node's parser gave up, before there is a request: `[status, code, message]` by the parser's code. */
const answers: ReadonlyMap<string, readonly [status: number, code: string, message: string]> = new Map([
  ["ERR_HTTP_REQUEST_TIMEOUT", [408, "request-timeout", "the request did not arrive in time"]],
  ["HPE_HEADER_OVERFLOW", [431, "headers-too-large", "the headers are too large"]],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", [413, "body-too-large", "the extensions of a chunk are too large"]],
]);

/** Answers bytes that are no request, or come too slowly to be one, and closes the connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const usual = [400, "bad-request", "this is not an HTTP request"] as const;
  const [status, code, message] = answers.get(error.code ?? "") ?? usual;
  const body = JSON.stringify(errorBody({ code, message, hint: undefined }));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
