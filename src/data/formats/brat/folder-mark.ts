import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { UserError } from "../../../errors.ts";
import { folderAt, sha256OfFile } from "../../../files/index.ts";

/** The file by which a folder of brat files is known as written by Lacuna, and what it wrote. brat passes over it. */
const MARK = ".lacuna-brat.json";

const markShape = z.object({ format: z.literal(1), files: z.record(z.string(), z.string()) });

/** Notes what is in a folder that was just written: the hash of each file by its name. */
export async function markAsOurs(folder: string): Promise<void> {
  const files: [string, string][] = [];
  for (const name of (await readdir(folder)).sort()) {
    files.push([name, await sha256OfFile(join(folder, name))]);
  }
  const mark = { format: 1, files: Object.fromEntries(files) };
  await writeFile(join(folder, MARK), `${JSON.stringify(mark, null, 1)}\n`);
}

/** Refuses to replace a folder that holds anything but what Lacuna wrote there, as it wrote it. An empty one is fine. */
export async function checkReplaceable(path: string): Promise<void> {
  const folder = await folderAt(path);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    if (error.code === "ENOTDIR")
      throw new UserError(`cannot write "${path}": it is a file, and brat needs a folder`);
    throw error;
  });
  if (names.length === 0) return;
  const written = await readMark(folder);
  for (const name of names) {
    if (name === MARK) continue;
    const hash = written.get(name);
    if (hash === undefined) refuse(path, `the folder holds "${name}", which Lacuna did not write there`);
    const found = await sha256OfFile(join(folder, name)).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== "ENOENT") throw cause;
      throw new UserError(`cannot write "${path}": another process is replacing it`, {
        cause,
        hint: "try again when that is done",
      });
    });
    if (hash !== found) refuse(path, `"${name}" was changed since Lacuna wrote it`);
  }
}

async function readMark(folder: string): Promise<ReadonlyMap<string, string>> {
  try {
    const { files } = markShape.parse(JSON.parse(await readFile(join(folder, MARK), "utf8")));
    return new Map(Object.entries(files));
  } catch {
    // None, or a damaged one, which says nothing.
    return new Map();
  }
}

function refuse(path: string, why: string): never {
  throw new UserError(`cannot write "${path}": ${why}`, {
    hint: "name a new or empty folder, or remove what is in this one",
  });
}
