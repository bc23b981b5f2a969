import { EnvHttpProxyAgent, type Response, fetch as undiciFetch } from "undici";
import { UserError } from "../errors.ts";
import type { Environment } from "./cache-folder.ts";

/** Requests one URL without following redirects. Tests may pass their own. */
export type Fetch = (
  url: URL,
  request: { readonly headers: Readonly<Record<string, string>>; readonly signal?: AbortSignal | undefined },
) => Promise<Response>;

/** Timeouts in milliseconds: for a connection, for a response, and between two chunks of a body. */
export interface TimeOuts {
  readonly connect: number;
  readonly answer: number;
  readonly body: number;
}

const defaultTimeOuts: TimeOuts = { connect: 15_000, answer: 60_000, body: 60_000 };

/** An HTTP client that respects `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`; `close` ends open connections. */
export class WebClient {
  readonly #agent: EnvHttpProxyAgent;

  constructor(env: Environment, timeOuts: TimeOuts = defaultTimeOuts) {
    // An empty text, unlike a missing one, keeps the agent from looking into process.env itself.
    this.#agent = new EnvHttpProxyAgent({
      httpProxy: proxyUrl("HTTP_PROXY", env.http_proxy ?? env.HTTP_PROXY),
      httpsProxy: proxyUrl("HTTPS_PROXY", env.https_proxy ?? env.HTTPS_PROXY),
      noProxy: env.no_proxy ?? env.NO_PROXY ?? "",
      // Plain http goes through a proxy as an ordinary request: many proxies allow tunnels to port 443 only.
      proxyTunnel: false,
      connect: { timeout: timeOuts.connect },
      proxyTls: { timeout: timeOuts.connect },
      requestTls: { timeout: timeOuts.connect },
      headersTimeout: timeOuts.answer,
      bodyTimeout: timeOuts.body,
    });
  }

  readonly fetch: Fetch = (url, { headers, signal }) =>
    undiciFetch(url, {
      headers: { ...headers },
      redirect: "manual",
      dispatcher: this.#agent,
      ...(signal !== undefined && { signal }),
    });

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

/** `proxy:3128` is accepted beside `http://proxy:3128`, as by other programs. */
function proxyUrl(variable: string, given: string | undefined): string {
  if (given === undefined || given.trim() === "") return "";
  const text = given.includes("://") ? given.trim() : `http://${given.trim()}`;
  // The value may hold a password, so it is not shown.
  if (!URL.canParse(text)) {
    throw new UserError(`${variable} is not a URL`, { hint: "write it as http://host:port" });
  }
  return text;
}
