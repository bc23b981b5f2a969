import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { UserError } from "../errors.ts";
import { sha256OfFile } from "../sha256-of-file.ts";
import { KIND, modelFiles } from "./model-folder.ts";

const listing = z.object({
  kind: z.literal(KIND),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});

/**
 * Makes sure that every file of a model but its weights is as its manifest says: what tagging reads. The weights are as
 * large as the graph, so reading them as well would double the time to load, and a model may be handed on without them.
 */
export async function checkListed(dir: string): Promise<void> {
  const manifest = join(dir, modelFiles.manifest);
  const { data } = listing.safeParse(parsed(await readFile(manifest, "utf8")));
  if (data === undefined) throw damaged(`"${manifest}" is not the manifest of a model`);
  for (const { path, bytes, sha256 } of data.files) {
    if (path === modelFiles.weights) continue;
    const file = join(dir, path);
    const found = await stat(file).catch(() => undefined);
    if (found === undefined) throw damaged(`"${file}" is missing`);
    if (!found.isFile()) throw damaged(`"${file}" is not a file`);
    if (found.size !== bytes) throw damaged(`"${file}" has ${found.size} bytes, not ${bytes}`);
    if ((await sha256OfFile(file)) !== sha256) throw damaged(`"${file}" was altered after it was written`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function damaged(message: string): UserError {
  return new UserError(message, { hint: "the model is damaged; copy it again or train it again" });
}
