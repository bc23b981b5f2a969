import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import type { AuditFinished, AuditSummary } from "../../audit/index.ts";
import { auditFiles, DEFAULT_AUDIT_METHOD, DEFAULT_FOLDS } from "../../audit/index.ts";
import { type AuditFlags, openAuditFolder } from "../audit-folder.ts";
import { defineCommand } from "../command.ts";
import { positiveNumber, positiveWhole } from "../options/numbers.ts";
import { addTrainOptions } from "../options/train-options.ts";
import { auditLines } from "../output/audit-lines.ts";
import { printable } from "../output/printable.ts";
import { AuditProgress } from "../progress/audit-progress.ts";
import { followRun, INTERRUPTED } from "../progress/follow-run.ts";
import { readWithProgress } from "../progress/read-with-progress.ts";

type Options = AuditFlags & { readonly json?: boolean };

export default defineCommand<Options>({
  name: "audit",
  summary:
    "Find what the labels of a corpus missed and where they are wrong, best suggestions first, and estimate how many entities are missing. Models are trained on parts of the corpus and predict the rest; the options of `lacuna train` say how. See docs/audit.md.",
  examples: [
    ["lacuna audit --data train.conll --out audit", "the default method and encoder, four folds"],
    [
      "lacuna audit --data train.jsonl --encoder $(lacuna encoder pull sentence-transformers/all-MiniLM-L6-v2) --minutes 60 --out audit",
      "a pretrained encoder, an hour in all",
    ],
    ["lacuna audit --data new.jsonl --model model --out audit", "audit new data with a trained model"],
    ["lacuna audit --out audit --resume", "continue an audit that was stopped or killed"],
    ["lacuna apply --data train.conll --suggestions audit --out better.conll", "accept what is suggested"],
  ],
  configure,
  run,
});

function configure(command: Command): Command {
  return addTrainOptions(
    command
      .option(
        "--data <file...>",
        "what to audit; labels count as partial, except in FILE:complete or FILE:complete=LABEL,LABEL",
      )
      .option("--out <folder>", "folder for suggestions, report and models", "audit")
      .option(
        "--folds <n>",
        `number of folds; each is predicted by a model trained on the others (default: ${DEFAULT_FOLDS})`,
        positiveWhole,
      )
      .option("--fast", "train one model on everything, and only a new head for each fold")
      .option("--model <folder>", "predict with this model; train none")
      .option("--minutes <n>", "approximate time limit of the whole audit", positiveNumber),
    DEFAULT_AUDIT_METHOD,
  )
    .option("--resume", "continue the audit in --out; finished folds are kept")
    .option("--json", "print one JSON event per line");
}

async function run(flags: Options): Promise<number> {
  const { out } = flags;
  const { state, config } = await openAuditFolder(flags);
  if (state === "finished") {
    if (!flags.json) {
      console.log(printable(`the audit in "${out}" is finished`));
      const summary = JSON.parse(await readFile(join(out, auditFiles.summary), "utf8")) as AuditSummary;
      for (const line of auditLines(summary)) console.log(printable(line));
    }
    return 0;
  }
  // Only now: --help and mistakes need not wait for all that training loads.
  const { runAudit } = await import("../../audit/index.ts");
  const progress = new AuditProgress({ stream: process.stderr, print: (line) => console.log(line) });
  const last = await followRun({
    run: (signal) => runAudit(config, out, { resume: state === "resume", signal, read: readWithProgress }),
    progress,
    json: flags.json ?? false,
  });
  if (last?.kind === "stopped") {
    if (!flags.json) console.log(printable(`go on with: lacuna audit --out ${out} --resume`));
    return INTERRUPTED;
  }
  if (!flags.json) for (const line of lastLines(last as AuditFinished)) console.log(printable(line));
  return 0;
}

function* lastLines({ summary, files }: AuditFinished): Generator<string> {
  yield "";
  yield* auditLines(summary);
  yield "";
  yield `suggestions: ${files.suggestions}`;
  yield `report:      ${files.report}`;
}
