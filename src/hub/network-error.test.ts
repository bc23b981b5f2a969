import { expect, test } from "vitest";
import { UserError } from "../errors.ts";
import { explainNetworkError } from "./network-error.ts";
import { TransientFailure } from "./with-retries.ts";

const url = new URL("https://hub.test/x");
const coded = (code: string, message = code) => Object.assign(new Error(message), { code });
const fetchFailed = (cause: unknown) => new TypeError("fetch failed", { cause });

test.each([
  ["ENOTFOUND", "the host name is not known"],
  ["ENETUNREACH", "the network cannot be reached"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "its certificate is not accepted (SELF_SIGNED_CERT_IN_CHAIN)"],
])("%s is told at once: %s", (code, words) => {
  const error = explainNetworkError(fetchFailed(coded(code)), url, {});
  expect(error).toBeInstanceOf(UserError);
  expect((error as UserError).message).toBe(`cannot reach "hub.test": ${words}`);
});

test.each(["ECONNRESET", "UND_ERR_SOCKET", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_BODY_TIMEOUT"])(
  "%s may pass by itself",
  (code) => {
    expect(explainNetworkError(fetchFailed(coded(code)), url, {})).toBeInstanceOf(TransientFailure);
  },
);

test("of several addresses that were tried, the first one's fault is told", () => {
  const refused = Object.assign(coded("ECONNREFUSED"), { address: "::1", port: 443 });
  const both = Object.assign(new AggregateError([refused, coded("ETIMEDOUT")]), { code: "ECONNREFUSED" });
  const error = explainNetworkError(fetchFailed(both), url, {}) as UserError;
  expect(error.message).toBe('cannot reach "hub.test": connection refused by ::1:443');
});

test("the hint asks to check a proxy that is set, without its password", () => {
  const error = explainNetworkError(fetchFailed(coded("ECONNREFUSED")), url, {
    HTTPS_PROXY: "http://ann:hunter2@proxy.test",
  }) as UserError;
  expect(error.hint).toContain("a proxy is set by HTTPS_PROXY or HTTP_PROXY");
  expect(`${error.message}${error.hint}`).not.toContain("hunter2");
});

test("bugs and aborts pass as they are", () => {
  const bug = new TypeError("x is not a function");
  const abort = new DOMException("This operation was aborted", "AbortError");
  expect(explainNetworkError(bug, url, {})).toBe(bug);
  expect(explainNetworkError(abort, url, {})).toBe(abort);
});
