import { z } from "zod";
import type { ConfigReader } from "./config-reader.ts";
import type { DebertaDesign, ModernbertDesign } from "./design.ts";

const whole = z.int("must be a whole number");
const flag = (otherwise: boolean) =>
  z
    .boolean("must be true or false")
    .nullish()
    .transform((own) => own ?? otherwise);

/** What the `config.json` of a DeBERTa-v2 or v3 says of its attention. */
export function readDebertaDesign({ read, wrong }: ConfigReader): DebertaDesign {
  if (!read("relative_attention", flag(false))) {
    wrong("relative_attention", "is not true; only relative attention is supported");
  }
  const kernel = read("conv_kernel_size", whole.nullish()) ?? 0;
  if (kernel > 0)
    wrong("conv_kernel_size", `is ${kernel}; a convolution beside the first layer is not supported`);
  const [hidden, heads] = [read("hidden_size", whole), read("num_attention_heads", whole)];
  const headSize = read("attention_head_size", whole.nullish()) ?? hidden / heads;
  if (headSize !== hidden / heads) {
    wrong(
      "attention_head_size",
      `is ${headSize}; only ${hidden / heads}, a share of the width, is supported`,
    );
  }
  const embedding = read("embedding_size", whole.nullish()) ?? hidden;
  if (embedding !== hidden)
    wrong("embedding_size", `is ${embedding}; only the width, ${hidden}, is supported`);
  const kinds =
    read("pos_att_type", z.union([z.string(), z.array(z.string())], "must be a list").nullish()) ?? [];
  const terms = (typeof kinds === "string" ? kinds.toLowerCase().split("|") : kinds).map((term) =>
    term.trim(),
  );
  const [known, other] = [["c2p", "p2c"], terms.find((term) => term !== "c2p" && term !== "p2c")];
  if (other !== undefined) wrong("pos_att_type", `has "${other}"; supported are ${known.join(", ")}`);
  if (terms.length === 0) wrong("pos_att_type", `is empty; it must have ${known.join(" or ")}`);
  const relative = read("max_relative_positions", whole.nullish()) ?? -1;
  const farthest = relative < 1 ? (read("max_position_embeddings", whole.nullish()) ?? 512) : relative;
  const buckets = Math.max(0, read("position_buckets", whole.nullish()) ?? -1);
  if (buckets === 1 || (buckets > 0 && farthest - 1 <= Math.floor(buckets / 2))) {
    wrong("position_buckets", `is ${buckets}, which does not fit distances up to ${farthest}`);
  }
  const norms = (read("norm_rel_ebd", z.string("must be a text").nullish()) ?? "none")
    .toLowerCase()
    .split("|");
  return {
    kind: "deberta",
    absolutePositions: read("position_biased_input", flag(true)),
    positionBuckets: buckets,
    maxDistance: farthest,
    contentToPosition: terms.includes("c2p"),
    positionToContent: terms.includes("p2c"),
    sharedKeys: read("share_att_key", flag(false)),
    distanceNorm: norms.some((name) => name.trim() === "layer_norm"),
  };
}

const rope = z
  .looseObject({ rope_type: z.string().nullish(), rope_theta: z.number().positive().nullish() })
  .nullish();

/** What the `config.json` of a ModernBERT says of its attention. */
export function readModernbertDesign({ read, wrong }: ConfigReader): ModernbertDesign {
  for (const key of ["attention_bias", "mlp_bias", "norm_bias"]) {
    if (read(key, flag(false))) wrong(key, "is true; only layers without biases are supported");
  }
  const [hidden, heads, layers] = [
    read("hidden_size", whole),
    read("num_attention_heads", whole),
    read("num_hidden_layers", whole),
  ];
  if ((hidden / heads) % 2 !== 0) {
    wrong(
      "num_attention_heads",
      `is ${heads}, so that heads have ${hidden / heads} values; rotary positions need an even number`,
    );
  }
  if (read("rope_scaling", z.unknown()) != null) wrong("rope_scaling", "is not supported");
  const ropes = read(
    "rope_parameters",
    z.looseObject({ full_attention: rope, sliding_attention: rope }, "must be an object").nullish(),
  );
  const thetaOf = (name: "full_attention" | "sliding_attention", old: string, otherwise: number): number => {
    const own = ropes?.[name];
    const type = own?.rope_type ?? "default";
    if (type !== "default") wrong("rope_parameters", `has the type "${type}"; only "default" is supported`);
    return (
      own?.rope_theta ??
      read(old, z.number("must be a number").positive("must be above 0").nullish()) ??
      otherwise
    );
  };
  const ropeTheta = thetaOf("full_attention", "global_rope_theta", 160_000);
  const every = read("global_attn_every_n_layers", whole.positive("must be above 0").nullish()) ?? 3;
  const types = read("layer_types", z.array(z.string(), "must be a list").nullish());
  if (types != null && types.length < layers)
    wrong("layer_types", `has ${types.length} entries for ${layers} layers`);
  const localLayers = Array.from({ length: layers }, (_, layer) => {
    const type = types?.[layer];
    if (type === undefined) return layer % every !== 0;
    if (type === "sliding_attention" || type === "full_attention") return type === "sliding_attention";
    return wrong("layer_types", `has "${type}"; supported are full_attention, sliding_attention`);
  });
  const window = read("local_attention", whole.min(2, "must be at least 2").nullish()) ?? 128;
  return {
    kind: "modernbert",
    localReach: Math.floor(window / 2),
    localLayers,
    ropeTheta,
    localRopeTheta: thetaOf("sliding_attention", "local_rope_theta", 10_000),
  };
}
