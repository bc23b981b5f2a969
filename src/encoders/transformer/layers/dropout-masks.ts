import { dropoutMask, input, type Node, type Tensor } from "../../../graph/index.ts";
import type { Random } from "../../../random.ts";
import { spanOf } from "../design.ts";
import type { WindowLayout } from "../pack-windows.ts";
import type { TransformerSizes } from "../transformer-sizes.ts";

interface Place {
  readonly name: string;
  readonly rate: number;
  /** `attention` is `[attention_rows, heads, row_length, row_length]`; `rows` are `[pieces, width]`, or as many as given. */
  readonly kind: "rows" | "attention";
  readonly width: number;
  readonly rows?: number;
}

/**
 * Where a transformer drops values in training: after the embeddings, on attention weights, and on the two
 * outputs of each layer; in DeBERTa, also on what each layer reads of the distances. Frozen layers drop nothing, so that their output can be cached.
 */
export function dropoutPlaces(sizes: TransformerSizes, frozenLayers: number | undefined): Place[] {
  const { dropout, attentionDropout, hidden, embedding, heads, layers, design } = sizes;
  const places: Place[] = [];
  if (frozenLayers === undefined) {
    places.push({ name: "embeddings", rate: dropout, kind: "rows", width: embedding });
  }
  for (let layer = frozenLayers ?? 0; layer < layers; layer++) {
    places.push({
      name: `layer.${layer}.attention`,
      rate: attentionDropout,
      kind: "attention",
      width: heads,
    });
    if (design?.kind === "deberta") {
      const rows = 2 * spanOf(design);
      places.push({ name: `layer.${layer}.distance`, rate: dropout, kind: "rows", width: hidden, rows });
    }
    places.push({ name: `layer.${layer}.output`, rate: dropout, kind: "rows", width: hidden });
    places.push({ name: `layer.${layer}.down`, rate: dropout, kind: "rows", width: hidden });
  }
  return places.filter(({ rate }) => rate > 0);
}

/** The mask of each place as an input of the graph. */
export function maskInputs(places: readonly Place[]): (place: string) => Node | undefined {
  const inputs = new Map(
    places.map(({ name, kind, width, rows = "pieces" }) => {
      const shape = kind === "rows" ? [rows, width] : ["attention_rows", width, "row_length", "row_length"];
      return [name, input(inputName(name), shape)];
    }),
  );
  return (place) => inputs.get(place);
}

/** Masks for one batch. */
export function drawMasks(
  places: readonly Place[],
  layout: WindowLayout,
  random: Random,
): Record<string, Tensor> {
  return Object.fromEntries(
    places.map(({ name, rate, kind, width, rows = layout.pieces }) => {
      const { longest } = layout;
      const shape = kind === "rows" ? [rows, width] : [layout.rows, width, longest, longest];
      return [inputName(name), dropoutMask(random, rate, shape)];
    }),
  );
}

function inputName(place: string): string {
  return `encoder.dropout.${place}`;
}
