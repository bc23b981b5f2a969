const colours = 8;

/** The class that gives a type its colour, the same everywhere. Types beyond the palette share colours with earlier ones. */
export function colourClass(labels: readonly string[], label: string): string {
  return `colour-${colourNumber(labels, label)}`;
}

/** The style variable of a type's colour, where a class cannot be used. */
export function colourOf(labels: readonly string[], label: string): string {
  return `var(--label-${colourNumber(labels, label)})`;
}

function colourNumber(labels: readonly string[], label: string): number {
  const at = labels.indexOf(label);
  return at < 0 ? colours : (at % colours) + 1;
}
