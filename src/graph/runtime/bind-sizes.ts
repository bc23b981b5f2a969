import { bindDim, type Dim, isSymbol } from "../dimension.ts";
import { formatShape, type Shape } from "../shape.ts";

/** A declared tensor and the shape that was fed for it. */
interface Fed {
  readonly name: string;
  readonly declared: Shape;
  readonly shape: readonly number[];
}

/**
 * Infers the symbolic sizes from what is fed and checks every tensor against its declared shape. The first tensor
 * that has a size sets it, in the order given.
 */
export function bindSizes(
  fed: readonly Fed[],
  known: ReadonlyMap<string, number> = new Map(),
): Map<string, number> {
  const sizes = new Map(known);
  for (const { declared, shape } of fed) {
    declared.forEach((dim, axis) => {
      const size = shape[axis];
      if (isSymbol(dim) && !sizes.has(dim) && size !== undefined) sizes.set(dim, size);
    });
  }
  for (const { name, declared, shape } of fed) {
    if (
      shape.length === declared.length &&
      declared.every((dim, axis) => bindDim(dim, sizes) === shape[axis])
    )
      continue;
    const values = declared.map((dim) => boundOrSame(dim, sizes));
    const here = declared.some((dim) => typeof dim === "string") ? ` = ${formatShape(values)} here` : "";
    throw new Error(`"${name}" needs ${formatShape(declared)}${here}, got ${formatShape(shape)}`);
  }
  return sizes;
}

function boundOrSame(dim: Dim, sizes: ReadonlyMap<string, number>): Dim {
  try {
    return bindDim(dim, sizes);
  } catch {
    return dim;
  }
}
