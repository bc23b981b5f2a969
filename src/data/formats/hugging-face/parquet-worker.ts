// The other side of `parquetThread`: reads a file and hands on as much as is asked for.
import { parentPort, workerData } from "node:worker_threads";
import { UserError } from "../../../errors.ts";
import { parquetRows } from "./parquet-rows.ts";
import type { FromParquetThread } from "./parquet-thread.ts";

const rows = parquetRows(workerData as string);
const tell = (message: FromParquetThread) => parentPort!.postMessage(message);

parentPort!.on("message", async () => {
  try {
    const { done, value } = await rows.next();
    if (done === true) {
      tell({ kind: "end" });
      parentPort!.close();
    } else tell(value);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    tell({ kind: "refused", message: error.message, hint: error.hint });
  }
});
