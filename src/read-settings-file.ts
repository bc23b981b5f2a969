import { readFileSync } from "node:fs";
import { parse as parseYaml, YAMLParseError } from "yaml";
import { UserError } from "./errors.ts";

/** Endings of files that a person writes settings in. */
const yamlEnding = /\.ya?ml$/i;

/** Whether a name looks like that of a settings file. */
export function isSettingsFile(path: string): boolean {
  return yamlEnding.test(path) || /\.json$/i.test(path);
}

/** Reads what a person has written down as JSON, or as YAML where the file's name ends so. */
export function readSettingsFile(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new UserError(`cannot read "${path}": ${code === "ENOENT" ? "no such file" : message}`, { cause });
  }
  const isYaml = yamlEnding.test(path);
  try {
    // No aliases: a few lines could otherwise stand for gigabytes.
    return isYaml ? parseYaml(text, { maxAliasCount: 0, prettyErrors: true }) : JSON.parse(text);
  } catch (cause) {
    const line = cause instanceof YAMLParseError ? `:${cause.linePos?.[0].line ?? 1}` : "";
    const [message] = (cause as Error).message.split("\n");
    throw new UserError(`${path}${line} is not ${isYaml ? "YAML" : "JSON"}: ${message}`, { cause });
  }
}
