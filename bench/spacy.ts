// `npm run bench:spacy`: training and tagging here and in spaCy, by turns in one run, on the words of CoNLL-03; then F1 on
// dev after as many epochs as spaCy, and after as much time. `-- --methods tagger --epochs 2` is how fast both learn.
//   --methods weighted,uniform   of ours      --epochs 6           that each side trains
//   --threads 2     for both sides            --turn-words 40000   that a side trains when it is its turn
//   --rounds 7      of tagging the test set   --patience 3         seconds to wait for a quiet machine
import { existsSync } from "node:fs";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readCorpus, type Sentence } from "../src/data/index.ts";
import { Tagger } from "../src/tagging/index.ts";
import { conllFolder } from "./encoders/tagged-sentences.ts";
import { type Peer, startPeer } from "./engine/peer.ts";
import { OurTraining } from "./spacy/our-training.ts";
import { inTurns, type Rounds, roundsFrom, type TheirTurn } from "./spacy/rounds.ts";
import { roundsTable } from "./spacy/rounds-table.ts";
import { scoresTable } from "./spacy/scores-table.ts";
import { type TaggingWay, type Tried, tryTagging, tryTraining } from "./spacy/their-best.ts";
import { speedsOf, type Turn } from "./spacy/turn.ts";

const { values: flags } = parseArgs({
  options: {
    methods: { type: "string", default: "weighted,uniform" },
    epochs: { type: "string", default: "6" },
    "turn-words": { type: "string", default: "40000" },
    rounds: { type: "string", default: "7" },
    threads: { type: "string", default: "2" },
    patience: { type: "string", default: "3" },
  },
});
const methods = flags.methods.split(",");
const epochs = Number(flags.epochs);
const turnWords = Number(flags["turn-words"]);
const threads = Number(flags.threads);
const patience = Number(flags.patience);

const files = Object.fromEntries(
  ["train", "dev", "test"].map((part) => [part, join(conllFolder, `${part}.jsonl`)]),
) as Record<"train" | "dev" | "test", string>;
const missing = Object.values(files).find((file) => !existsSync(file));
// Found from the project's root, where npm starts scripts: the compiled bench lies elsewhere.
const peer =
  missing === undefined
    ? await startPeer("bench/spacy/peer.py", "spacy", threads)
    : `no data at "${missing}"`;
if (typeof peer === "string") {
  console.log(`not compared: ${peer}`);
} else {
  // A saved model names the version of the package, which the compiled sources look for beside their folder.
  await copyFile("package.json", new URL("../package.json", import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), "lacuna-bench-"));
  try {
    await compare(peer, folder);
  } finally {
    await peer.stop();
    await rm(folder, { recursive: true });
  }
}

async function compare(peer: Peer, folder: string): Promise<void> {
  console.log(`${cpus()[0]?.model}, ${cpus().length} cores; ${threads} threads on both sides; CoNLL-03`);
  console.log(`spaCy ${peer.version}, blank English pipeline with tok2vec and ner, its own default config`);

  const tried = await tryTraining(peer, files);
  const blas = tried[0]!.way;
  console.log(`spaCy trained fastest with ${blas} (${list(tried, (way) => way)} on full batches)`);
  const theirs = await peer.ask<{ words: number }>({ do: "setup", ...files, blas, batchWords: null });
  const outs = methods.map((method) => join(folder, method));
  const ours: OurTraining[] = [];
  for (const [i, method] of methods.entries()) {
    ours.push(await OurTraining.begin({ method, epochs, threads, out: outs[i]!, ...files }));
  }
  // One turn is left over for the end of the last epoch, because turns end with whole batches.
  const count = Math.floor((epochs * theirs.words) / turnWords) - 1;
  if (count < 3) throw new Error("too few turns: train for more epochs, or fewer words a turn");
  const trained = await inTurns({
    count,
    patience,
    their: () => peer.ask<TheirTurn>({ do: "train", words: turnWords }),
    our: ours.map((training) => () => training.turn(turnWords)),
  });
  // The first turn finds cold caches and sleeping threads: left out on both sides.
  print(`training, ${count - 1} turns`, roundsFrom(trained, 1));
  print(
    "training, the last third of them, when spaCy's batches are largest",
    roundsFrom(trained, Math.ceil((2 * count) / 3)),
  );
  const left = epochs * theirs.words - trained.theirs.reduce((sum, { words }) => sum + words, 0);
  await peer.ask({ do: "train", words: left });
  const { f1 } = await peer.ask<{ f1: number }>({ do: "score" });
  const { theirs: theirTurns, ours: ourTurns } = roundsFrom(trained, 1);
  const scores: Parameters<typeof scoresTable>[2][number][] = [];
  for (const [i, training] of ours.entries()) {
    const method = methods[i]!;
    const equalEpochs = await training.finish();
    // A run of its own, because the learning rate is to fall to its end.
    const longer = Math.max(1, Math.floor(epochs * speedsOf(ourTurns[i]!, theirTurns).ratio));
    const again = await OurTraining.begin({
      method,
      epochs: longer,
      threads,
      out: join(folder, `${method}-equal-time`),
      ...files,
    });
    scores.push({ method, equalEpochs, equalTime: { epochs: longer, f1: await again.finish() } });
  }
  console.log("");
  for (const line of scoresTable(epochs, f1, scores)) console.log(line);

  const ways = await tryTagging(peer);
  console.log(`spaCy tagged fastest with ${shown(ways[0]!.way)} (${list(ways, shown)})`);
  const sentences: Sentence[] = [];
  for await (const sentence of readCorpus(files.test)) sentences.push(sentence);
  const taggers = await Promise.all(outs.map((out) => Tagger.load(out, { threads })));
  const tagged = await inTurns({
    count: 1 + Number(flags.rounds),
    patience,
    their: () => peer.ask<TheirTurn>({ do: "infer", ...ways[0]!.way }),
    our: taggers.map((tagger) => () => tag(tagger, sentences)),
  });
  print(`tagging the test set, ${flags.rounds} turns, from words to entities`, roundsFrom(tagged, 1));
  for (const tagger of taggers) await tagger.dispose();
}

async function tag(tagger: Tagger, sentences: readonly Sentence[]): Promise<Turn> {
  const start = performance.now();
  await tagger.tagSentences(sentences);
  const seconds = (performance.now() - start) / 1000;
  return { words: sentences.reduce((sum, { tokens }) => sum + tokens.length, 0), seconds };
}

function print(title: string, rounds: Rounds): void {
  console.log("");
  for (const line of roundsTable(title, rounds, methods)) console.log(line);
}

function shown({ blas, batch, processes }: TaggingWay): string {
  return `${blas}, batches of ${batch}${processes > 1 ? `, ${processes} processes` : ""}`;
}

function list<T>(tried: readonly Tried<T>[], name: (way: T) => string): string {
  return tried
    .map(({ way, speed }) => `${name(way)}: ${Math.round(speed).toLocaleString("en")} words/s`)
    .join("; ");
}
