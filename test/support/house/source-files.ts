import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** A TypeScript file and what it takes from and gives to others, read as text. */
export interface SourceFile {
  /** From the root of the project, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
  /** Names that it declares and exports. */
  readonly exported: readonly string[];
}

export interface Import {
  /** The file, from the root of the project. */
  readonly from: string;
  /** What is taken: names, or `"all"` for everything (`import * as`, `export *`, a mere `import "…"`). */
  readonly names: readonly string[] | "all";
  /** Whether the names are passed on. */
  readonly isReexport: boolean;
}

/** All TypeScript files below a folder. */
export function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter(
      (name) => /\.tsx?$/.test(name) && !name.includes("node_modules") && !name.endsWith(".generated.ts"),
    )
    .map((name) => readSource(slashed(join(folder, name)), readFileSync(join(folder, name), "utf8")));
}

export function readSource(path: string, text: string): SourceFile {
  return { path, text, imports: [...importsOf(path, text)], exported: [...declaredIn(text)] };
}

function* importsOf(path: string, text: string): Generator<Import> {
  const target = (specifier: string) => slashed(normalize(join(dirname(path), specifier)));
  const statement =
    /^(import|export)\s+(?:type\s+)?(?:(\*)(?:\s+as\s+\w+)?|([\w$]+)|\{([^}]*)\})\s+from\s+"(\.[^"]+)"/gm;
  for (const [, kind, star, whole, list, specifier] of text.matchAll(statement)) {
    yield {
      from: target(specifier!),
      names: star !== undefined ? "all" : whole !== undefined ? ["default"] : namesIn(list!),
      isReexport: kind === "export",
    };
  }
  for (const [, specifier] of text.matchAll(/^import\s+"(\.[^"]+)"/gm)) {
    yield { from: target(specifier!), names: "all", isReexport: false };
  }
  // Loaded when it is needed: which of its names are used cannot be told.
  for (const [, specifier] of text.matchAll(/\bimport\(\s*"(\.[^"]+)"\s*\)/g)) {
    yield { from: target(specifier!), names: "all", isReexport: false };
  }
}

function namesIn(list: string): string[] {
  return list.split(",").flatMap((part) => {
    const name = part
      .trim()
      .replace(/^type\s+/, "")
      .split(/\s+as\s+/)[0]!;
    return name === "" ? [] : [name];
  });
}

function* declaredIn(text: string): Generator<string> {
  const declaration =
    /^export\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|class|const|let|interface|type|enum)\s+([\w$]+)/gm;
  for (const [, name] of text.matchAll(declaration)) yield name!;
  for (const [, list] of text.matchAll(/^export\s+const\s+\[([^\]]*)\]/gm)) yield* namesIn(list!);
  if (/^export default /m.test(text)) yield "default";
}

function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}
