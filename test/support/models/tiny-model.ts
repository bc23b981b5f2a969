import { demoCorpus } from "../../../src/demo/index.ts";
import { saveModelFolder } from "../../../src/tagging/index.ts";
import { runAll, tinyRun } from "./tiny-run.ts";

/** Trains a tiny model on a part of the embedded corpus, in a second or two, and saves it as `lacuna train` would. */
export async function tinyModel(
  dir: string,
  config: { readonly [key: string]: unknown } = {},
): Promise<void> {
  const run = tinyRun(demoCorpus({ train: 400, dev: 0, test: 0 }).train, { epochs: 4, ...config });
  await runAll(run);
  const { task, learner, options } = run;
  await saveModelFolder(dir, {
    encoder: task.encoder,
    model: learner.model,
    parameters: task.parameters,
    config: options.config,
  });
}
