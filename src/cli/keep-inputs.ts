import { type BigIntStats, statSync } from "node:fs";
import { parseCorpusSpec } from "../data/index.ts";
import { UserError } from "../errors.ts";

/** Options of commands that name what is written. Everything else that names something on disk is read. */
const OUTPUTS: ReadonlySet<string> = new Set(["out", "report", "latex", "markdown"]);

/** A model may take the place of the one that it goes on from: `train` replaces it when the new one is whole, and only if asked. */
const REPLACED = "from";

/** A path, and the option that names it. */
interface NamedPath {
  readonly option: string;
  readonly path: string;
}

/** Makes sure that nothing that a command reads is written over, and that it writes no two things to one place. */
export function checkOptions(options: Readonly<Record<string, unknown>>, args: readonly string[]): void {
  const outputs: NamedPath[] = [];
  const inputs: NamedPath[] = args.map((path) => ({ option: "the argument", path }));
  for (const [name, value] of Object.entries(options)) {
    if (name === REPLACED) continue;
    const into = OUTPUTS.has(name) ? outputs : inputs;
    for (const path of Array.isArray(value) ? value : [value]) {
      if (typeof path === "string") into.push({ option: `--${dashed(name)}`, path });
    }
  }
  keepInputs(outputs, inputs);
}

/** Refuses an output that is one of the inputs, under whatever name: links and letter case are looked through. */
export function keepInputs(outputs: readonly NamedPath[], inputs: readonly NamedPath[]): void {
  const known = inputs.flatMap((input) => {
    const found = [input.path, specPath(input.path)].map(statOf).find((stats) => stats !== undefined);
    return found === undefined ? [] : [{ ...input, stats: found }];
  });
  outputs.forEach(({ option, path }, i) => {
    const twin = outputs.slice(0, i).find((other) => other.path === path && path !== "-");
    if (twin !== undefined) {
      throw new UserError(`${option} and ${twin.option} both write "${path}"`, { hint: "name another file" });
    }
    const stats = statOf(path);
    if (stats === undefined) return;
    const same = known.find((input) => isSame(input.stats, stats));
    if (same === undefined) return;
    throw new UserError(`${option} "${path}" would write over ${same.option} "${same.path}"`, {
      hint: "name another file or folder: what is read is never written over",
    });
  });
}

function specPath(text: string): string {
  try {
    return parseCorpusSpec(text).path;
  } catch {
    // A suffix that is not understood is told of by who reads it.
    return text;
  }
}

function statOf(path: string): BigIntStats | undefined {
  if (path === "-" || path === "" || path.includes("\0")) return undefined;
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function isSame(a: BigIntStats, b: BigIntStats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
