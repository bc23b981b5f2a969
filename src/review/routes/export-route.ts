import { createReadStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, parse } from "node:path";
import { Readable } from "node:stream";
import { z } from "zod";
import { formats, ReadLog, writeCorpus } from "../../data/index.ts";
import type { Server } from "../../http/index.ts";
import { HttpError } from "../../http/index.ts";
import { reviewedSentences } from "../decisions/reviewed-sentences.ts";
import { type ReviewDatabase, readFact } from "../store/database.ts";
import { tarArchive } from "./tar-archive.ts";

/** The formats that an export can have. */
export const exportFormats: readonly string[] = Object.values(formats)
  .filter((format) => "write" in format)
  .map((format) => format.name);

/** The file extension of each format. Default: `.jsonl`. */
const endings: ReadonlyMap<string, string> = new Map([
  ["columns", ".conll"],
  ["label-studio", ".json"],
  ["spacy", ".json"],
  ["hugging-face", ".jsonl"],
  ["parquet", ".parquet"],
  ["docbin", ".spacy"],
  ["gliner", ".json"],
  ["brat", ""],
]);

/** Exports under way at a time: each is a file as large as the corpus. */
const MOST = 2;

/** Adds the download of the reviewed corpus, in any format that Lacuna writes. */
export function addExportRoute(server: Server, db: ReviewDatabase): void {
  const query = z.strictObject({ format: z.enum(exportFormats as [string, ...string[]]).default("jsonl") });
  let underWay = 0;
  server.get(
    "/api/export",
    { config: { deadline: false }, schema: { querystring: query } },
    async (request, reply) => {
      if (underWay >= MOST)
        throw new HttpError(429, "busy", "other exports are under way", { retryAfter: 2 });
      underWay++;
      const { format } = request.query;
      const folder = await mkdtemp(join(tmpdir(), "lacuna-export-"));
      const done = async () => {
        underWay--;
        await rm(folder, { recursive: true, force: true });
      };
      try {
        const stem = `${plainName(readFact(db, "name")!)}-reviewed`;
        const name = `${stem}${endings.get(format) ?? ".jsonl"}`;
        const path = join(folder, name);
        const log = new ReadLog();
        await writeCorpus(path, reviewedSentences(db), { format, log });
        const isFolder = (await stat(path)).isDirectory();
        const content = isFolder ? Readable.from(tarArchive(path)) : createReadStream(path);
        content.once("close", () => void done());
        return reply
          .type(isFolder ? "application/x-tar" : "application/octet-stream")
          .header("content-disposition", `attachment; filename="${isFolder ? `${name}.tar` : name}"`)
          .header("lacuna-notices", String(log.total))
          .send(content);
      } catch (error) {
        await done();
        throw error;
      }
    },
  );
}

/** The name of the data as a file name that needs no escaping in a header. */
function plainName(name: string): string {
  return (
    parse(name)
      .name.replace(/[^A-Za-z0-9._-]+/g, "-")
      .replace(/^[.-]+/, "") || "corpus"
  );
}
