import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The script is plain JavaScript, because scripts run before anything is built. */
interface ReleaseFiles {
  isVersion(text: string | undefined): boolean;
  isNewer(version: string, other: string): boolean;
  withManifestVersion(text: string, version: string): string;
  withLockVersion(text: string, version: string): string;
  withCitationVersion(text: string, version: string, date: string): string;
  changelogProblem(text: string, version: string): string | undefined;
  datedChangelog(text: string, version: string, date: string): string;
}
const files = (await import("../scripts/release-files.mjs" as string)) as ReleaseFiles;

/** The lines in which two texts of the same number of lines differ, as they are after the change. */
function changedLines(before: string, after: string): string[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  expect(now).toHaveLength(old.length);
  return now.filter((line, i) => line !== old[i]);
}

test("a version is three numbers, and comes after another by the first that differs", () => {
  expect(["1.2.3", "0.1.0", "1.2", "v1.2.3", "1.02.3", "1.2.3-beta", undefined].map(files.isVersion)).toEqual(
    [true, true, false, false, false, false, false],
  );
  expect(files.isNewer("0.10.0", "0.9.9")).toBe(true);
  expect(files.isNewer("1.0.0", "0.9.9")).toBe(true);
  expect(files.isNewer("0.1.0", "0.1.0")).toBe(false);
  expect(files.isNewer("0.1.0", "0.1.1")).toBe(false);
});

test("in our own files the version changes and nothing else", () => {
  const own = (name: string) => readFileSync(name, "utf8");
  expect(changedLines(own("package.json"), files.withManifestVersion(own("package.json"), "9.8.7"))).toEqual([
    '  "version": "9.8.7",',
  ]);
  const lock = own("package-lock.json");
  expect(changedLines(lock, files.withLockVersion(lock, "9.8.7"))).toEqual([
    '  "version": "9.8.7",',
    '      "version": "9.8.7",',
  ]);
  const cited = files.withCitationVersion(own("CITATION.cff"), "9.8.7", "2026-12-01");
  expect(cited).toMatch(/^version: 9\.8\.7\ndate-released: 2026-12-01$/m);
  // The next release replaces the day.
  const next = files.withCitationVersion(cited, "9.9.0", "2027-01-02");
  expect(changedLines(cited, next)).toEqual(["version: 9.9.0", "date-released: 2027-01-02"]);
});

test("our version is the same everywhere", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const lock = readFileSync("package-lock.json", "utf8");
  expect(files.withLockVersion(lock, version)).toBe(lock);
  expect(readFileSync("CITATION.cff", "utf8")).toContain(`\nversion: ${version}\n`);
});

test("the changelog must have a section for the version, with something in it", () => {
  const text = "# Changes\n\n## 0.2.0 (not yet released)\n\n## 0.1.0 (2026-11-18)\n\nIt trains.\n";
  expect(files.changelogProblem(text, "0.1.0")).toBeUndefined();
  expect(files.changelogProblem(text, "0.2.0")).toContain("is empty");
  expect(files.changelogProblem(text, "0.3.0")).toContain('no section "## 0.3.0"');
  // A dot is a dot.
  expect(files.changelogProblem(text, "0.1.00")).toContain("no section");
  expect(files.datedChangelog(text, "0.2.0", "2026-12-01")).toContain(
    "## 0.2.0 (2026-12-01)\n\n## 0.1.0 (2026-11-18)",
  );
});
