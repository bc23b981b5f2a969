import { colourOf } from "./label-colour.ts";
import type { Mark } from "./mark.ts";

const pitch = 6;
const thickness = 3;

/** The height of the underlines below the words, in pixels. */
export function roomBelow(laneCount: number): number {
  return laneCount === 0 ? 0 : 1 + laneCount * pitch;
}

/**
 * The style that draws stacked underlines below a part of the text. They are backgrounds, because those wrap with the
 * line and follow the direction of the text by themselves.
 */
export function underlines(
  cover: readonly { readonly mark: Mark; readonly lane: number }[],
  laneCount: number,
  labels: readonly string[],
): Record<string, string> | undefined {
  if (cover.length === 0) return undefined;
  const room = roomBelow(laneCount);
  const layers = cover.map(({ mark, lane }) => {
    const colour = mark.look === "was" ? "var(--warn)" : colourOf(labels, mark.label);
    return {
      image: stroke(mark.look, colour),
      // The first lane is the highest, right below the words.
      position: `0 calc(100% - ${(laneCount - 1 - lane) * pitch}px)`,
      size: `100% ${mark.look === "hint" ? thickness - 1 : thickness}px`,
    };
  });
  const focus = cover.find(({ mark }) => mark.look === "focus");
  if (focus !== undefined) {
    const tint = `color-mix(in srgb, ${colourOf(labels, focus.mark.label)} var(--tint), transparent)`;
    layers.push({
      image: `linear-gradient(${tint}, ${tint})`,
      position: "0 0",
      size: `100% calc(100% - ${room - 1}px)`,
    });
  }
  const list = (key: "image" | "position" | "size") => layers.map((layer) => layer[key]).join(", ");
  return {
    paddingBottom: `${room}px`,
    backgroundImage: list("image"),
    backgroundPosition: list("position"),
    backgroundSize: list("size"),
    backgroundRepeat: "no-repeat",
  };
}

function stroke(look: Mark["look"], colour: string): string {
  if (look === "hint") return `repeating-linear-gradient(90deg, ${colour} 0 2px, transparent 2px 5px)`;
  if (look === "was") return `repeating-linear-gradient(90deg, ${colour} 0 6px, transparent 6px 9px)`;
  return `linear-gradient(${colour}, ${colour})`;
}
