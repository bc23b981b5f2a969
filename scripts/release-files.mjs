// What a release changes in files, as text in, text out.

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

export function isVersion(text) {
  return VERSION.test(text ?? "");
}

/** Whether a version comes after another. */
export function isNewer(version, other) {
  const [a, b] = [version, other].map((text) => VERSION.exec(text).slice(1).map(Number));
  const first = a.findIndex((part, i) => part !== b[i]);
  return first >= 0 && a[first] > b[first];
}

/** package.json with a version; nothing else moves. */
export function withManifestVersion(text, version) {
  return replaceOnce(text, /^( {2}"version": ")[^"]+"/m, `$1${version}"`, "package.json");
}

/** package-lock.json, which says the version twice: at the top and for the root package. */
export function withLockVersion(text, version) {
  const lock = JSON.parse(text);
  lock.version = version;
  lock.packages[""].version = version;
  return `${JSON.stringify(lock, null, 2)}\n`;
}

/** CITATION.cff with a version and the day of the release. */
export function withCitationVersion(text, version, date) {
  const changed = replaceOnce(text, /^version: .*$/m, `version: ${version}`, "CITATION.cff");
  const dated = `date-released: ${date}`;
  if (/^date-released: /m.test(changed)) return changed.replace(/^date-released: .*$/m, dated);
  return changed.replace(/^version: .*$/m, `$&\n${dated}`);
}

/** Why CHANGELOG.md is not ready for a version; nothing if it is. */
export function changelogProblem(text, version) {
  const section = sectionOf(text, version);
  if (section === undefined) return `CHANGELOG.md has no section "## ${version}": write what users notice`;
  if (section.trim() === "") return `the section "## ${version}" of CHANGELOG.md is empty`;
  return undefined;
}

/** CHANGELOG.md with the day of the release behind the version. */
export function datedChangelog(text, version, date) {
  return text.replace(headline(version), `## ${version} (${date})`);
}

function sectionOf(text, version) {
  const found = headline(version).exec(text);
  return found === null ? undefined : text.slice(found.index + found[0].length).split(/^## /m)[0];
}

function headline(version) {
  return new RegExp(`^## ${version.replaceAll(".", "\\.")}(?: \\([^)\\n]*\\))?[ \\t]*$`, "m");
}

function replaceOnce(text, pattern, by, file) {
  if (!pattern.test(text)) throw new Error(`no version in ${file}`);
  return text.replace(pattern, by);
}
