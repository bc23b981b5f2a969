// `npm run bench:crf`: training and decoding of a BiLSTM-CRF on Resume, here and in PyTorch with a vectorised CRF, by turns in one run.
//   --only packed,padded,viterbi   some parts   --rounds 5    turns of each side
//   --steps 12             batches of a turn     --threads 2   for both sides
//   --patience 3           seconds to wait for a quiet machine before each turn
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compareDecoding } from "./crf/compare-decoding.ts";
import { compareTraining } from "./crf/compare-training.ts";
import { resumeTagger } from "./crf/resume-tagger.ts";
import { startPeer } from "./engine/peer.ts";

const { values: flags } = parseArgs({
  options: {
    only: { type: "string", default: "packed,padded,viterbi" },
    rounds: { type: "string", default: "5" },
    steps: { type: "string", default: "12" },
    threads: { type: "string", default: "2" },
    patience: { type: "string", default: "3" },
    profile: { type: "string" },
  },
});
const parts = flags.only.split(",");
const threads = Number(flags.threads);
const rounds = Number(flags.rounds);
const patience = Number(flags.patience);

const tagger = await resumeTagger({ hidden: 150, dim: 100 });
if (typeof tagger === "string") {
  console.log(`not measured: ${tagger}`);
  process.exit();
}
console.log(`${cpus()[0]?.model}, ${cpus().length} cores; ${threads} threads on both sides`);
const started = await startPeer("bench/crf/torch-peer.py", "torch", threads);
if (typeof started === "string") console.log(`PyTorch: not compared, ${started}`);
else console.log(`PyTorch ${started.version}`);
const peer = typeof started === "string" ? undefined : started;
const folder = await mkdtemp(join(tmpdir(), "lacuna-bench-"));
try {
  const options = { tagger, peer, folder, rounds, patience, threads };
  const profile = flags.profile === undefined ? {} : { profile: flags.profile };
  const training = { ...options, ...profile, steps: Number(flags.steps) };
  for (const lstm of ["packed", "padded"] as const) {
    if (parts.includes(lstm)) await compareTraining({ ...training, lstm });
  }
  if (parts.includes("viterbi")) {
    await compareDecoding(options, await compareTraining({ ...training, lstm: undefined }));
  }
} finally {
  await peer?.stop();
  await rm(folder, { recursive: true });
}
