import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { UserError } from "../errors.ts";
import { HttpError } from "./http-error.ts";
import type { RequestCheck } from "./server.ts";

export interface TokenRules {
  readonly token: string;
  /** Paths that answer without it: whether the server lives is no secret. */
  readonly openPaths?: readonly string[];
  /** Whether a browser may bring the token once as `?token=…` and get a cookie for it: for servers with pages. */
  readonly cookie?: boolean;
}

const COOKIE = "lacuna-token";

/** Shorter ones can be guessed. */
const SHORTEST = 16;

/** Refuses a token that is no protection, or that no header can carry. */
export function checkTokenStrength(token: string): void {
  if (token.length >= SHORTEST && /^[\x21-\x7e]+$/.test(token)) return;
  throw new UserError(
    token.length < SHORTEST
      ? `the token is too short: ${token.length} characters, where at least ${SHORTEST} are needed`
      : "the token has characters that a header cannot carry",
    { hint: 'make one with "openssl rand -hex 32"' },
  );
}

/** Makes the check that only those who know the token are served. */
export function checkToken({ token, openPaths = [], cookie = false }: TokenRules): RequestCheck {
  const expected = digest(token);
  // The cookie is not the token itself, so that who finds it in a browser's files knows no more than this server's cookie.
  const expectedCookie = digest(`cookie ${token}`);
  const isOpen = new Set(openPaths);

  return function check(request: FastifyRequest, reply: FastifyReply): boolean {
    // By hand: for `URL`, "//" is an address without a host, and "//example.org" one of another server.
    const [, path, query = ""] = /^([^?]*)\??(.*)$/s.exec(request.url)!;
    if (isOpen.has(path!)) return false;
    const bearer = /^bearer +(.+)$/i.exec(request.headers.authorization ?? "")?.[1];
    if (bearer !== undefined && same(digest(bearer), expected)) return false;
    if (cookie) {
      const brought = cookieOf(request.headers.cookie ?? "");
      if (brought !== undefined && same(digest(brought), digest(expectedCookie.toString("hex")))) {
        return false;
      }
      const search = new URLSearchParams(query);
      const given = search.get("token");
      if (request.method === "GET" && given !== null && same(digest(given), expected)) {
        search.delete("token");
        const value = `${COOKIE}=${expectedCookie.toString("hex")}; Path=/; HttpOnly; SameSite=Strict`;
        // Sent on to the same address without the token, which would stay in the history otherwise.
        reply
          .header("set-cookie", value)
          .redirect(`${pathOnly(path!)}${search.size > 0 ? `?${search}` : ""}`, 303);
        return true;
      }
    }
    reply.header("www-authenticate", "Bearer");
    throw new HttpError(401, "unauthorised", "this server wants a token", {
      hint: "send the header Authorization: Bearer TOKEN with the token that it was started with",
    });
  };
}

/** `//example.org` as a path would be taken for another site. */
function pathOnly(path: string): string {
  return path.replace(/^\/+/, "/");
}

function cookieOf(header: string): string | undefined {
  for (const part of header.split(";")) {
    const [name, value] = part.trim().split("=", 2);
    if (name === COOKIE) return value;
  }
  return undefined;
}

/** Digests have one length, as a comparison in constant time needs. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function same(a: Buffer, b: Buffer): boolean {
  return timingSafeEqual(a, b);
}
