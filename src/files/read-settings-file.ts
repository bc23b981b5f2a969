import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Yaml from "yaml";
import { UserError } from "../errors.ts";

/** Loaded only for YAML files: loading it takes longer than many commands do. */
const loadYaml = (): typeof Yaml => createRequire(import.meta.url)("yaml");

/** File endings of YAML. */
const yamlEnding = /\.ya?ml$/i;

/** Whether a name is that of a settings file. */
export function isSettingsFile(path: string): boolean {
  return yamlEnding.test(path) || /\.json$/i.test(path);
}

/** Reads a settings file, as YAML or JSON by its name. */
export function readSettingsFile(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new UserError(`cannot read "${path}": ${code === "ENOENT" ? "no such file" : message}`, { cause });
  }
  return yamlEnding.test(path) ? parseYaml(text, path) : parseJson(text, path);
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UserError(`${path} is not JSON: ${(cause as Error).message}`, { cause });
  }
}

function parseYaml(text: string, path: string): unknown {
  const { parseDocument, YAMLParseError, YAMLWarning } = loadYaml();
  try {
    const document = parseDocument(text, { prettyErrors: true });
    // A warning is a tag that nobody knows: what it makes of its value is anybody's guess.
    const wrong = document.errors[0] ?? document.warnings[0];
    if (wrong !== undefined) throw wrong;
    // No aliases: a few lines could otherwise stand for gigabytes.
    return document.toJS({ maxAliasCount: 0 });
  } catch (cause) {
    const isPlaced = cause instanceof YAMLParseError || cause instanceof YAMLWarning;
    const line = isPlaced ? `:${cause.linePos?.[0].line ?? 1}` : "";
    const [message] = (cause as Error).message.split("\n");
    throw new UserError(`${path}${line} is not YAML: ${message}`, { cause });
  }
}
