import { codeOf, UserError } from "../errors.ts";
import type { Environment } from "./cache-folder.ts";
import { TransientFailure } from "./with-retries.ts";

const PROXY = "if you need a proxy, set HTTPS_PROXY";
const LOCAL = "--offline uses what was pulled before; any local folder with the files works: --encoder DIR";

/** What went wrong, by the code that Node or undici gives, and whether to try again. */
const causes = new Map<string, readonly [words: string, again: boolean]>([
  ["ENOTFOUND", ["the host name is not known", false]],
  ["EAI_AGAIN", ["the host name cannot be looked up", false]],
  ["ECONNREFUSED", ["connection refused", false]],
  ["ENETUNREACH", ["the network cannot be reached", false]],
  ["EHOSTUNREACH", ["the host cannot be reached", false]],
  ["ENETDOWN", ["the network is down", false]],
  ["ECONNRESET", ["the connection was reset", true]],
  ["EPIPE", ["the connection was closed", true]],
  ["ETIMEDOUT", ["no answer in time", true]],
  ["UND_ERR_SOCKET", ["the connection was closed", true]],
  ["UND_ERR_CONNECT_TIMEOUT", ["no connection in time", true]],
  ["UND_ERR_HEADERS_TIMEOUT", ["no answer in time", true]],
  ["UND_ERR_BODY_TIMEOUT", ["the download stood still", true]],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", ["the download broke off", true]],
]);

/**
 * Turns a failed request or a broken body into one line that names the host and the cause. A transient failure is
 * returned as a `TransientFailure`; an abort, or what is no network error, is returned unchanged.
 */
export function explainNetworkError(error: unknown, url: URL, env: Environment): unknown {
  if (error instanceof UserError || error instanceof TransientFailure) return error;
  if (!(error instanceof Error) || error.name === "AbortError") return error;
  const root = rootCause(error);
  const code = codeOf(root) ?? "";
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL/.test(code)) {
    return new UserError(`cannot reach "${url.host}": its certificate is not accepted (${code})`, {
      hint: `behind a company's proxy, name its certificate with NODE_EXTRA_CA_CERTS=FILE; ${LOCAL}`,
      cause: error,
    });
  }
  const refused = /Proxy (?:response \((\d+)\)|Authentication Required \((\d+)\))/.exec(root.message);
  if (refused !== null) {
    return new UserError(`cannot reach "${url.host}": the proxy answers ${refused[1] ?? refused[2]}`, {
      hint: "check HTTPS_PROXY, HTTP_PROXY and NO_PROXY; a password is written as http://user:password@host:port",
      cause: error,
    });
  }
  const known = causes.get(code);
  // undici's fetch reports everything about the network as a TypeError with a cause.
  if (known === undefined && !(error instanceof TypeError && error !== root)) return error;
  const words =
    known === undefined
      ? root.message || code
      : `${known[0]}${code === "ECONNREFUSED" ? addressOf(root) : ""}`;
  const failure = new UserError(`cannot reach "${url.host}": ${words}`, {
    hint: `${usesProxy(env) ? "a proxy is set by HTTPS_PROXY or HTTP_PROXY: check it" : PROXY}; ${LOCAL}`,
    cause: error,
  });
  return known?.[1] ? new TransientFailure(failure) : failure;
}

/** ` by 127.0.0.1:3128`, where Node says so. */
function addressOf(error: Error): string {
  if (!("address" in error)) return "";
  return ` by ${error.address}${"port" in error ? `:${error.port}` : ""}`;
}

function usesProxy(env: Environment): boolean {
  return Boolean(env.https_proxy || env.HTTPS_PROXY || env.http_proxy || env.HTTP_PROXY);
}

/** The innermost error; of several tried addresses (IPv6 and IPv4) the first one's. */
function rootCause(error: Error): Error {
  let root = error;
  for (let depth = 0; depth < 5; depth++) {
    const next = (root instanceof AggregateError && root.errors[0]) || root.cause;
    if (!(next instanceof Error)) break;
    root = next;
  }
  return root;
}
