import { rename, rm, stat } from "node:fs/promises";
import { basename } from "node:path";
import { UserError } from "../errors.ts";
import { hashOfStart, sha256OfFile } from "../files/index.ts";
import { onDisk } from "./disk-error.ts";
import { type DownloadState, readState, removeState, strongEtag, writeState } from "./download-state.ts";
import type { FileRecord } from "./pull-manifest.ts";
import { receiveBody } from "./receive-body.ts";
import { type FileAnswer, requestFile, type WebAccess } from "./request-file.ts";
import { type RetryOptions, TransientFailure, withRetries } from "./with-retries.ts";

interface DownloadOptions {
  /** Refuse more bytes than this. */
  readonly limit: number;
  /** The checksum that the caller expects, besides the one the server may give. */
  readonly sha256?: string | undefined;
  readonly retry: Omit<RetryOptions, "progress">;
  readonly onBytes?: (done: number, total: number | undefined) => void;
}

/** The file on disk, or the server's response if there is no such file. */
type Download =
  | { readonly kind: "file"; readonly record: FileRecord; readonly commit: string | undefined }
  | { readonly kind: "missing"; readonly errorCode: string | undefined };

/**
 * Downloads one file to `target` by way of `target.part`. A partial file from an earlier run or a broken connection
 * is resumed if the server still has the same version; a complete file is kept if the server confirms it.
 */
export async function downloadFile(
  url: URL,
  target: string,
  web: WebAccess,
  options: DownloadOptions,
): Promise<Download> {
  const part = `${target}.part`;
  let furthest = 0;
  await promote(part, target);
  const attempt = async (): Promise<Download> => {
    const state = await readState(target);
    const complete = isComplete(state) && (await sizeOf(target)) === state.size ? state : undefined;
    const held = complete !== undefined || state.etag === undefined ? 0 : ((await sizeOf(part)) ?? 0);
    // Before the request: a body that waits to be read would be lost if the connection broke meanwhile.
    const heldHash = await hashOfStart(part, held);
    const answer = await requestFile(url, conditions(complete !== undefined, held, state), web);
    const { response } = answer;
    if (response.status === 404) {
      await response.body?.cancel();
      return { kind: "missing", errorCode: response.headers.get("x-error-code") ?? undefined };
    }
    if (complete !== undefined && (await isUnchanged(answer, state, target))) {
      await response.body?.cancel();
      options.onBytes?.(complete.size, complete.size);
      await check(target, target, complete.sha256, answer, options.sha256);
      return { kind: "file", record: record(url, target, complete), commit: answer.commit };
    }
    const start = await startOf(answer, held, state, target);
    const size = wholeSize(answer, start);
    const most = Math.min(options.limit, size ?? options.limit);
    if (size !== undefined && size > options.limit) await refuseSize(target, url, size, options.limit);
    const etag = strongEtag(response.headers.get("etag")) ?? (start > 0 ? state.etag : undefined);
    const fresh: DownloadState = { ...(etag !== undefined && { etag }), ...(size !== undefined && { size }) };
    await onDisk(target, () => writeState(target, fresh));
    const hash = start > 0 ? heldHash : await hashOfStart(part, 0);
    const { sha256, bytes } = await receiveBody(answer, { part, start, hash, most, env: web.env }, (done) => {
      furthest = Math.max(furthest, done);
      options.onBytes?.(done, size);
    });
    if (bytes > most) await refuseSize(target, url, bytes, most);
    if (size !== undefined && bytes < size) throw brokenOff(url, bytes, size);
    await check(part, target, sha256, answer, options.sha256);
    const done: CompleteState = { ...fresh, size: bytes, sha256 };
    // In this order: after a kill in between, `promote` finds a part that is known to be complete.
    await onDisk(target, () => writeState(target, done));
    await onDisk(target, () => rename(part, target));
    return { kind: "file", record: record(url, target, done), commit: answer.commit };
  };
  return withRetries(attempt, { ...options.retry, signal: web.signal, progress: () => furthest });
}

/** The state of a file that is all there. */
type CompleteState = DownloadState & { readonly size: number; readonly sha256: string };

function isComplete(state: DownloadState): state is CompleteState {
  return state.size !== undefined && state.sha256 !== undefined;
}

/** A complete part, left by a kill just before it was renamed, needs no second download. */
async function promote(part: string, target: string): Promise<void> {
  const state = await readState(target);
  if (state.size === undefined || (await sizeOf(part)) !== state.size) return;
  await writeState(target, { ...state, sha256: await sha256OfFile(part) });
  await rename(part, target);
}

function conditions(complete: boolean, held: number, { etag }: DownloadState): Record<string, string> {
  if (complete) return etag === undefined ? {} : { "if-none-match": etag };
  return held > 0 && etag !== undefined ? { range: `bytes=${held}-`, "if-range": etag } : {};
}

/** Whether the server still has the version on disk. Without proof it is downloaded again. */
async function isUnchanged(
  { response, sha256 }: FileAnswer,
  state: DownloadState,
  target: string,
): Promise<boolean> {
  const same =
    response.status === 304 ||
    sha256 === state.sha256 ||
    (state.etag !== undefined && strongEtag(response.headers.get("etag")) === state.etag);
  return same && (await sha256OfFile(target)) === state.sha256;
}

/** The offset of the body: what we hold, or 0 if the server sends the whole file. */
async function startOf(
  { response, url }: FileAnswer,
  held: number,
  state: DownloadState,
  target: string,
): Promise<number> {
  if (response.status === 200) return 0;
  const range = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(response.headers.get("content-range") ?? "");
  const etag = strongEtag(response.headers.get("etag"));
  const fits =
    response.status === 206 &&
    range !== null &&
    Number(range[1]) === held &&
    (etag === undefined || etag === state.etag);
  if (fits) return held;
  // The file has changed, or the server breaks the protocol: start over.
  await response.body?.cancel();
  await discard(target);
  throw new TransientFailure(
    new UserError(`"${url.host}" does not continue the download of "${url.pathname}"`),
    0,
  );
}

function wholeSize({ response, size }: FileAnswer, start: number): number | undefined {
  const encoding = response.headers.get("content-encoding") ?? "identity";
  const length = response.headers.get("content-length");
  if (size !== undefined || length === null || encoding !== "identity") return size;
  return start + Number(length);
}

/** Compares the checksum with the server's and the caller's; a file that fails is removed. */
async function check(
  path: string,
  target: string,
  found: string,
  { url, sha256 }: FileAnswer,
  wanted: string | undefined,
): Promise<void> {
  for (const [expected, by] of [
    [sha256, `"${url.host}" announces`],
    [wanted, "you gave"],
  ] as const) {
    if (expected === undefined || expected === found) continue;
    await rm(path, { force: true });
    await discard(target);
    throw new UserError(
      `"${basename(target)}" has SHA-256 ${found}, but ${by} ${expected}: the file was removed`,
      { hint: "pull again; if it happens again, the file was changed on the server or on the way" },
    );
  }
}

async function discard(target: string): Promise<void> {
  await rm(`${target}.part`, { force: true });
  await removeState(target);
}

function record(url: URL, target: string, { etag, size, sha256 }: CompleteState): FileRecord {
  const name = basename(target);
  return { name, url: url.href, bytes: size, sha256, ...(etag !== undefined && { etag }) };
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size;
}

function brokenOff({ host }: URL, bytes: number, size: number): TransientFailure {
  return new TransientFailure(
    new UserError(`the download from "${host}" broke off after ${bytes} of ${size} bytes`, {
      hint: "pull again: it goes on where it stopped",
    }),
  );
}

async function refuseSize(target: string, { host }: URL, bytes: number, most: number): Promise<never> {
  await discard(target);
  throw new UserError(
    `"${basename(target)}" from "${host}" has ${bytes.toLocaleString("en")} bytes or more, where at most ${most.toLocaleString("en")} can be right`,
  );
}
