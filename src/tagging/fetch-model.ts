import { UserError } from "../errors.ts";
import { type FolderManifest, manifestShape } from "../files/index.ts";
import { modelFiles as files, KIND } from "./model-folder.ts";
import { checkFormat, type ModelParts, modelParts } from "./model-parts.ts";
export interface FetchModelOptions {
  /** `false` takes the files as they come, without comparing them with their checksums. */
  readonly verify?: boolean;
  /** Told how much of the model has come, in bytes. */
  readonly onProgress?: (loaded: number, total: number) => void;
  /** Gives up when aborted. */
  readonly signal?: AbortSignal;
  /** How to get a file; default: the browser's own `fetch`. */
  readonly fetch?: typeof fetch;
}

/** A model that came over the network: its parts and the bytes of its graph. */
interface FetchedModel extends ModelParts {
  readonly onnx: Uint8Array;
}

/**
 * Fetches a model folder from an address, as a page does that has no disk: the manifest first, then the files that it names,
 * all but those that tagging does not need.
 *
 * Checksums are compared where the browser lets pages compute them: on `https:` and on this machine.
 */
export async function fetchModel(
  address: string | URL,
  { verify = true, onProgress, signal, fetch: get = globalThis.fetch }: FetchModelOptions = {},
): Promise<FetchedModel> {
  const folder = folderOf(address);
  // When one file is wrong, the others need not come.
  const failed = new AbortController();
  const stop = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal]);
  const at = (path: string) => new URL(path.split("/").map(encodeURIComponent).join("/"), folder);
  const bytesAt = async (path: string): Promise<Uint8Array> => {
    const url = at(path);
    let answer: Response;
    try {
      answer = await get(url, { signal: stop });
    } catch (cause) {
      if (stop.aborted) throw cause;
      throw new UserError(`cannot fetch "${url}": ${(cause as Error).message}`, { cause });
    }
    if (!answer.ok)
      throw new UserError(`cannot fetch "${url}": ${answer.status} ${answer.statusText}`.trim());
    return new Uint8Array(await answer.arrayBuffer());
  };

  const manifest = parseManifest(await bytesAt(files.manifest), at(files.manifest));
  const wanted = manifest.files.filter(({ path }) => isNeeded(path));
  const total = wanted.reduce((sum, { bytes }) => sum + bytes, 0);
  let loaded = 0;
  onProgress?.(loaded, total);
  const found = new Map<string, Uint8Array>();
  await Promise.all(
    wanted.map(async ({ path, bytes, sha256 }) => {
      const content = await bytesAt(path);
      if (content.length !== bytes) throw damaged(`"${at(path)}" has ${content.length} bytes, not ${bytes}`);
      const sum = verify ? await sha256Of(content) : undefined;
      if (sum !== undefined && sum !== sha256) throw damaged(`"${at(path)}" is not what the manifest says`);
      found.set(path, content);
      loaded += bytes;
      if (!stop.aborted) onProgress?.(loaded, total);
    }),
  ).catch((error: unknown) => {
    failed.abort();
    throw error;
  });
  const fileOf = (path: string): Uint8Array => {
    const content = found.get(path);
    if (content === undefined) throw damaged(`"${at(files.manifest)}" does not name "${path}"`);
    return content;
  };
  const description = parseJson(fileOf(files.description), at(files.description));
  checkFormat(description, String(folder));
  const parts = modelParts({
    description,
    descriptionPath: String(at(files.description)),
    labels: parseJson(fileOf(files.labels), at(files.labels)),
    labelsPath: String(at(files.labels)),
    encoderFiles: new Map(
      [...found].flatMap(([path, content]) =>
        path.startsWith(`${files.encoder}/`)
          ? [[path.slice(files.encoder.length + 1), content] as const]
          : [],
      ),
    ),
  });
  return { ...parts, onnx: fileOf(files.onnx) };
}

/** The address of a folder ends in a slash, or else its last part would be taken for a file. */
function folderOf(address: string | URL): URL {
  // In a page and in a worker of one; elsewhere the address must be whole.
  const { document, location } = globalThis as {
    readonly document?: { readonly baseURI: string };
    readonly location?: { readonly href: string };
  };
  const url = new URL(address, document?.baseURI ?? location?.href);
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

/** Weights for further training and what a training leaves beside the model are not for tagging. */
function isNeeded(path: string): boolean {
  return (
    path === files.description ||
    path === files.labels ||
    path === files.onnx ||
    path.startsWith(`${files.encoder}/`)
  );
}

function parseManifest(bytes: Uint8Array, url: URL): FolderManifest {
  const manifest = manifestShape.safeParse(parseJson(bytes, url));
  if (!manifest.success) throw damaged(`"${url}" is not a manifest`);
  if (manifest.data.kind === KIND) return manifest.data;
  throw new UserError(`"${url}" belongs to a ${manifest.data.kind}, not to a ${KIND}`);
}

function parseJson(bytes: Uint8Array, url: URL): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw damaged(`"${url}" is not JSON: ${(cause as Error).message}`, cause);
  }
}

/** Undefined where the browser computes none, which is on plain `http:` to another machine. */
async function sha256Of(content: Uint8Array): Promise<string | undefined> {
  if (globalThis.crypto?.subtle === undefined) return undefined;
  const digest = await crypto.subtle.digest("SHA-256", content as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function damaged(message: string, cause?: unknown): UserError {
  return new UserError(message, { hint: "the model is damaged; copy it to the server again", cause });
}
