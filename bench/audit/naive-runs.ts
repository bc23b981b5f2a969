import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { localQueue } from "../../src/bench/run/queue.ts";
import { writeJson } from "../../src/files/replace-file.ts";
import { lacuna } from "./lacuna.ts";

/** Labels to train on: all of them, those that were left, or those that an audit mended. */
interface LabelState {
  readonly name: string;
  readonly file: string;
}

interface NaiveOptions {
  readonly states: readonly LabelState[];
  readonly seeds: number;
  readonly epochs: string;
  readonly dev: string;
  readonly test: string;
  readonly out: string;
  /** Trainings at once, each with one thread. */
  readonly jobs: number;
}

/** F1 on test of each training by `ce`, which takes every span without a label for none, by the name of the labels. */
export async function trainNaively(options: NaiveOptions): Promise<Map<string, number[]>> {
  const { states, seeds, epochs, dev, test, out } = options;
  const runs = states.flatMap(({ name, file }) =>
    Array.from({ length: seeds }, (_, i) => ({ name, file, seed: i + 1 })),
  );
  const scores = new Map<string, number[]>(states.map(({ name }) => [name, []]));
  const events = localQueue(options.jobs).run(runs, async ({ name, file, seed }) => {
    const folder = join(out, "ce", `${name}-${epochs}-${seed}`);
    const score = join(folder, "test.json");
    if (!existsSync(score)) {
      const how = ["--method", "ce", "--epochs", epochs, "--seed", String(seed), "--threads", "1"];
      const patience = ["--set", "stopping.patience=null"];
      const data = existsSync(folder) ? ["--resume"] : ["--train", file, "--dev", dev, ...how, ...patience];
      await lacuna(["train", ...data, "--out", folder], "returned");
      const told = await lacuna(["evaluate", "--model", folder, "--data", test, "--json"], "returned");
      await writeJson(score, JSON.parse(told));
    }
    const { micro } = JSON.parse(await readFile(score, "utf8")) as { micro: { f1: number } };
    scores.get(name)!.push(micro.f1);
    console.log(`ce, ${name} labels, seed ${seed}: test F1 ${micro.f1.toFixed(2)}`);
  });
  for await (const event of events) if (event.kind === "failed") throw event.error;
  return scores;
}
