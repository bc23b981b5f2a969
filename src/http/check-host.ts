import { hostname } from "node:os";
import type { FastifyReply, FastifyRequest } from "fastify";
import { HttpError } from "./http-error.ts";
import { bare, isAddress, isLoopback } from "./is-loopback.ts";
import type { RequestCheck } from "./server.ts";

export interface HostRules {
  /** The address that the server listens on. */
  readonly host: string;
  /** Further names by which it may be asked for. */
  readonly allowedHosts?: readonly string[];
  /** Pages of other sites that may use it, as `https://example.org`. */
  readonly allowedOrigins?: readonly string[];
}

/**
 * Makes the check that keeps web pages of others away from a server on this machine.
 *
 * A page may point its own host name at 127.0.0.1 and then read what the server there answers (DNS rebinding), but cannot
 * change the `Host` header, which still has the page's name. And a page may send requests to any address, but not without
 * its `Origin`. So: only names and addresses of this server, and no origin but its own.
 */
export function checkHost({ host, allowedHosts = [], allowedOrigins = [] }: HostRules): RequestCheck {
  const names = new Set([host, ...allowedHosts].map(bare));
  const origins = new Set(allowedOrigins.map((origin) => origin.toLowerCase()));
  const open = !isLoopback(host);
  if (open) names.add(bare(hostname()));
  const isOwn = (name: string) => names.has(name) || isLoopback(name) || (open && isAddress(name));

  // Nearly all requests ask by the same name; it need not be taken apart each time.
  let known: string | undefined;
  return function check({ method, url, headers }: FastifyRequest, reply: FastifyReply): boolean {
    const { origin } = headers;
    if (origin === undefined && isForeign(url, headers)) throw wrongOrigin();
    if (origin === undefined && known !== undefined && headers.host === known) return false;
    const asked = parsed(`http://${headers.host ?? ""}`);
    if (asked === undefined || !isOwn(bare(asked.hostname))) {
      throw new HttpError(421, "wrong-host", "this server does not answer to that host name", {
        hint: "use the address that it printed when it started, or start it with --allow-host NAME",
      });
    }
    known = headers.host;
    if (origin === undefined) return false;
    const page = parsed(origin);
    if (page !== undefined && page.host === asked.host && isOwn(bare(page.hostname))) return false;
    if (!origins.has(origin.toLowerCase())) {
      throw wrongOrigin();
    }
    reply.header("access-control-allow-origin", origin).header("vary", "Origin");
    if (method !== "OPTIONS") return false;
    reply
      .header("access-control-allow-methods", "GET, POST, DELETE")
      .header("access-control-allow-headers", "authorization, content-type")
      .code(204)
      .send();
    return true;
  };
}

/**
 * Whether a browser says that a page of another site caused this, as by an image or a link, for which it sends no `Origin`. To
 * follow a link to one of our pages is fine; what makes work or gives data away is for our own pages.
 */
function isForeign(url: string, headers: FastifyRequest["headers"]): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== "cross-site" && site !== "same-site") return false;
  return headers["sec-fetch-mode"] !== "navigate" || /^\/+(?:api|v1|metrics)\b/.test(url);
}

function wrongOrigin(): HttpError {
  return new HttpError(403, "wrong-origin", "pages of other sites may not use this server", {
    hint: "start it with --allow-origin ORIGIN to let one",
  });
}

/** A scheme, a name or address, perhaps a port, and nothing more. */
const ORIGIN = /^https?:\/\/(?:\[[0-9a-f:.]+\]|[^\s/?#@\\:[\]]+)(?::\d+)?$/i;

function parsed(address: string): URL | undefined {
  return ORIGIN.test(address) && URL.canParse(address) ? new URL(address) : undefined;
}
