import { readFile } from "node:fs/promises";
import { z } from "zod";
import { writeLines } from "../../data/index.ts";
import { UserError } from "../../errors.ts";
import type { Suggestion } from "./suggestion.ts";

/** Writes suggestions, one JSON object a line, whole or not at all. */
export async function writeSuggestions(path: string, suggestions: Iterable<Suggestion>): Promise<void> {
  await writeLines(
    path,
    (function* lines() {
      for (const suggestion of suggestions) yield JSON.stringify(suggestion);
    })(),
  );
}

const place = {
  start: z.int().nonnegative(),
  end: z.int().positive(),
  label: z.string().min(1),
};

const core = {
  sentence: z.int().nonnegative(),
  ...place,
  probability: z.number().min(0).max(1),
  text: z.string(),
};

/** What applying needs of a line. Evidence is for people: it may have been cut out or added to. */
const appliedSuggestion = z.discriminatedUnion("kind", [
  z.looseObject({ kind: z.literal("missed"), ...core }),
  z.looseObject({ kind: z.literal("wrong"), ...core, was: z.looseObject(place) }),
]);

/** A suggestion as it is applied. */
export type AppliedSuggestion = z.output<typeof appliedSuggestion>;

/** Reads a file of suggestions, as it was written or with lines taken out or changed by hand. */
export async function readSuggestions(path: string): Promise<AppliedSuggestion[]> {
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === "ENOENT" ? "no such file" : cause.message;
    throw new UserError(`cannot read "${path}": ${why}`, {
      hint: "suggestions are what `lacuna audit --out DIR` writes",
      cause,
    });
  });
  return text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .flatMap((line, i) => (line.trim() === "" ? [] : [parseLine(line, `${path}:${i + 1}`)]));
}

function parseLine(line: string, where: string): AppliedSuggestion {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new UserError(`${where}: not JSON: ${(cause as Error).message}`, { cause });
  }
  const result = appliedSuggestion.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new UserError(`${where}: not a suggestion: "${issue!.path.join(".")}": ${issue!.message}`);
}
