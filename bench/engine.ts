// `npm run bench:engine`: a training step (forward, backward, AdamW) here and in PyTorch, by turns in one run.
//   --only a,words,b,c,d,update,leak   some parts          --seconds 1   length of a turn
//   --blocks 5      undisturbed turns of each side          --patience 3  seconds to wait for a quiet machine
//   --threads 2     for both sides                          --profile P   ONNX Runtime profiles to files P…
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { cases } from "./engine/cases.ts";
import { type Comparison, compare } from "./engine/compare.ts";
import { updateTime } from "./engine/kernel-speed.ts";
import { measureLeak } from "./engine/leak.ts";
import { startPeer } from "./engine/peer.ts";

const { values: flags } = parseArgs({
  options: {
    only: { type: "string" },
    seconds: { type: "string", default: "1" },
    patience: { type: "string", default: "3" },
    blocks: { type: "string", default: "5" },
    threads: { type: "string", default: "2" },
    profile: { type: "string" },
  },
});
const wanted = flags.only?.split(",");
const isWanted = (part: string) => wanted === undefined || wanted.includes(part);
const threads = Number(flags.threads);
const options = {
  threads,
  blocks: Number(flags.blocks),
  seconds: Number(flags.seconds),
  patience: Number(flags.patience),
  warmup: 4,
  ...(flags.profile === undefined ? {} : { profile: flags.profile }),
};

console.log(`${cpus()[0]?.model}, ${cpus().length} cores; ${threads} threads on both sides`);
let failed = false;
/** Above this share of other programs, no verdict. */
const BUSY = 0.1;

if (isWanted("update")) {
  const count = 10_650_000;
  const [wasm, clipped, plain] = [
    updateTime("wasm", count),
    updateTime("wasm", count, 1),
    updateTime("plain", count),
  ].map((time) => `${time.toFixed(1)} ms`);
  console.log(`AdamW over 10.65 M weights: WebAssembly ${wasm} (with clipping ${clipped}), plain ${plain}`);
}

const compared = Object.keys(cases).filter(isWanted);
if (compared.length > 0) {
  // Found from the project's root, where npm starts scripts: the compiled bench lies elsewhere.
  const peer = await startPeer("bench/engine/torch-peer.py", "torch", threads);
  if (typeof peer === "string") console.log(`PyTorch: not compared, ${peer}`);
  else console.log(`PyTorch ${peer.version}`);
  console.log(
    "\n       ours     theirs   ratio   aim   loss differs at first, later   peak ours / theirs  others   case",
  );
  for (const key of compared) {
    const work = cases[key]!();
    const result = await compare(work, typeof peer === "string" ? undefined : peer, options);
    console.log(`${key.padEnd(6)} ${row(result, work.aim)}   ${work.title}`);
    // Rows of the word table coast in a dense Adam and stay in ours, and PyTorch's LSTM has two biases: hence "later".
    if (result.difference !== undefined && !(result.difference < 1e-5 && result.drift! < 1e-3)) {
      console.log("the two sides do not compute the same loss");
      failed = true;
    }
  }
  if (typeof peer !== "string") await peer.stop();
  console.log("others: what other programs took of the machine meanwhile; above 10 % there is no verdict");
}

if (isWanted("leak")) {
  const { early, late } = await measureLeak(1000, threads);
  const growth = (100 * (late - early)) / early;
  console.log(
    `\nmemory of a small model after 100 steps ${early.toFixed(0)} MB, after 1,000 steps ${late.toFixed(0)} MB: ${growth >= 0 ? "+" : "−"}${Math.abs(growth).toFixed(1)} %`,
  );
  if (growth > 5) {
    console.log("that is more than 5 %: something is not freed");
    failed = true;
  }
}

if (failed) process.exitCode = 1;

function row(result: Comparison, aim: number): string {
  const ms = (time: number | undefined) => (time === undefined ? "–" : `${time.toFixed(1)} ms`).padStart(9);
  const ratio = result.ratio === undefined ? "–" : `${result.ratio.toFixed(2)}×`;
  // A ratio from a busy machine proves nothing either way.
  const verdict = result.others > BUSY ? "busy" : result.ratio! >= aim ? "met" : `${aim}×`;
  const aimed = result.ratio === undefined ? "" : verdict;
  const differs =
    result.difference === undefined
      ? "–"
      : `${result.difference.toExponential(1)}, ${result.drift!.toExponential(1)}`;
  const peak = `${result.ourPeak.toFixed(0)} / ${result.theirPeak?.toFixed(0) ?? "–"} MB`;
  return `${ms(result.ours)} ${ms(result.theirs)} ${ratio.padStart(6)} ${aimed.padStart(5)} ${differs.padStart(28)} ${peak.padStart(18)} ${`${(100 * result.others).toFixed(0)} %`.padStart(7)}`;
}
