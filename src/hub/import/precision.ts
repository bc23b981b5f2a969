import type { OnnxGraph } from "../../graph/index.ts";

/** How finely a graph keeps its weights. */
export type Precision = "float32" | "float16" | "8 bits" | "4 bits";

export function precisionOf({ nodes, tensors }: OnnxGraph): Precision {
  const bits = nodes.flatMap(({ op, numbers }) =>
    op.endsWith(".MatMulNBits") ? (numbers.get("bits") ?? 4) : [],
  );
  const matrices = [...tensors.values()].filter(({ shape }) => shape.length >= 2);
  const has = (...dtypes: string[]) => matrices.some(({ dtype }) => dtypes.includes(dtype ?? ""));
  if (has("int4", "uint4") || bits.some((count) => count < 8)) return "4 bits";
  if (has("int8", "uint8")) return "8 bits";
  return has("float16", "bfloat16") ? "float16" : "float32";
}
