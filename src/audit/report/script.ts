import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { builtApp } from "../../built-app.ts";

/** The script of the report's page: `app/report/`, bundled into one file that imports nothing. */
export function reportScript(): string {
  const path = join(builtApp() ?? "dist/app", "report.js");
  if (!existsSync(path)) throw new Error(`the report's script is not built (${path}): run \`npm run build\``);
  return readFileSync(path, "utf8").trim();
}
