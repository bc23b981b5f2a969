import { z } from "zod";
import type { Method } from "../../methods/index.ts";
import { commonConfig, DEFAULT_METHOD } from "./config.ts";
import type { Methods } from "./own-method.ts";

/** The part of JSON Schema that configs use. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
}

/** Writes docs/config.md: every key of a training config with its values, default and meaning, from the schemas themselves. */
export function describeConfig(methods: Methods): string {
  const common = schemaOf(commonConfig);
  return `${[
    "# Training config",
    "Every key of a run, as `lacuna train` takes it by `--config FILE` (JSON or YAML) or `--set key=value`, with dots for keys within keys: `--set optimiser.learningRate=0.002 encoder.width=256`. The file is read first, then the command's options, then `--set`. What is not said has the default given here; null mostly means that something else decides. The whole config, with all of that decided, is saved as `config.json` beside the model.",
    "This page is written by `npx vitest run src/training/config/describe-config.test.ts -u` from the descriptions in the code, and a test compares them.",
    "```json",
    `${JSON.stringify(EXAMPLE, null, 2)}\n\`\`\``,
    "## Keys of every run",
    ...describeKeys(common),
    "## Keys of the methods",
    `\`method\` names one of these; default: ${DEFAULT_METHOD}. Each has its own defaults for the keys that follow, and any of them may be changed.`,
    ...Object.values(methods).map(describeMethod),
    ...groupsOf(methods).flatMap(({ names, schema }) => [
      `### Keys of ${names.map((name) => `\`${name}\``).join(", ")}`,
      ...describeKeys(schema),
    ]),
  ].join("\n\n")}\n`.replace("```json\n\n", "```json\n");
}

const EXAMPLE = {
  method: "lacuna",
  train: ["gold.conll:complete", "distant.jsonl:partial"],
  dev: "dev.conll",
  encoder: { kind: "cnn", width: 256 },
  dictionary: { path: "dictionary" },
  maxMinutes: 10,
};

function describeMethod({ name, summary, options }: Method): string {
  return [
    `- **${name}**: ${summary}`,
    "",
    "  ```json",
    `  ${JSON.stringify(options.parse({}))}`,
    "  ```",
  ].join("\n");
}

/** Methods that take the same keys are described together. Their defaults differ, so they are left out there. */
function groupsOf(methods: Methods): { names: string[]; schema: Schema }[] {
  const groups = new Map<string, { names: string[]; schema: Schema }>();
  for (const { name, options } of Object.values(methods)) {
    const { properties = {}, ...rest } = schemaOf(options);
    const open = Object.entries(properties).map(([key, { default: _, ...schema }]) => [key, schema] as const);
    const schema = { ...rest, properties: Object.fromEntries(open) };
    const text = JSON.stringify(schema);
    const group = groups.get(text) ?? { names: [] as string[], schema };
    group.names.push(name);
    groups.set(text, group);
  }
  return [...groups.values()];
}

function schemaOf(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { io: "input" }) as Schema;
}

/** A table of all keys, then a section for each object that a key may be. */
function describeKeys({ properties = {} }: Schema, prefix = ""): string[] {
  const choices: [path: string, schema: Schema][] = [];
  const rows = rowsOf({ properties }, prefix, choices);
  const sections = choices.flatMap(([path, choice]) => describeChoice(path, choice));
  // Several kinds may share a key with the same meaning.
  return [...new Set([...(rows.length === 0 ? [] : [tableOf(rows)]), ...sections])];
}

/** A row for each key, dotted where objects lie within objects; what takes one of several objects is added to `choices`. */
function rowsOf(schema: Schema, prefix: string, choices: [string, Schema][]): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const path = prefix + key;
    if (value.properties !== undefined) return rowsOf(value, `${path}.`, choices);
    if (objectsIn(value).length > 0) choices.push([path, value]);
    return [[`\`${path}\``, valuesOf(value, path), defaultOf(value), value.description ?? ""]];
  });
}

function describeChoice(path: string, schema: Schema): string[] {
  return objectsIn(schema).flatMap((object) => {
    const { kind, ...properties } = object.properties ?? {};
    const title = kind === undefined ? `#### \`${path}\`` : `#### \`${path}\` of kind \`${kind.const}\``;
    const about = object.description ?? (kind === undefined ? schema.description : undefined);
    const isTable = Object.keys(properties).length > 0;
    const [table, ...sections] = isTable ? describeKeys({ properties }, `${path}.`) : [];
    const own = [
      title,
      ...(about === undefined ? [] : [`${about}.`]),
      ...(table === undefined ? [] : [table]),
    ];
    return [own.join("\n\n"), ...sections];
  });
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(["key", "values", "default", "meaning"]), "|---|---|---|---|", ...rows.map(line)].join("\n");
}

/** The objects that a value may be, where there is a choice. */
function objectsIn(schema: Schema): readonly Schema[] {
  const options = schema.anyOf ?? schema.oneOf ?? [];
  return options.flatMap((option) => (option.properties === undefined ? objectsIn(option) : [option]));
}

function valuesOf(schema: Schema, path: string): string {
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined)
    return [...new Set(options.map((option) => valuesOf(option, path)))].join(" or ");
  if (Array.isArray(schema.type)) {
    return schema.type.map((type: string) => valuesOf({ ...schema, type }, path)).join(" or ");
  }
  if (schema.properties !== undefined) {
    const kind = schema.properties.kind?.const;
    return kind === undefined ? "object (below)" : `\`{"kind": "${kind}", …}\``;
  }
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(code).join(", ");
  if (schema.type === "array") return `list of ${itemsOf(schema.items ?? {}, path)}`;
  if (schema.type === "integer") return `whole number${boundsOf(schema)}`;
  if (schema.type === "number") return `number${boundsOf(schema)}`;
  if (schema.type === "string") return "text";
  if (schema.type === "boolean") return "true or false";
  return String(schema.type ?? "anything");
}

function itemsOf(schema: Schema, path: string): string {
  if (schema.properties === undefined) return valuesOf(schema, path);
  const keys = Object.entries(schema.properties).map(
    ([key, value]) => `\`${key}\` (${valuesOf(value, path)})`,
  );
  return `objects with ${keys.join(", ")}`;
}

function boundsOf({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: Schema): string {
  const bounds = [
    ...(minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? [`≥ ${minimum}`] : []),
    ...(exclusiveMinimum !== undefined ? [`> ${exclusiveMinimum}`] : []),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? [`≤ ${maximum}`] : []),
    ...(exclusiveMaximum !== undefined ? [`< ${exclusiveMaximum}`] : []),
  ];
  return bounds.length === 0 ? "" : ` ${bounds.join(", ")}`;
}

function defaultOf(schema: Schema): string {
  return schema.default === undefined ? "" : code(schema.default);
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}
