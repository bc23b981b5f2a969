import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../errors.ts";
import { checkContent } from "./check-content.ts";
import { downloadFile } from "./download-file.ts";
import {
  type ModelFile,
  SHARD_INDEX,
  shardFile,
  shardIndexFile,
  shardNames,
  smallFiles,
  WEIGHTS,
  weightsFile,
} from "./model-files.ts";
import type { ModelSource } from "./parse-source.ts";
import type { PullEvent } from "./pull-event.ts";
import type { FileRecord, PullManifest } from "./pull-manifest.ts";
import type { WebAccess } from "./request-file.ts";

interface FetchModelOptions {
  /** Checksums that the user gave, by file name. */
  readonly sha256: ReadonlyMap<string, string>;
  readonly retries: number;
  readonly pause: number;
  readonly onEvent: (event: PullEvent) => void;
}

/** Downloads all files of a model into `folder` and returns its manifest. What an earlier run left there is used. */
export async function fetchModel(
  source: ModelSource,
  folder: string,
  web: WebAccess,
  options: FetchModelOptions,
): Promise<PullManifest> {
  const files: FileRecord[] = [];
  let commit: string | undefined;

  async function get({ name, required, limit }: ModelFile): Promise<boolean> {
    // Once the server has told the commit, all files come from it, even if the branch moves meanwhile.
    const url = source.fileUrl(name, commit);
    const target = join(folder, name);
    const found = await downloadFile(url, target, web, {
      limit,
      sha256: options.sha256.get(name),
      retry: {
        retries: options.retries,
        pause: options.pause,
        onRetry: (reason, wait) => options.onEvent({ kind: "retry", file: name, reason, wait }),
      },
      onBytes: (done, total) => options.onEvent({ kind: "bytes", file: name, done, total }),
    });
    if (found.kind === "missing") {
      if (required) throw missing(name, source, url, found.errorCode);
      await rm(target, { force: true });
      return false;
    }
    try {
      await checkContent(target, url.host);
    } catch (error) {
      await rm(target, { force: true });
      throw error;
    }
    commit ??= found.commit;
    files.push(found.record);
    return true;
  }

  for (const file of smallFiles) await get(file);
  if (!(await get(weightsFile))) {
    if (!(await get(shardIndexFile))) throw noWeights(source);
    const index = await readFile(join(folder, SHARD_INDEX), "utf8");
    for (const name of shardNames(index)) await get(shardFile(name));
  }
  const fetched = new Set(files.map(({ name }) => name));
  for (const name of options.sha256.keys()) {
    if (!fetched.has(name))
      throw new UserError(`--sha256 names "${name}", which "${source.title}" does not have`);
  }
  return {
    format: 1,
    id: source.id,
    ...(commit !== undefined && { commit }),
    pulled: new Date().toISOString(),
    files,
  };
}

function missing(name: string, source: ModelSource, url: URL, errorCode: string | undefined): UserError {
  if (errorCode === "RevisionNotFound") {
    return new UserError(`"${url.host}" knows no revision "${source.revision}" of "${source.title}"`);
  }
  if (errorCode === "RepoNotFound") {
    return new UserError(`"${url.host}" knows no model "${source.title}"`, { hint: "check the spelling" });
  }
  const hint =
    name === "tokenizer.json"
      ? "an older model may lack it: load its tokenizer with Python's transformers, save_pretrained(DIR) writes the file, then use --encoder DIR"
      : "check the name, the revision and the address";
  return new UserError(`there is no "${name}" at "${url.href}" (404)`, { hint });
}

function noWeights(source: ModelSource): UserError {
  return new UserError(`"${source.title}" has no "${WEIGHTS}" and no "${SHARD_INDEX}"`, {
    hint: "only safetensors are read, never pickle files (.bin, .pt), since those can run code: choose a revision that has them (the hub often offers one as @refs/pr/N), or convert the model and use --encoder DIR",
  });
}
