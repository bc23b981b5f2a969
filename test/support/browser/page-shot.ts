import { statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";

/** Makes a picture for the docs of what a page shows now, small enough to be kept. */
export async function pageShot(page: Page, file: string): Promise<void> {
  const path = join("docs", file);
  await page.screenshot({ path });
  const { size } = statSync(path);
  if (size > 300_000) throw new Error(`${path} has ${size} bytes, more than 300,000`);
}
