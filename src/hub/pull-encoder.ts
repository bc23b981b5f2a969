import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../errors.ts";
import { installFolder, restoreFolder } from "../files/index.ts";
import { cacheFolder, type Environment } from "./cache-folder.ts";
import { onDisk } from "./disk-error.ts";
import { STATE_SUFFIX } from "./download-state.ts";
import { fetchModel } from "./fetch-files.ts";
import { withLock } from "./folder-lock.ts";
import { type ModelSource, parseEndpoint, parseSource } from "./parse-source.ts";
import type { PullEvent } from "./pull-event.ts";
import {
  type FileRecord,
  findDamage,
  MANIFEST,
  type PullManifest,
  readPullManifest,
  writePullManifest,
} from "./pull-manifest.ts";
import type { Fetch, TimeOuts, WebClient } from "./web-client.ts";
import { defaultRetries } from "./with-retries.ts";

export interface PullOptions {
  /** The cache folder. Default: `LACUNA_CACHE`, or the platform's cache folder. */
  readonly cache?: string | undefined;
  /** Fetch again what is already there. */
  readonly force?: boolean | undefined;
  /** Use the cache only; also set by `LACUNA_OFFLINE=1`. */
  readonly offline?: boolean | undefined;
  /** SHA-256 checksums that files must have, by file name. */
  readonly sha256?: ReadonlyMap<string, string> | undefined;
  readonly onEvent?: ((event: PullEvent) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Replaces `process.env`: HF_ENDPOINT, HF_TOKEN, the proxies, LACUNA_CACHE, LACUNA_OFFLINE. */
  readonly env?: Environment | undefined;
  readonly timeOuts?: TimeOuts | undefined;
  /** Retries after a transient failure, and the first pause in milliseconds. */
  readonly retry?: { readonly retries: number; readonly pause: number } | undefined;
  /** Replaces the network. */
  readonly fetch?: Fetch | undefined;
}

/** A model folder in the cache, ready to be given to `--encoder`. */
export interface PulledEncoder {
  readonly dir: string;
  readonly files: readonly FileRecord[];
  /** The size of all files together. */
  readonly bytes: number;
}

/**
 * Pulls a pretrained model into the cache and returns its folder. A cached copy is checked and used; an interrupted
 * download is resumed; the folder appears only when it is complete.
 */
export async function pullEncoder(name: string, options: PullOptions = {}): Promise<PulledEncoder> {
  const env = options.env ?? process.env;
  const onEvent = options.onEvent ?? (() => undefined);
  const offline = options.offline ?? /^(?:1|true|yes|on)$/i.test(env.LACUNA_OFFLINE ?? "");
  const source = parseSource(name, parseEndpoint(env.HF_ENDPOINT));
  const cache = cacheFolder({ given: options.cache, env });
  const dir = join(cache, source.folder);
  const sha256 = options.sha256 ?? new Map<string, string>();
  if (offline && options.force)
    throw new UserError("offline, nothing can be fetched again: leave out --force");

  if (!options.force) {
    const found = await lookInCache(dir, source);
    if (found.kind === "ready") return pulled(dir, checkGiven(found.manifest, sha256));
    if (found.kind === "damaged" && offline) {
      throw new UserError(`the model in the cache is damaged: ${found.reason}`, {
        hint: "pull it again with a network",
      });
    }
    if (found.kind === "damaged") onEvent({ kind: "damaged", reason: found.reason });
  }
  if (offline) {
    throw new UserError(`"${name}" is not in the cache "${cache}", and offline nothing is fetched`, {
      hint: "pull it once with a network, or use any local folder that holds the files: --encoder DIR",
    });
  }

  const hidden = (suffix: string) => join(cache, `.${source.folder}.${suffix}`);
  const [partial, aside] = [hidden("partial"), hidden("old")];
  await onDisk(cache, () => mkdir(cache, { recursive: true }));
  // Loaded when it is needed, because it takes as long to load as everything else here.
  const client: Pick<WebClient, "fetch" | "close"> =
    options.fetch === undefined
      ? new (await import("./web-client.ts")).WebClient(env, options.timeOuts)
      : { fetch: options.fetch, close: async () => {} };
  const web = {
    fetch: client.fetch,
    env,
    endpoint: parseEndpoint(env.HF_ENDPOINT),
    token: env.HF_TOKEN?.trim() || undefined,
    signal: options.signal,
  };
  const started = Date.now();
  const work = async (): Promise<PulledEncoder> => {
    await restoreFolder(dir, aside);
    // Whoever had the lock before may have pulled the same model just now.
    const found = await lookInCache(dir, source, options.force ? started : 0);
    if (found.kind === "ready") return pulled(dir, checkGiven(found.manifest, sha256));
    if (options.force) await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { recursive: true });
    const manifest = await fetchModel(source, partial, web, {
      ...(options.retry ?? defaultRetries),
      sha256,
      onEvent,
    });
    await writePullManifest(partial, manifest);
    // The notes on the downloads go last: until the folder has its name, a kill must not cost the downloads.
    const files = new Set([MANIFEST, ...manifest.files.map((file) => file.name)]);
    await removeOthers(partial, (each) => files.has(each) || files.has(each.replace(STATE_SUFFIX, "")));
    await installFolder(partial, dir, aside);
    await removeOthers(dir, (each) => files.has(each));
    return pulled(dir, manifest);
  };
  try {
    return await onDisk(cache, () =>
      withLock(hidden("lock"), work, {
        signal: options.signal,
        onWait: () => onEvent({ kind: "waiting" }),
      }),
    );
  } finally {
    await client.close();
  }
}

type Cached =
  | { readonly kind: "absent" }
  | { readonly kind: "damaged"; readonly reason: string }
  | { readonly kind: "ready"; readonly manifest: PullManifest };

/** The state of a model in the cache; a copy older than `notBefore` (milliseconds) does not count. */
async function lookInCache(dir: string, source: ModelSource, notBefore = 0): Promise<Cached> {
  const manifest = await readPullManifest(dir);
  if (manifest !== undefined && Date.parse(manifest.pulled) < notBefore) return { kind: "absent" };
  // Where names differ by case only, some file systems give both models the same folder.
  if (manifest === undefined || manifest.id !== source.id) return { kind: "absent" };
  const reason = await findDamage(dir, manifest);
  return reason === undefined ? { kind: "ready", manifest } : { kind: "damaged", reason };
}

function checkGiven(manifest: PullManifest, sha256: ReadonlyMap<string, string>): PullManifest {
  for (const [name, expected] of sha256) {
    const found = manifest.files.find((file) => file.name === name);
    if (found === undefined)
      throw new UserError(`--sha256 names "${name}", which "${manifest.id}" does not have`);
    if (found.sha256 !== expected) {
      throw new UserError(`"${name}" in the cache has SHA-256 ${found.sha256}, but you gave ${expected}`, {
        hint: "--force fetches it again",
      });
    }
  }
  return manifest;
}

function pulled(dir: string, { files }: PullManifest): PulledEncoder {
  return { dir, files, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Removes everything from a folder except what `keep` accepts. */
async function removeOthers(folder: string, keep: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!keep(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}
