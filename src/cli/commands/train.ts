import type { Command } from "commander";
import { defineCommand } from "../command.ts";
import { addTrainOptions, type TrainFlags, trainSources } from "../options/train-options.ts";
import { addRunOptions, type RunFlags, trainIntoFolder } from "../train-into-folder.ts";

interface Options extends TrainFlags, RunFlags {
  readonly train?: readonly string[];
}

export default defineCommand<Options>({
  name: "train",
  summary:
    "Train a model on labelled sentences, some of whose labels may be missing. Everything else is a key of the config, see docs/config.md.",
  examples: [
    [
      "lacuna train --train train.jsonl:partial --dev dev.jsonl --out model",
      "the default method and encoder",
    ],
    [
      "lacuna train --train gold.conll:complete distant.jsonl:partial --dev dev.conll --encoder $(lacuna encoder pull sentence-transformers/all-MiniLM-L6-v2) --out model",
      "complete and partial labels together, a pretrained encoder of the Hugging Face hub",
    ],
    [
      "lacuna train --train train.jsonl --dev dev.jsonl --method nrces --set encoder.width=256 --max-minutes 10",
      "another method, a wider network, ten minutes",
    ],
    [
      "lacuna train --train export.jsonl:complete --dev 10% --out model",
      "a tenth of the completely labelled sentences is set aside to choose the best epoch by",
    ],
    [
      "lacuna train --from model --train more.jsonl:partial --dev dev.jsonl --out newer",
      "go on with a model, with more data or further types",
    ],
    ["lacuna train --out model --resume", "continue a run that was stopped or killed"],
    [
      "lacuna train --out model --resume --keep-best",
      "end it instead, with the best epoch so far as the model",
    ],
  ],
  configure,
  run: (flags) => trainIntoFolder(flags, trainSources(flags, flags.train)),
});

function configure(command: Command): Command {
  const trained = addTrainOptions(
    command.option(
      "--train <file...>",
      "files to train on, each FILE, FILE:complete, FILE:partial or FILE:complete=LABEL,LABEL",
    ),
  ).option(
    "--from <model>",
    "go on with a trained model: begin with its weights, keep its types, encoder and method unless told otherwise",
  );
  return addRunOptions(trained, "model");
}
