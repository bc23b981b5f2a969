import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Room, rooms } from "./support/house/rooms.ts";
import { readSource, type SourceFile, sourceFiles } from "./support/house/source-files.ts";

const isTest = ({ path }: Pick<SourceFile, "path">) => /\.test\.tsx?$/.test(path);
const source = sourceFiles("src").filter((file) => !isTest(file));
const everything = ["src", "app", "bench", "test"].flatMap(sourceFiles);
const known = new Map(rooms.map((room) => [room.name, room]));

/** The room of a file; undefined at the root of `src/`, and outside. */
const roomOf = (path: string): string | undefined => path.match(/^src\/([^/]+)\//)?.[1];

/** What a file imports against the table or past a door. */
function forbidden({ path, imports }: Pick<SourceFile, "path" | "imports">): string[] {
  const from = roomOf(path);
  if (from === undefined) return [];
  const allowed = known.get(from)?.imports ?? [];
  return imports.flatMap(({ from: target }) => {
    const to = roomOf(target);
    if (to === undefined || to === from) return [];
    if (allowed !== "all" && !allowed.includes(to)) return [`${path} must not import ${to}/`];
    return target === `src/${to}/index.ts`
      ? []
      : [`${path} must import ${to}/ by its index.ts, not ${target}`];
  });
}

describe("rooms", () => {
  test("import only what the table allows, by index.ts", () => {
    expect(source.flatMap(forbidden)).toEqual([]);
  });

  test.each([
    ['import { Span } from "../data/index.ts";', "must not import data/"],
    ['import type { Span } from "../data/index.ts";', "must not import data/"],
    ['import "../data/index.ts";', "must not import data/"],
    ['await import("../data/index.ts")', "must not import data/"],
    ['export * from "../data/index.ts";', "must not import data/"],
    ['import {\n  add,\n} from "../graph/ops/elementwise.ts";', "by its index.ts"],
  ])("notice %j", (line, message) => {
    expect(forbidden(readSource("src/losses/x.ts", line))[0]).toContain(message);
  });

  test("see only rooms above them, so that no two see each other", () => {
    rooms.forEach(({ name, imports }, i) => {
      const above = rooms.slice(0, i).map((room) => room.name);
      if (imports !== "all")
        expect(
          imports.filter((other) => !above.includes(other)),
          name,
        ).toEqual([]);
    });
  });

  test("and their folders all stand in the table, and nothing else does", () => {
    const below = (folder: string): string[] =>
      readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) =>
          join(entry.parentPath, entry.name)
            .replaceAll("\\", "/")
            .slice(folder.length + 1),
        );
    const listed = rooms.flatMap(({ name, folders = {} }) => [
      name,
      ...Object.keys(folders).map((folder) => `${name}/${folder}`),
    ]);
    expect(listed.toSorted()).toEqual(below("src").toSorted());
  });

  test("hold no crowd: a folder has at most 25 files, tests not counted", () => {
    const counts = new Map<string, number>();
    for (const { path } of [...source, ...sourceFiles("app").filter((file) => !isTest(file))]) {
      const folder = path.slice(0, path.lastIndexOf("/"));
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count > 25)).toEqual([]);
  });
});

/** The first cycle that is found, as names; undefined where there is none. */
function cycleIn(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return undefined;
    for (const next of edges.get(node) ?? []) {
      const found = visit(next, [...path, node]);
      if (found !== undefined) return found;
    }
    done.add(node);
    return undefined;
  };
  for (const node of edges.keys()) {
    const found = visit(node, []);
    if (found !== undefined) return found;
  }
  return undefined;
}

describe("cycles", () => {
  test("there are none among files, types included", () => {
    const app = sourceFiles("app").filter((file) => !isTest(file));
    const edges = [...source, ...app].map(
      ({ path, imports }) => [path, new Set(imports.map(({ from }) => from))] as const,
    );
    expect(cycleIn(new Map(edges))).toBeUndefined();
  });

  test.each(rooms.filter(({ folders }) => folders !== undefined).map(({ name }) => name))(
    "there are none among the folders of %s",
    (room) => {
      const folderOf = (path: string) => path.match(`^src/${room}/([^/]+)/`)?.[1];
      const edges = new Map<string, Set<string>>();
      for (const { path, imports } of source) {
        const from = folderOf(path);
        if (from === undefined) continue;
        for (const { from: target } of imports) {
          const to = folderOf(target);
          if (to !== undefined && to !== from) edges.set(from, (edges.get(from) ?? new Set()).add(to));
        }
      }
      expect(cycleIn(edges)).toBeUndefined();
    },
  );

  test("one is noticed", () => {
    const edges = Object.entries({ a: ["b"], b: ["c"], c: ["b"] }).map(([k, v]) => [k, new Set(v)] as const);
    expect(cycleIn(new Map(edges))).toEqual(["b", "c", "b"]);
  });
});

/** The files that package.json opens to everybody, and those that are started and not imported. */
function doors(): Set<string> {
  const { exports, bin } = JSON.parse(readFileSync("package.json", "utf8")) as {
    exports: Record<string, string | { types: string }>;
    bin: Record<string, string>;
  };
  const built = [
    ...Object.values(exports).map((to) => (typeof to === "string" ? to : to.types)),
    ...Object.values(bin),
  ];
  return new Set(
    built.map((path) =>
      path
        .replace(/^\.\/|^/, "")
        .replace(/^dist\//, "src/")
        .replace(/(\.d\.ts|\.js)$/, ".ts"),
    ),
  );
}

/** Exports that nothing outside their file uses, as `file name`. */
function unused(files: readonly SourceFile[], open: ReadonlySet<string>): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const used = new Set<string>();
  const use = (path: string, name: string): void => {
    if (used.has(`${path} ${name}`)) return;
    used.add(`${path} ${name}`);
    for (const { from, names, isReexport } of byPath.get(path)?.imports ?? []) {
      if (isReexport && (names === "all" || names.includes(name))) use(from, name);
    }
  };
  const useAll = (path: string): void => {
    const file = byPath.get(path);
    for (const name of file?.exported ?? []) use(path, name);
    for (const { from, names, isReexport } of file?.imports ?? []) {
      if (!isReexport) continue;
      if (names === "all") useAll(from);
      else for (const name of names) use(path, name);
    }
  };
  for (const path of open) useAll(path);
  for (const { imports } of files) {
    for (const { from, names, isReexport } of imports) {
      if (isReexport) continue;
      if (names === "all") useAll(from);
      else for (const name of names) use(from, name);
    }
  }
  return files.flatMap(({ path, exported, imports }) => [
    ...exported.filter((name) => !used.has(`${path} ${name}`)).map((name) => `${path} ${name}`),
    ...imports.flatMap(({ names, isReexport }) =>
      isReexport && names !== "all"
        ? names.filter((name) => !used.has(`${path} ${name}`)).map((name) => `${path} passes on ${name}`)
        : [],
    ),
  ]);
}

describe("exports", () => {
  test("each is used outside its file", () => {
    const own = unused(everything, doors()).filter((found) => /^(?:src|app)\//.test(found));
    expect(own).toEqual([]);
  });

  test("one that is not is noticed, also one that is only passed on", () => {
    const files = [
      readSource("src/a/x.ts", "export const one = 1;\nexport interface Two {}\nexport const three = 3;"),
      readSource("src/a/index.ts", 'export { one, three } from "./x.ts";'),
      readSource("src/b/y.ts", 'import { one } from "../a/index.ts";'),
    ];
    expect(unused(files, new Set())).toEqual([
      "src/a/x.ts Two",
      "src/a/x.ts three",
      "src/a/index.ts passes on three",
    ]);
  });
});

test("no catch-all files", () => {
  const names = /(?:^|\/)(?:utils?|helpers?|common|base|types|misc)\.tsx?$/;
  expect(everything.map(({ path }) => path).filter((path) => names.test(path))).toEqual([]);
});

test("randomness comes from one seeded source", () => {
  expect(source.filter(({ text }) => /Math\.random\(/.test(text)).map(({ path }) => path)).toEqual([]);
});

/** CONTRIBUTING's table of rooms. */
function roomTable(): string {
  const row = ({ name, about, imports, folders = {} }: Room) => [
    `| \`${name}\` | ${about} | ${imports === "all" ? "everything" : imports.map((other) => `\`${other}\``).join(", ") || "nothing"} |`,
    ...Object.entries(folders).map(([folder, what]) => `| \`${name}/${folder}\` | ${what} | |`),
  ];
  return ["| folder of `src/` | what it knows | may import |", "|---|---|---|", ...rooms.flatMap(row)].join(
    "\n",
  );
}

test("CONTRIBUTING shows the house as it is; `vitest run test/architecture.test.ts -u` writes it anew", async () => {
  const [begin, end] = ["<!-- rooms:begin -->", "<!-- rooms:end -->"];
  const page = readFileSync("CONTRIBUTING.md", "utf8");
  const [before, , after] = page.split(new RegExp(`${begin}|${end}`));
  expect(after).toBeDefined();
  await expect(`${before}${begin}\n\n${roomTable()}\n\n${end}${after}`).toMatchFileSnapshot(
    "../CONTRIBUTING.md",
  );
});
