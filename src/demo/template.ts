/** One piece of a template. A `slot` is filled when a sentence is made; an `entity` marks a name, which may hold others. */
export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "slot"; readonly name: string }
  | { readonly kind: "choice"; readonly options: readonly (readonly Part[])[] }
  | { readonly kind: "entity"; readonly label: string; readonly parts: readonly Part[] };

/** How the letters of a whole sentence are written: as they stand, or as in a headline or a hasty message. */
export type LetterCase = "asWritten" | "upper" | "lower";

export interface Template {
  readonly letterCase: LetterCase;
  readonly parts: readonly Part[];
}

/**
 * Reads the notation in which the demo's sentences and names are written: `{city}` is a slot, `<rain|snow>` a
 * choice, `[University of {city}]ORG` an entity, and `upper:` or `lower:` in front sets the case of it all.
 */
export function parseTemplate(source: string): Template {
  const prefix = /^(upper|lower):\s*/.exec(source);
  const letterCase = prefix?.[1] === "upper" || prefix?.[1] === "lower" ? prefix[1] : "asWritten";
  const [parts, end] = parseParts(source, prefix?.[0].length ?? 0, "");
  if (end !== source.length) throw new Error(`stray "${source[end]}" at ${end} in template "${source}"`);
  return { letterCase, parts };
}

/** Reads parts from `at` up to the end or one of the `stops`; returns them and where they stopped. */
function parseParts(source: string, at: number, stops: string): [parts: Part[], end: number] {
  const parts: Part[] = [];
  for (let open = source[at]; open !== undefined && !stops.includes(open); open = source[at]) {
    if (open === "{") {
      const end = closing(source, at, "}");
      const name = source.slice(at + 1, end);
      if (!/^[a-z]+$/.test(name)) throw new Error(`bad slot "{${name}}" in template "${source}"`);
      parts.push({ kind: "slot", name });
      at = end + 1;
    } else if (open === "<") {
      const options: Part[][] = [];
      let next = at;
      do {
        const [option, end] = parseParts(source, next + 1, "|>");
        options.push(option);
        next = closing(source, end, "|>");
      } while (source[next] === "|");
      parts.push({ kind: "choice", options });
      at = next + 1;
    } else if (open === "[") {
      const [inner, end] = parseParts(source, at + 1, "]");
      const label = /^\]([A-Z]+)/.exec(source.slice(end))?.[1];
      if (label === undefined) throw new Error(`no "]LABEL" for the "[" at ${at} in template "${source}"`);
      parts.push({ kind: "entity", label, parts: inner });
      at = end + 1 + label.length;
    } else if ("}>]|".includes(open)) {
      throw new Error(`stray "${open}" at ${at} in template "${source}"`);
    } else {
      const [text = open] = /^[^{}<>[\]|]+/.exec(source.slice(at)) ?? [];
      parts.push({ kind: "text", text });
      at += text.length;
    }
  }
  return [parts, at];
}

function closing(source: string, from: number, closers: string): number {
  for (let at = from; at < source.length; at++) if (closers.includes(source.charAt(at))) return at;
  throw new Error(`no "${closers.at(-1)}" after ${from} in template "${source}"`);
}
