import type { Response } from "undici";
import { UserError } from "../errors.ts";
import type { Environment } from "./cache-folder.ts";
import { explainNetworkError } from "./network-error.ts";
import type { Fetch } from "./web-client.ts";
import { TransientFailure } from "./with-retries.ts";

/** What requests need. */
export interface WebAccess {
  readonly fetch: Fetch;
  readonly env: Environment;
  /** The server that `token` is for. */
  readonly endpoint: URL;
  /** Sent to the endpoint and to nobody else. */
  readonly token: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A server's response for one file, after all redirects. */
export interface FileAnswer {
  readonly response: Response;
  readonly url: URL;
  /** The SHA-256 of the whole file, where the hub tells it. */
  readonly sha256: string | undefined;
  /** The size of the whole file, where the hub tells it. */
  readonly size: number | undefined;
  readonly commit: string | undefined;
}

const MOST_REDIRECTS = 10;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/**
 * Requests a file and follows redirects. Statuses 200, 206, 304, 404 and 416 are returned; all others are errors that
 * say what to do.
 *
 * The hub keeps large files on another host and gives their checksum in the redirect, not in the last response; so
 * the first headers that have it count, and only those of the endpoint itself.
 */
export async function requestFile(
  first: URL,
  headers: Readonly<Record<string, string>>,
  { fetch, env, endpoint, token, signal }: WebAccess,
): Promise<FileAnswer> {
  let url = first;
  let sha256: string | undefined;
  let size: number | undefined;
  let commit: string | undefined;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const response = await fetch(url, {
      headers: {
        "user-agent": "lacuna",
        // Sizes and ranges count the bytes of the file itself, not of a packed form.
        "accept-encoding": "identity",
        ...headers,
        ...(token !== undefined && url.origin === endpoint.origin && { authorization: `Bearer ${token}` }),
      },
      signal,
    }).catch((error: unknown) => {
      throw explainNetworkError(error, url, env);
    });
    if (url.origin === endpoint.origin) {
      sha256 ??= asSha256(response.headers.get("x-linked-etag"));
      size ??= asSize(response.headers.get("x-linked-size"));
      commit ??= /^[0-9a-f]{40}$/.exec(response.headers.get("x-repo-commit") ?? "")?.[0];
      // A mirror of the hub may serve large files itself; their ETag is then the checksum.
      if (url.pathname.includes("/resolve/") && !REDIRECTS.includes(response.status)) {
        sha256 ??= asSha256(response.headers.get("etag"));
      }
    }
    if (!REDIRECTS.includes(response.status)) {
      if (![200, 206, 304, 404, 416].includes(response.status))
        await refuse(response, url, token !== undefined);
      return { response, url, sha256, size, commit };
    }
    await response.body?.cancel();
    url = redirected(response, url);
  }
  throw new UserError(`"${first.host}" redirects "${first.href}" more than ${MOST_REDIRECTS} times`);
}

function redirected(response: Response, from: URL): URL {
  const location = response.headers.get("location") ?? "";
  if (!URL.canParse(location, from.href)) {
    throw new UserError(`"${from.host}" redirects "${from.href}" to nowhere ("${location.slice(0, 200)}")`);
  }
  const to = new URL(location, from);
  const weaker = from.protocol === "https:" && to.protocol !== "https:";
  if (weaker || (to.protocol !== "https:" && to.protocol !== "http:")) {
    throw new UserError(`"${from.host}" redirects to "${to.protocol}//${to.host}", which is not safe`);
  }
  return to;
}

async function refuse(response: Response, url: URL, hasToken: boolean): Promise<never> {
  const { status } = response;
  await response.body?.cancel();
  const what = `"${url.host}" answers ${status} for "${url.pathname}"`;
  if (status === 401 || status === 403) {
    throw new UserError(`${what}: no such model, or no access to it`, {
      hint: hasToken
        ? "check the name; the token in HF_TOKEN may be wrong, or the model's terms are not yet accepted on its page"
        : "check the name; for a private or gated model set HF_TOKEN to your access token",
    });
  }
  if (status === 407) {
    throw new UserError(`${what}: the proxy wants a password`, {
      hint: "set HTTPS_PROXY or HTTP_PROXY to http://user:password@host:port",
    });
  }
  if (status === 408 || status === 429 || status >= 500) {
    const error = new UserError(
      `${what}: ${status === 429 ? "too many requests" : "the server has a fault"}`,
      {
        hint: "try again later: what was fetched so far is kept",
      },
    );
    throw new TransientFailure(error, seconds(response.headers.get("retry-after")));
  }
  throw new UserError(`${what}, which is not a file`);
}

function seconds(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined;
}

function asSha256(etag: string | null): string | undefined {
  return /^"?([0-9a-f]{64})"?$/.exec(etag ?? "")?.[1];
}

function asSize(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
