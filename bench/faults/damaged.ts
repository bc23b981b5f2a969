import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FaultCase } from "./cases.ts";
import { withCopies } from "./crash.ts";
import { runLacuna, wrongRefusal } from "./run-lacuna.ts";
import { difference } from "./snapshot.ts";
import { type Bed, eachOf, inCopy, outOf, type Tally, undisturbed } from "./tries.ts";

/** Something that is done to the folder of a run. */
interface Damage {
  readonly name: string;
  readonly harm: (run: string) => void;
}

/** What may happen to a file. */
const harms: readonly (readonly [string, (path: string) => void])[] = [
  ["is gone", (path) => rmSync(path)],
  ["is empty", (path) => writeFileSync(path, "")],
  ["is cut", (path) => writeFileSync(path, cut(path))],
  ["is null", (path) => writeFileSync(path, "null\n")],
  ["has a bit flipped", (path) => writeFileSync(path, flipped(path))],
];

function cut(path: string): Buffer {
  const bytes = readFileSync(path);
  return bytes.subarray(0, bytes.length - Math.min(bytes.length, 7));
}

function flipped(path: string): Buffer {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1]! ^= 0x10;
  return bytes;
}

/** Changes the parsed content of a JSON file. */
function edited(path: string, change: (value: Record<string, unknown>) => void): void {
  const value = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  change(value);
  writeFileSync(path, JSON.stringify(value));
}

/** All that is done to a stopped run: each file in each way, and some that only a person does. */
function damages(run: string): readonly Damage[] {
  const checkpoints = readdirSync(join(run, "checkpoints")).sort();
  const files = [
    ...["run.json", "config.json", "log.jsonl"],
    ...readdirSync(join(run, "checkpoints", checkpoints.at(-1)!)).map((name) =>
      join("checkpoints", checkpoints.at(-1)!, name),
    ),
  ];
  const newest = (own: string) => join(own, "checkpoints", checkpoints.at(-1)!);
  const both = (own: string) => checkpoints.map((name) => join(own, "checkpoints", name));
  return [
    ...files.flatMap((file) =>
      harms.map(([what, harm]) => ({
        name: `${file} ${what}`,
        harm: (own: string) => harm(join(own, file)),
      })),
    ),
    {
      name: "another seed",
      harm: (own) =>
        edited(join(own, "config.json"), (config) => {
          config.seed = 8;
        }),
    },
    {
      name: "another batch size",
      harm: (own) =>
        edited(join(own, "config.json"), (config) => {
          config.batch = { ...(config.batch as object), tokens: 64 };
        }),
    },
    {
      name: "a run of another hash",
      harm: (own) =>
        edited(join(own, "run.json"), (identity) => {
          identity.hash = "0".repeat(64);
        }),
    },
    {
      name: "a run of a newer format",
      harm: (own) =>
        edited(join(own, "run.json"), (identity) => {
          identity.format = 99;
        }),
    },
    {
      name: "checkpoints of a newer format",
      harm: (own) => {
        for (const each of both(own))
          edited(join(each, "manifest.json"), (manifest) => {
            manifest.format = 99;
          });
      },
    },
    {
      name: "both checkpoints damaged",
      harm: (own) => {
        for (const each of both(own)) writeFileSync(join(each, "weights.safetensors"), "x");
      },
    },
    {
      name: "a checkpoint under another name",
      harm: (own) => cpSync(newest(own), join(own, "checkpoints", "step-00000099"), { recursive: true }),
    },
    { name: "no checkpoints", harm: (own) => rmSync(join(own, "checkpoints"), { recursive: true }) },
    {
      name: "odd lines in the log",
      harm: (own) => {
        const path = join(own, "log.jsonl");
        writeFileSync(path, `5\n[]\n{"kind":"step"}\n${readFileSync(path, "utf8")}`);
      },
    },
    {
      name: "a file where checkpoints are",
      harm: (own) => {
        rmSync(join(own, "checkpoints"), { recursive: true });
        writeFileSync(join(own, "checkpoints"), "x");
      },
    },
  ];
}

/**
 * Damages the folder of a stopped run in every way, and resumes it: it comes to the same model, or is refused in one line. To come
 * to another model is the worst.
 */
export async function damageRuns(
  bed: Bed,
  own: FaultCase,
  { jobs }: { readonly jobs: number },
): Promise<Tally> {
  const tally: Tally = { part: "damaged", case: own.name, tries: 0, failures: [] };
  const calm = await undisturbed(bed, own);
  const name = own.outputs[0]![0]!;
  await withCopies(bed, own, async (points, copyOf) => {
    // The last moment with all checkpoints, before the model is saved.
    const at = points.findIndex(({ step }) => step.includes(".saving"));
    const stopped = join(copyOf(points[at - 1]!), "out");
    await eachOf(damages(join(stopped, name)), jobs, async (damage) => {
      tally.tries++;
      const wrong = await inCopy(bed, async (folder) => {
        cpSync(stopped, join(folder, "out"), { recursive: true });
        damage.harm(join(folder, "out", name));
        const ended = await runLacuna(bed.main, own.again!, { folder });
        if (ended.code !== 0)
          return wrongRefusal(ended, {
            codes: [2],
            cause: /out\/model|no checkpoint of the run can be read/,
          });
        if (!existsSync(join(folder, "out", name, "manifest.json"))) return "no model";
        return difference(outOf(own, folder), calm.wanted);
      });
      if (wrong !== undefined) tally.failures.push(`${damage.name}: ${wrong}`);
    });
  });
  return tally;
}
