import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../../errors.ts";
import { namesIn } from "../../files/index.ts";
import { exportModel } from "../../tagging/index.ts";
import { defineCommand } from "../command.ts";
import { printable } from "../output/printable.ts";
import { notEmpty } from "../output-folder.ts";

interface Options {
  readonly out?: string;
  readonly int8?: boolean;
  readonly json?: boolean;
}

export default defineCommand<Options>({
  name: "export",
  summary:
    "Write a trained model to a folder of its own, without what its training left beside it. With --int8 its weights become 8-bit integers: a quarter of the size, and faster with a transformer. The result is used like any other model. See docs/speed.md.",
  examples: [
    ["lacuna export model --int8 --out model-int8", "8-bit weights"],
    ["lacuna evaluate --model model-int8 --data test.jsonl", "what that costs in F1"],
    ["lacuna export model --out to-ship", "the model alone: no checkpoints, log or report"],
  ],
  configure: (command) =>
    command
      .argument("<model>", "the model, as `lacuna train` wrote it")
      .option("--out <folder>", "folder for the exported model; it must be empty or not there yet")
      .option("--int8", "8-bit weights for matrix products and tables")
      .option("--json", "print the result as JSON"),
  async run({ out, int8 = false, json }, [model]) {
    if (out === undefined)
      throw new UserError("there is no folder to export to", { hint: "name one with --out" });
    if ((await namesIn(out)).length > 0) throw notEmpty(out, undefined);
    const weights = await exportModel(model!, out, { int8 });
    const [before, after] = [await bytesIn(model!), await bytesIn(out)];
    if (json) console.log(JSON.stringify({ out, weights, bytes: after }));
    else
      console.log(
        printable(`${model} (${megabytes(before)}) → ${out} (${megabytes(after)}, ${weights} weights)`),
      );
  },
});

/** Of the two files that hold the weights. */
async function bytesIn(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => /\.(?:onnx|safetensors)$/.test(name));
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
