/**
 * Makes a function that gives each document a unique file name, its id if possible. Names differ
 * even on file systems that ignore case or Unicode form.
 */
export function fileNames(withoutDoc: string): (doc: string | undefined) => string {
  const given = new Map<string | undefined, string>();
  const taken = new Set<string>();
  return (doc) => {
    const known = given.get(doc);
    if (known !== undefined) return known;
    const wish = safe(doc ?? withoutDoc);
    let name = wish;
    for (let i = 2; taken.has(fold(name)); i++) name = `${wish}~${i}`;
    taken.add(fold(name));
    given.set(doc, name);
    return name;
  };
}

/** No separators, no control characters, no leading dot, not too long for any file system. */
function safe(name: string): string {
  const plain = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N} ._()+,=@~-]/gu, "_")
    .replace(/^[. ]+|[. ]+$/g, "_");
  return [...plain].slice(0, 60).join("").replace(/[. ]$/, "_") || "_";
}

function fold(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}
