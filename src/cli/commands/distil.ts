import { resolve } from "node:path";
import type { Command } from "commander";
import { UserError } from "../../errors.ts";
import { defineCommand } from "../command.ts";
import { positiveNumber } from "../options/numbers.ts";
import { addTrainOptions, type TrainFlags, trainSources } from "../options/train-options.ts";
import { addRunOptions, type RunFlags, trainIntoFolder } from "../train-into-folder.ts";

interface Options extends TrainFlags, RunFlags {
  readonly teacher?: string;
  readonly data?: readonly string[];
  readonly temperature?: number;
}

export default defineCommand<Options>({
  name: "distil",
  summary:
    "Teach one small model what a trained one, such as an ensemble or a large encoder, thinks of raw text: faster to use, nearly as good. The student is a tagger, saved and used like any other model. See docs/speed.md.",
  examples: [
    [
      "lacuna distil --teacher model --data raw.txt --dev dev.jsonl --out student",
      "raw text, cut into sentences and words; dev chooses the best epoch",
    ],
    [
      "lacuna distil --teacher model --data train.jsonl raw.txt --vectors glove.txt --out student",
      "also the training file: its labels go before what the teacher thinks",
    ],
    [
      "lacuna distil --teacher model --data raw.txt --encoder bilstm --temperature 2 --out student",
      "another encoder, softer labels",
    ],
    ["lacuna distil --out student --resume", "continue a run that was stopped or killed"],
  ],
  configure,
  run(flags) {
    const { teacher, data, temperature, resume = false } = flags;
    if (!resume && teacher === undefined) {
      throw new UserError("there is no model that teaches", { hint: "name one with --teacher" });
    }
    if (!resume && data === undefined) {
      throw new UserError("there is no text to teach on", { hint: "name a file with --data" });
    }
    const { flags: given, ...sources } = trainSources(flags, data);
    const distil = {
      ...(teacher !== undefined && { teacher: resolve(teacher) }),
      ...(temperature !== undefined && { temperature }),
    };
    const named = Object.keys(distil).length === 0 ? {} : { method: "distil", distil };
    return trainIntoFolder(flags, { ...sources, flags: { ...given, ...named } });
  },
});

function configure(command: Command): Command {
  const trained = addTrainOptions(
    command
      .option("--teacher <folder>", "the model that teaches, as `lacuna train` wrote it")
      .option(
        "--data <file...>",
        "text to teach on, raw or in any corpus format; labels in it count as partial, except in FILE:complete",
      )
      .option("--temperature <n>", "above 1, the teacher is taken as less sure (default: 1)", positiveNumber),
    null,
  );
  return addRunOptions(trained, "student");
}
