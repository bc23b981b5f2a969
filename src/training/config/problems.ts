import type { z } from "zod";
import { nearestName } from "../../nearest-name.ts";
import { formerKey } from "../../upgrade.ts";
import { keysAt } from "./schema-keys.ts";

type Issue = z.core.$ZodIssue;

/** Each thing that is wrong with a config as one line: the key, and what it should be. */
export function configProblems(error: z.ZodError, schema: z.ZodType, value: unknown): string[] {
  const problems = (issue: Issue, above: readonly PropertyKey[]): string[] => {
    const path = [...above, ...issue.path];
    if (issue.code === "unrecognized_keys") {
      const known = keysAt(schema, path, value);
      return issue.keys.map((key) => unknownKey(path, key, known));
    }
    if (issue.code === "invalid_union") {
      if (issue.errors.length === 0) {
        const kinds = kindsOf(issue);
        const given = path.reduce<unknown>(
          (at, key) => (Object(at) as Record<PropertyKey, unknown>)[key],
          value,
        );
        const guess = typeof given === "string" ? nearestName(given, kinds) : undefined;
        const meant = guess === undefined ? "" : `, did you mean "${guess}"?`;
        return [`${quoted(path)} must be one of: ${kinds.join(", ")}${meant}`];
      }
      const inner = meantBy(issue.errors);
      if (inner !== undefined) return inner.flatMap((one) => problems(one, path));
      const wishes = issue.errors.flatMap((issues) => issues.map(({ message }) => wishOf(message)));
      return [`${quoted(path)}: expected ${[...new Set(wishes)].join(" or ")}`];
    }
    return [`${quoted(path)}: ${issue.message[0]!.toLowerCase()}${issue.message.slice(1)}`];
  };
  return error.issues.flatMap((issue) => problems(issue, []));
}

function unknownKey(path: readonly PropertyKey[], key: string, known: readonly string[]): string {
  const former = formerKey([...path, key].join("."));
  if (former !== undefined) {
    return "now" in former
      ? `unknown key ${quoted([...path, key])}: it is called "${former.now}" since Lacuna 0.2`
      : `unknown key ${quoted([...path, key])}: it is gone since Lacuna 0.2 (${former.gone})`;
  }
  const meant = nearestName(key, known);
  const guess = meant === undefined ? "" : `, did you mean ${quoted([...path, meant])}?`;
  return `unknown key ${quoted([...path, key])}${guess} (known here: ${known.join(", ")})`;
}

/** Of the choices of a union, the complaints of the one whose type fits and that only has something wrong within. */
function meantBy(errors: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  return errors.find((issues) =>
    issues.every(({ path, code }) => path.length > 0 || code === "unrecognized_keys"),
  );
}

/** "expected number" out of "Invalid input: expected number, received string". */
function wishOf(message: string): string {
  return message.replace(/^Invalid (?:input|option): expected /, "").replace(/, received .*$/, "");
}

function kindsOf(issue: Issue): readonly string[] {
  return "options" in issue && Array.isArray(issue.options) ? issue.options.map(String) : [];
}

function quoted(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "the config" : `"${path.map(String).join(".")}"`;
}
