// `npm run demo`: installs and builds when needed, then walks through Lacuna on the embedded corpus: data, training on
// incomplete labels, and the audit that finds what they missed. Each step is an ordinary command; it is printed before
// it is run, so that it can be repeated by hand.
//   --data-only   stop before anything is trained
//   --open        open the review app in the browser at the end
//   --out DIR     where to write instead of lacuna-demo; a folder that exists is kept, and DIR-2 taken
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { build, install, root } from "./setup.mjs";

const { values: flags } = parseArgs({
  options: {
    "data-only": { type: "boolean" },
    open: { type: "boolean" },
    out: { type: "string", default: "lacuna-demo" },
  },
});
install();
build();

const folder = freshFolder(flags.out);

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
if (!flags["data-only"]) trainAndAudit();

/** What missing labels cost, what a method made for them brings, and what the audit finds and mends. */
function trainAndAudit() {
  const at = (name) => `${folder}/${name}`;
  const scores = [];
  const train = (title, file, method) => {
    const model = at(`model-${scores.length + 1}`);
    const settings = ["--dev", at("dev.jsonl"), "--method", method, "--epochs", "12", "--out", model];
    lacuna("train", "--train", at(file), ...settings);
    const printed = lacunaOutput("evaluate", "--model", model, "--data", at("test.jsonl"), "--json");
    scores.push({ title, ...JSON.parse(printed) });
  };
  say("Train on half of the labels in the ordinary way: what is not labelled is taught as “no entity”.");
  train("ordinary training, half of the labels", "masked.jsonl", "ce");
  say("The same labels by a method that knows that some are missing.");
  train("labels completed first (lacuna), half of the labels", "masked.jsonl", "lacuna");
  say("What did the labels miss? Four models predict sentences that they were not trained on.");
  const options = ["--dev", at("dev.jsonl"), "--epochs", "12", "--out", at("audit")];
  lacuna("audit", "--data", at("masked.jsonl"), ...options);
  say("Take over what is suggested, and train in the ordinary way again.");
  const mended = ["--suggestions", at("audit"), "--out", at("mended.jsonl")];
  lacuna("apply", "--data", at("masked.jsonl"), ...mended);
  train("ordinary training, mended labels", "mended.jsonl", "ce");
  say("On the test set, whose names were never seen in training:");
  console.log("precision  recall     F1");
  for (const { title, precision, recall, f1 } of scores) {
    const cell = (value, width) => value.toFixed(2).padStart(width);
    console.log(`${cell(precision, 9)} ${cell(recall, 7)} ${cell(f1, 6)}  ${title}`);
  }
  say(`What the labels missed, to look at: ${at("audit/report.html")}`);
  const review = ["review", at("audit"), "--test", at("test.jsonl"), "--model", at("model-2")];
  if (flags.open) lacuna(...review, "--open");
  else console.log(`To go through it and train again: npx lacuna ${review.join(" ")}`);
  console.log("`npx lacuna` works in this folder; `npm link` puts `lacuna` on your PATH.");
}

/** Nothing that an earlier run left is touched: it may hold somebody's decisions. */
function freshFolder(wanted) {
  let name = wanted;
  for (let number = 2; existsSync(resolve(root, name)); number++) name = `${wanted}-${number}`;
  if (name !== wanted) console.log(`${wanted} exists and is kept; this run writes to ${name}`);
  return name;
}

function say(text) {
  console.log(process.stdout.isTTY ? `\n\u001b[1m${text}\u001b[0m` : `\n${text}`);
}

/** Runs a command for what it prints. */
function lacunaOutput(...args) {
  const result = spawnSync(process.execPath, ["dist/cli/main.js", ...args], { cwd: root, encoding: "utf8" });
  if (result.status !== 0) process.exit(result.status ?? 1);
  return result.stdout;
}

function lacuna(...args) {
  console.log(`$ npx lacuna ${args.join(" ")}`);
  const result = spawnSync(process.execPath, ["dist/cli/main.js", ...args], { cwd: root, stdio: "inherit" });
  if (result.status !== 0) process.exit(result.status ?? 1);
}
