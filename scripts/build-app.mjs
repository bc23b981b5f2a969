// Bundles `app/` into `dist/app/`: the review app (one script, one style sheet, one page, nothing from elsewhere), and the
// script of the audit report, which `src/audit/report` puts into the page.
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./setup.mjs";

const from = (name) => join(root, "app", name);
const to = (name) => join(root, "dist", "app", name);

mkdirSync(to(""), { recursive: true });
await build({
  entryPoints: {
    app: from("src/start.tsx"),
    theme: from("src/theme-script.ts"),
    style: from("style/app.css"),
    report: from("report/start.ts"),
  },
  outdir: to(""),
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  logLevel: "warning",
});
for (const name of ["index.html", "icon.svg"]) copyFileSync(from(name), to(name));
