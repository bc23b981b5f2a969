import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UserError } from "../errors.ts";
import { manifestShape, syncFolder } from "../files/index.ts";
import { modelFiles as files } from "./model-folder.ts";

/** Where a whole model waits in its folder to take the place of an older one. */
export const STAGE = ".saving";

/**
 * Puts the model that waits in `STAGE` in place, file by file, the manifest last.
 *
 * A file is either still in the stage or already in place, and each is moved in one step. So a kill half-way loses
 * nothing: whoever comes next, to save or to read, calls this again. Two at once do no harm either.
 */
export async function installModel(dir: string): Promise<void> {
  const stage = join(dir, STAGE);
  const listed = await readFile(join(stage, files.manifest), "utf8").then(
    (text) => manifestShape.parse(JSON.parse(text)).files.map(({ path }) => path),
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === "ENOENT" || cause.code === "ENOTDIR") return undefined;
      throw cause;
    },
  );
  if (listed === undefined) return;
  try {
    for (const path of listed) {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await moved(join(stage, path), join(dir, path));
    }
    await removeOthers(dir, new Set(listed));
    // Which sentences a model was trained on is not always known.
    if (!listed.includes(files.trainedOn)) await rm(join(dir, files.trainedOn), { force: true });
    await syncFolder(join(dir, files.encoder));
    await syncFolder(dir);
    await moved(join(stage, files.manifest), join(dir, files.manifest));
    await syncFolder(dir);
    await rm(stage, { recursive: true, force: true });
  } catch (cause) {
    throw new UserError(
      `the newer model in "${dir}" could not be put in place: ${(cause as Error).message}`,
      {
        hint: "it is whole, but the folder cannot be written; make it writable and try again",
        cause,
      },
    );
  }
}

async function moved(from: string, to: string): Promise<void> {
  await rename(from, to).catch((cause: NodeJS.ErrnoException) => {
    // In place already: by an earlier call that was killed, or by another process just now.
    if (cause.code !== "ENOENT") throw cause;
  });
}

/** Removes what an older model's encoder has left in the folder of encoders. */
async function removeOthers(dir: string, listed: ReadonlySet<string>): Promise<void> {
  const folder = join(dir, files.encoder);
  const isListed = (name: string) =>
    listed.has(name) || [...listed].some((path) => path.startsWith(`${name}/`));
  const walk = async (below: string): Promise<void> => {
    const entries = await readdir(join(dir, below), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = `${below}/${entry.name}`;
      if (!isListed(path)) await rm(join(dir, path), { recursive: true, force: true });
      else if (entry.isDirectory()) await walk(path);
    }
  };
  if (isListed(files.encoder)) await walk(files.encoder);
  else await rm(folder, { recursive: true, force: true });
}
