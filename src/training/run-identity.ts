import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type Encoder, hashWeights } from "../encoders/index.ts";
import { UserError } from "../errors.ts";
import { writeJson } from "../files/index.ts";
import { loadRuntime } from "../graph/index.ts";
import { encoderFolder } from "../hub/index.ts";
import { lacunaVersion } from "../lacuna-version.ts";
import { storageError } from "../storage-error.ts";
import { differences, shown } from "./config/assemble-config.ts";
import type { ResolvedConfig } from "./config/resolve.ts";
import { runFiles } from "./run-folder.ts";

/** The version of the layout of `run.json`. Format 1 has the fingerprint of the data only. */
const FORMAT = 2;

const identityShape = z.object({
  format: z.literal(FORMAT),
  /** Over all that follows: what every checkpoint of the run carries. */
  hash: z.string(),
  /** The version of Lacuna, and which build of ONNX Runtime computes. */
  lacuna: z.string(),
  runtime: z.string(),
  /** Of the sentences. */
  fingerprint: z.string(),
  /** Of the encoder: its sizes, its files, such as a tokeniser, and the weights that it begins with. */
  encoder: z.string(),
  /** The version of a method of one's own; absent for ours. */
  method: z.string().exactOptional(),
  /** The decided config, without what may change from one sitting to the next. */
  config: z.record(z.string(), z.unknown()),
  /** The run was begun in format 1, so that its first checkpoints carry no hash. */
  upgraded: z.boolean().optional(),
});

/** What a run is about: all that decides which weights it comes to. A resumed run must be about the same. */
export type RunIdentity = z.infer<typeof identityShape>;

interface IdentityParts {
  readonly config: ResolvedConfig;
  readonly fingerprint: string;
  readonly encoder: Encoder;
  /** The version of a method of one's own. */
  readonly method?: string | undefined;
}

/** What a run with these parts is about, in this version and with this machine's runtime. */
export async function runIdentity({
  config,
  fingerprint,
  encoder,
  method,
}: IdentityParts): Promise<RunIdentity> {
  const { kind } = await loadRuntime();
  const parts = {
    lacuna: lacunaVersion(),
    runtime: kind === "node" ? "native" : "WebAssembly",
    fingerprint,
    encoder: await hashOfEncoder(encoder, config),
    ...(method !== undefined && { method }),
    config: boundConfig(config),
  };
  return { format: FORMAT, hash: hashOf(parts), ...parts };
}

/** Notes what a run is about, in its folder. */
export async function saveIdentity(work: string, identity: RunIdentity): Promise<void> {
  await writeJson(join(work, runFiles.run), identity);
}

/** What the run in a folder was begun as. Of format 1, only the fingerprint is known. */
export async function readIdentity(
  work: string,
): Promise<RunIdentity | (Pick<RunIdentity, "fingerprint"> & { readonly format: 1 })> {
  const path = join(work, runFiles.run);
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw storageError(Object.assign(cause, { path })) ?? cause;
  });
  const damaged = (why: string) =>
    new UserError(`"${path}" is damaged: ${why}`, {
      hint: "put it back from a copy, or begin the run anew with --overwrite (overwrite: true)",
    });
  const value = parsed(text);
  if (value === undefined) throw damaged(text.trim() === "" ? "it is empty" : "it holds no JSON");
  const { format } = z.object({ format: z.unknown() }).safeParse(value).data ?? {};
  if (typeof format === "number" && format > FORMAT) {
    throw new UserError(`"${path}" has format ${format}, but this version reads format ${FORMAT} and older`, {
      hint: "go on with the run with the newer Lacuna that began it",
    });
  }
  const result = (format === 1 ? formerShape : identityShape).safeParse(value);
  if (!result.success) throw damaged(`it does not say what the run is about`);
  return result.data;
}

const formerShape = z.object({ format: z.literal(1), fingerprint: z.string() });

/** Refuses to go on with a run that was begun as another, and says what differs. */
export function checkSameRun(
  begun: Awaited<ReturnType<typeof readIdentity>>,
  now: RunIdentity,
  out: string,
): void {
  if (begun.fingerprint !== now.fingerprint) {
    throw new UserError(`the training data is not what the run in "${out}" was begun with`, {
      hint: "put the files back as they were, or train anew in another folder",
    });
  }
  if (begun.format === 1) return;
  const config = differences(begun.config, now.config, []);
  if (config.length > 0) {
    const lines = config.map(
      ({ path, before, now: value }) => `  "${path.join(".")}" was ${shown(before)}, now ${shown(value)}`,
    );
    throw new UserError([`the run in "${out}" was begun with another config`, ...lines].join("\n"), {
      hint: "put config.json back as it was (a run cannot be changed on its way), or train anew in another folder",
    });
  }
  if (begun.method !== now.method) {
    throw new UserError(
      `the method "${String(now.config.method)}" is not what the run in "${out}" was begun with: its version was ${begun.method ?? "ours"}, now ${now.method ?? "ours"}`,
      { hint: "go on with the method as it was, or train anew in another folder" },
    );
  }
  if (begun.encoder !== now.encoder) {
    throw new UserError(`the encoder is not what the run in "${out}" was begun with`, {
      hint: "put back the files that it is made of (encoder, vectors, dictionary), or train anew in another folder",
    });
  }
  if (begun.runtime !== now.runtime) {
    throw new UserError(
      `the run in "${out}" was begun with the ${begun.runtime} runtime, and this is the ${now.runtime} one, which rounds otherwise`,
      { hint: "go on with it where it was begun, or train anew in another folder" },
    );
  }
  if (begun.lacuna !== now.lacuna) {
    throw new UserError(
      `the run in "${out}" was begun with Lacuna ${begun.lacuna}, and this is Lacuna ${now.lacuna}`,
      { hint: `go on with it with Lacuna ${begun.lacuna}, or train anew in another folder` },
    );
  }
  if (begun.hash !== now.hash) {
    throw new UserError(`"${join(out, runFiles.run)}" is damaged: its hash is not that of its content`, {
      hint: "put it back from a copy, or begin the run anew with --overwrite (overwrite: true)",
    });
  }
}

/** What of a config may not change: all but how often it is saved, and where data and encoders lie that are known by their content. */
function boundConfig({
  train: _,
  dev: __,
  checkpoint: ___,
  from,
  encoder,
  ...rest
}: ResolvedConfig): Record<string, unknown> {
  const bound = { ...rest, encoder: { ...encoder, dir: undefined }, from: from?.sha256 ?? null };
  return JSON.parse(JSON.stringify(bound)) as Record<string, unknown>;
}

async function hashOfEncoder(encoder: Encoder, { encoder: choice, from }: ResolvedConfig): Promise<string> {
  const files = [...(await encoder.files())].sort(([a], [b]) => (a < b ? -1 : 1));
  const sums = files.map(([name, bytes]) => [name, createHash("sha256").update(bytes).digest("hex")]);
  // A run that goes on with a model takes its weights, and the folder need not be there any more.
  const weights =
    choice.kind === "pretrained" && from === null ? await hashWeights(encoderFolder(choice.dir)) : null;
  return hashOf([encoder.config, sums, weights]);
}

/** Of a value as JSON, in whichever order its keys are. */
function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value, sortedKeys)).digest("hex");
}

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
