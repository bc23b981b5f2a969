import type { Tensor } from "../../../graph/index.ts";
import type { WindowLayout } from "../pack-windows.ts";
import type { TransformerSizes } from "../transformer-sizes.ts";

/**
 * For rotary positions, how far the pieces of a batch are turned: cosines and sines for global layers, then for local ones.
 * Positions start again in each window.
 */
export function feedAngles(
  { lengths, pieces, longest }: WindowLayout,
  { design, hidden, heads }: TransformerSizes,
): Record<string, Tensor> {
  if (design?.kind !== "modernbert") return {};
  const { ropeTheta, localRopeTheta } = design;
  const size = hidden / heads;
  const tables = [turns(ropeTheta, size, longest), turns(localRopeTheta, size, longest)];
  const data = new Float32Array(pieces * 2 * size);
  let piece = 0;
  for (const length of lengths) {
    for (let position = 0; position < length; position++, piece++) {
      tables.forEach((table, kind) => {
        const row = table.subarray(position * size, (position + 1) * size);
        data.set(row, (2 * piece + kind) * size);
      });
    }
  }
  return { "encoder.angles": { data, shape: [pieces, 2 * size] } };
}

const known = new Map<string, Float32Array>();

/**
 * Position p turns pair i by p·θ^(−2i/size): a row of `size` / 2 cosines and as many sines for each position.
 * [Su et al. 2021, Eq. 15]
 */
function turns(theta: number, size: number, positions: number): Float32Array {
  const key = `${theta}/${size}`;
  const found = known.get(key);
  if (found !== undefined && found.length >= positions * size) return found;
  const half = size / 2;
  const table = new Float32Array(positions * size);
  for (let position = 0; position < positions; position++) {
    for (let i = 0; i < half; i++) {
      const angle = position * theta ** (-i / half);
      table[position * size + i] = Math.cos(angle);
      table[position * size + half + i] = Math.sin(angle);
    }
  }
  known.set(key, table);
  return table;
}
