import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { didYouMean, UserError } from "../errors.ts";
import { cacheFolder, type Environment } from "./cache-folder.ts";

/** An encoder in the cache. */
export interface CachedEncoder {
  readonly dir: string;
  /** What `--encoder` takes, the fullest form first: `org/name@main`, `org/name`, `name`. */
  readonly names: readonly [string, ...string[]];
  readonly origin: "pulled" | "imported" | "unknown";
  /** Where it came from: the hub's name, the URL, or the file that was imported. */
  readonly source: string | undefined;
  /** The size of all files together. */
  readonly bytes: number;
}

const manifestShape = z.object({
  id: z.string().optional(),
  source: z.string().optional(),
  kind: z.string().optional(),
});

/** The encoders in the cache, by name. Folders that are not encoders, and those being written, are left out. */
export function cachedEncoders({
  cache,
  env = process.env,
}: {
  readonly cache?: string | undefined;
  readonly env?: Environment;
} = {}): CachedEncoder[] {
  const root = cacheFolder({ given: cache, env });
  return namesIn(root)
    .filter((name) => !name.startsWith(".") && existsSync(join(root, name, "config.json")))
    .map((name) => describe(join(root, name), name))
    .sort((a, b) => (a.names[0] < b.names[0] ? -1 : 1));
}

type Where = Parameters<typeof cachedEncoders>[0];

/** The folder of the encoder in the cache that has a name; undefined if there is none. */
export function cachedFolder(name: string, where: Where = {}): string | undefined {
  const cached = cachedEncoders(where);
  for (const level of [0, 1, 2]) {
    const found = cached.filter(({ names }) => names[level] === name);
    if (found.length > 1) {
      throw new UserError(`"${name}" may be any of ${found.length} encoders in the cache`, {
        hint: `choose one of: ${found.map(({ names }) => names[0]).join(", ")}`,
      });
    }
    if (found[0] !== undefined) return found[0].dir;
  }
  return undefined;
}

/**
 * The folder of a pretrained encoder: a path that exists, else the name of one in the cache. Whoever names neither is told
 * what there is and how to get more.
 *
 * @param others what else could have been meant, for the error
 */
export function encoderFolder(
  name: string,
  others: readonly string[] = [],
  { near, ...where }: NonNullable<Where> & { readonly near?: string | undefined } = {},
): string {
  if (existsSync(name)) return name;
  const found = cachedFolder(name, where);
  if (found !== undefined) return found;
  const cached = cachedEncoders(where);
  const isNear = near === undefined ? "" : `did you mean "${near}"? `;
  const meant = didYouMean(name, [...others, ...cached.flatMap(({ names }) => [...names])]) || isNear;
  const known = cached.map(({ names }) => names[0]);
  const has = known.length === 0 ? "the cache is empty" : `in the cache: ${known.join(", ")}`;
  throw new UserError(
    /[\\/]/.test(name) ? `there is no encoder folder "${name}"` : `unknown encoder "${name}"`,
    {
      hint: `${meant}${others.length === 0 ? "" : `choose one of: ${others.join(", ")}, or `}the folder of a pretrained model or its name in the cache (${has}); lacuna encoder pull fetches one, lacuna encoder import makes one of an ONNX file`,
    },
  );
}

function describe(dir: string, folder: string): CachedEncoder {
  const { id, source, kind } = manifestOf(dir);
  const isImported = kind === "imported encoder";
  return {
    dir,
    names: isImported || id === undefined ? [folder] : namesOf(id, folder),
    origin: isImported ? "imported" : id === undefined ? "unknown" : "pulled",
    source: isImported ? source : id,
    bytes: namesIn(dir).reduce(
      (sum, name) => sum + (statSync(join(dir, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    ),
  };
}

/** A model of the hub may be called with its revision, without it, or by its last part; one of a URL by its folder. */
function namesOf(id: string, folder: string): [string, ...string[]] {
  if (/^[a-z]+:\/\//i.test(id)) return [folder, folder.replace(/@[^@]*$/, "")];
  const plain = id.replace(/@[^@]*$/, "");
  return [id, plain, plain.split("/").at(-1) ?? plain];
}

function manifestOf(dir: string): z.infer<typeof manifestShape> {
  try {
    return manifestShape.parse(JSON.parse(readFileSync(join(dir, "manifest.json"), "utf8")));
  } catch {
    return {};
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
