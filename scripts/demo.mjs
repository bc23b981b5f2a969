// `npm run demo`: installs and builds when needed, then walks through the data side of Lacuna on the embedded corpus.
// Each step is an ordinary command; it is printed before it is run, so that it can be repeated by hand.
import { spawnSync } from "node:child_process";
import { build, install, root } from "./setup.mjs";

install();
build();

const folder = "lacuna-demo";

say("An example corpus with complete labels. No name of the test set occurs in train.");
lacuna("demo", "--out", folder, "--seed", "1");
say("What is in it?");
lacuna("stats", `${folder}/train.jsonl`);
say(
  "Imitate an annotator who misses half of the entities. The result is partial: unlabelled now means unknown.",
);
lacuna(
  "mask",
  "--in",
  `${folder}/train.jsonl`,
  "--out",
  `${folder}/masked.jsonl`,
  "--p",
  "0.5",
  "--seed",
  "1",
);
say("Or start from raw text and a dictionary that knows about a third of the names.");
lacuna(
  "label",
  "--in",
  `${folder}/train.jsonl`,
  "--dictionary",
  `${folder}/dictionary`,
  "--gold",
  "--out",
  `${folder}/distant.jsonl`,
);
say("How far is that from the truth?");
lacuna("score", "--gold", `${folder}/train.jsonl`, "--pred", `${folder}/distant.jsonl`);
say("The same data for other tools.");
lacuna(
  "convert",
  "--in",
  `${folder}/masked.jsonl`,
  "--out",
  `${folder}/masked.conll`,
  "--to-scheme",
  "iobes",
);
lacuna(
  "convert",
  "--in",
  `${folder}/distant.jsonl`,
  "--out",
  `${folder}/distant.prodigy.jsonl`,
  "--to",
  "prodigy",
);
say(`Everything is in ${folder}/. Try: npx lacuna --help`);

function say(text) {
  console.log(process.stdout.isTTY ? `\n\u001b[1m${text}\u001b[0m` : `\n${text}`);
}

function lacuna(...args) {
  console.log(`$ lacuna ${args.join(" ")}`);
  const result = spawnSync(process.execPath, ["dist/cli/main.js", ...args], { cwd: root, stdio: "inherit" });
  if (result.status !== 0) process.exit(result.status ?? 1);
}
