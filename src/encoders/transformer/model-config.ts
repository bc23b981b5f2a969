import { z } from "zod";
import { UserError } from "../../errors.ts";
import { configReader } from "./config-reader.ts";
import { type ConfigField, type Family, families } from "./families.ts";
import type { TransformerSizes } from "./transformer-sizes.ts";

/** The contents of a model folder's `config.json`, under our names. */
export interface ModelConfig {
  /** `bert`, `roberta`, …: a key of `families`. */
  readonly architecture: string;
  readonly family: Family;
  readonly sizes: TransformerSizes;
}

/** Hugging Face's names of the activations that these families use, and ours. */
const activations: ReadonlyMap<string, TransformerSizes["activation"]> = new Map([
  ["gelu", "gelu"],
  ["gelu_new", "gelu-tanh"],
  ["gelu_pytorch_tanh", "gelu-tanh"],
  ["relu", "relu"],
]);

const count = z.int("must be a whole number").positive("must be above 0");
const rate = z.number("must be a number").gte(0, "must be at least 0").lt(1, "must be below 1");

/** Defaults for keys that older files leave out. */
const fields = {
  vocabulary: count,
  hidden: count,
  embedding: count.default(128),
  layers: count,
  heads: count,
  inner: count,
  maxPositions: count.default(512),
  types: z.int("must be a whole number").nonnegative("must not be negative").default(2),
  activation: z.string("must be a name").default("gelu"),
  epsilon: z.number("must be a number").positive("must be above 0").default(1e-12),
  dropout: rate.default(0.1),
  attentionDropout: rate.default(0.1),
  padding: z.int("must be a whole number").nonnegative("must not be negative").nullish(),
} satisfies { readonly [F in ConfigField]: z.ZodType };

/** Validates a parsed `config.json`; `file` is for messages. */
export function parseModelConfig(json: Readonly<Record<string, unknown>>, file: string): ModelConfig {
  const architecture = architectureOf(json);
  const family = architecture === undefined ? undefined : families.get(architecture);
  if (architecture === undefined || family === undefined) {
    const what =
      architecture === undefined ? "does not name its model_type" : `describes a "${architecture}" model`;
    throw new UserError(
      `"${file}" ${what}, which is not supported; supported are ${[...families.keys()].join(", ")}`,
    );
  }
  const { configKeys } = family;
  const reader = configReader(withDefaults(json, family), (what) => {
    throw new UserError(`"${file}" is not a usable ${architecture} config: ${what}`);
  });
  const { read, wrong } = reader;
  function field<F extends ConfigField>(name: F): z.output<(typeof fields)[F]>;
  function field(name: ConfigField): unknown {
    return read(configKeys[name], fields[name]);
  }
  const [hidden, heads] = [field("hidden"), field("heads")];
  if (hidden % heads !== 0) wrong(configKeys.hidden, `${hidden} is not a multiple of the ${heads} heads`);
  const activation = field("activation");
  const positionKind = json.position_embedding_type ?? "absolute";
  if (family.design === undefined && positionKind !== "absolute")
    wrong("position_embedding_type", `is "${positionKind}"; only "absolute" is supported`);
  if (json.is_decoder === true) wrong("is_decoder", "is true; only encoders are supported");
  const padding = field("padding") ?? family.padding;
  const embedding = family.projection ? field("embedding") : hidden;
  const firstPosition = family.positions === "after-padding" ? padding + 1 : 0;
  const positions = field("maxPositions");
  if (positions <= firstPosition)
    wrong(configKeys.maxPositions, `${positions} leaves no position for a piece`);
  return {
    architecture,
    family,
    sizes: {
      vocabulary: field("vocabulary"),
      hidden,
      embedding,
      projection: family.projection && embedding !== hidden,
      layers: field("layers"),
      heads,
      inner: field("inner"),
      positions,
      firstPosition,
      types: family.tokenTypes ? field("types") : 0,
      activation:
        activations.get(activation) ??
        wrong(
          configKeys.activation,
          `is "${activation}"; supported are ${[...activations.keys()].join(", ")}`,
        ),
      epsilon: field("epsilon"),
      dropout: field("dropout"),
      attentionDropout: field("attentionDropout"),
      ...(family.design !== undefined && { design: family.design(reader) }),
    },
  };
}

/** With the family's own defaults for keys that are left out. */
function withDefaults(
  json: Readonly<Record<string, unknown>>,
  { configKeys, defaults = {} }: Family,
): Readonly<Record<string, unknown>> {
  const own = Object.entries(defaults).map(([name, value]) => [configKeys[name as ConfigField], value]);
  return { ...Object.fromEntries(own), ...json };
}

/** `model_type`, or the class name where old files have no type: `BertForMaskedLM` is a `bert`. */
function architectureOf(json: Readonly<Record<string, unknown>>): string | undefined {
  const type = json.model_type;
  if (typeof type === "string") return type;
  const classes = json.architectures;
  const first: unknown = Array.isArray(classes) ? classes[0] : undefined;
  if (typeof first !== "string") return undefined;
  const name = first.replace(/(For|Model|LMHead).*$/, "");
  const known: ReadonlyMap<string, string> = new Map([
    ["Bert", "bert"],
    ["Roberta", "roberta"],
    ["XLMRoberta", "xlm-roberta"],
    ["Camembert", "camembert"],
    ["DistilBert", "distilbert"],
    ["Electra", "electra"],
    ["Deberta", "deberta"],
    ["DebertaV2", "deberta-v2"],
    ["ModernBert", "modernbert"],
  ]);
  return known.get(name) ?? name;
}
