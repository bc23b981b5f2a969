// The other side of `parquetThread`: reads a file and hands on as much as is asked for, one file after another.
import { parentPort } from "node:worker_threads";
import { UserError } from "../../../errors.ts";
import { parquetRows } from "./parquet-rows.ts";
import type { FromParquetThread, ToParquetThread } from "./parquet-thread.ts";

const tell = (message: FromParquetThread) => parentPort!.postMessage(message);
let rows: ReturnType<typeof parquetRows> | undefined;

parentPort!.on("message", async ({ path }: ToParquetThread) => {
  if (path !== undefined) rows = parquetRows(path);
  try {
    const { done, value } = await rows!.next();
    tell(done === true ? { kind: "end" } : value);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    tell({ kind: "refused", message: error.message, hint: error.hint });
  }
});
