/** Chooses parameters by name: `*` stands for any run of characters, `?` for one; the rest is taken literally. */
export type NamePattern = string;

/** Whether `name` as a whole fits any of `patterns`: `encoder.layer.0.*`, `*.bias`, `head.weight`. */
export function matchesAny(patterns: readonly NamePattern[], name: string): boolean {
  return patterns.some((pattern) => matches(pattern, name));
}

/** Two pointers and one remembered star: never more than length × length steps, whatever the pattern. */
function matches(pattern: string, name: string): boolean {
  let [p, n] = [0, 0];
  let star = -1;
  let resume = 0;
  while (n < name.length) {
    if (pattern[p] === "*") {
      star = p++;
      resume = n;
    } else if (p < pattern.length && (pattern[p] === "?" || pattern[p] === name[n])) {
      p++;
      n++;
    } else if (star >= 0) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  while (pattern[p] === "*") p++;
  return p === pattern.length;
}
