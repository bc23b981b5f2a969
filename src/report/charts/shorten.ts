/** Cuts a name that is too long for its place; the whole name belongs into a title. */
export function shorten(name: string, most: number): string {
  const characters = [...name];
  return characters.length <= most ? name : `${characters.slice(0, most - 1).join("")}…`;
}
