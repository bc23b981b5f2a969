/** Cuts a name that is too long; put the whole name into a tooltip. */
export function shorten(name: string, most: number): string {
  const characters = [...name];
  return characters.length <= most ? name : `${characters.slice(0, most - 1).join("")}…`;
}
