/**
 * Whether two builds train the same models: `npm run check:identity -- OLD/dist [NEW/dist]`.
 *
 * Each case is trained by both with one thread and a fixed seed, and the SHA-256 of the weights is compared. A change
 * that only moves or renames code must print "same" in every row; where a row differs, its dev F1 are shown.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { methods } from "../src/methods/index.ts";

const [before, after = "dist"] = process.argv.slice(2);
if (before === undefined) {
  console.error("usage: npm run check:identity -- OLD/dist [NEW/dist]");
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "lacuna-identity-"));
const at = (name: string) => join(folder, name);
const bert = resolve("test", "fixtures", "bert-tiny");

/** By name, what `lacuna train` is told beside seed and threads. Only options that every version understands. */
const cases = new Map<string, readonly string[]>([
  ...Object.keys(methods).map((method): [string, readonly string[]] => [
    method,
    ["--train", `${at("masked.jsonl")}:partial`, "--method", method],
  ]),
  ["lacuna, bilstm", ["--train", `${at("masked.jsonl")}:partial`, "--encoder", "bilstm"]],
  ["lacuna, pretrained", ["--train", `${at("masked.jsonl")}:partial`, "--encoder", bert]],
  [
    "weighted, pretrained",
    ["--train", `${at("masked.jsonl")}:partial`, "--method", "weighted", "--encoder", bert],
  ],
  [
    "lacuna, complete and partial, dictionary",
    [
      ...["--train", `${at("gold.jsonl")}:complete`, `${at("masked.jsonl")}:partial`],
      ...["--dictionary", at("dictionary")],
    ],
  ],
]);

try {
  lacuna(after, ["demo", "--out", folder, "--seed", "1"]);
  lacuna(after, [
    "split",
    "--in",
    at("train.jsonl"),
    "--shares",
    "gold=0.1,rest=0.2,unused=0.7",
    "--out",
    folder,
  ]);
  lacuna(after, ["mask", "--in", at("rest.jsonl"), "--out", at("masked.jsonl"), "--p", "0.5", "--seed", "1"]);
  let different = 0;
  for (const [name, options] of cases) {
    const [old, now] = [before, after].map((build) => train(build, options));
    const same = old!.sha256 === now!.sha256;
    if (!same) different++;
    const scores = same ? `dev F1 ${now!.f1}` : `dev F1 ${old!.f1} → ${now!.f1}`;
    console.log(`${same ? "same     " : "DIFFERENT"}  ${now!.sha256.slice(0, 16)}  ${name}, ${scores}`);
  }
  console.log(`${cases.size - different} of ${cases.size} models are the same to the bit`);
  process.exitCode = different === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

function lacuna(build: string, args: readonly string[]): string {
  return execFileSync(process.execPath, [join(build, "cli", "main.js"), ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 1 << 28,
  });
}

function train(build: string, options: readonly string[]): { sha256: string; f1: string } {
  const model = mkdtempSync(at("model-"));
  rmSync(model, { recursive: true });
  const fixed = ["--dev", at("dev.jsonl"), "--seed", "1", "--threads", "1", "--epochs", "2"];
  const events = lacuna(build, ["train", ...options, ...fixed, "--out", model, "--json"]);
  const scores = [...events.matchAll(/"f1":([\d.]+)/g)].map(([, f1]) => Number(f1).toFixed(2));
  const weights = readFileSync(join(model, "weights.safetensors"));
  return { sha256: createHash("sha256").update(weights).digest("hex"), f1: scores.at(-1) ?? "none" };
}
