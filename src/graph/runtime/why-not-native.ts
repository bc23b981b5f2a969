/** Where this runs, as far as it decides whether native code loads. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
  /** Its version of glibc; undefined where there is another C library, or none. */
  readonly glibc: string | undefined;
}

export function thisMachine(): Machine {
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined;
  return { platform: process.platform, arch: process.arch, glibc: report?.header?.glibcVersionRuntime };
}

/** What ONNX Runtime is built for. */
const BUILT_FOR = ["linux/x64", "linux/arm64", "darwin/arm64", "win32/x64", "win32/arm64"];

const GLIBC = "2.28";

/** Why native ONNX Runtime does not load and, where there is one, the cure. */
export function whyNotNative(error: unknown, { platform, arch, glibc }: Machine): string {
  const place = `${platform}/${arch}`;
  if (!BUILT_FOR.includes(place)) return `ONNX Runtime has no native build for ${place}`;
  if (platform === "linux" && glibc === undefined)
    return "native ONNX Runtime needs glibc, which this Linux (Alpine?) lacks. Cure: one that has it, such as the image node:22-slim";
  if (platform === "linux" && isOlder(glibc!, GLIBC))
    return `native ONNX Runtime needs glibc ${GLIBC}, this is ${glibc}. Cure: a newer system`;
  const reason = error instanceof Error ? error.message.split("\n")[0]! : String(error);
  const isMissing = /^Cannot find (?:module|package)/.test(reason);
  const cure =
    platform === "win32" && !isMissing
      ? "install Microsoft's Visual C++ Redistributable"
      : "install lacuna again; in a clone, npm ci";
  return `native ONNX Runtime does not load (${reason}). Cure: ${cure}`;
}

/** Of two versions `major.minor`. */
function isOlder(version: string, than: string): boolean {
  return version.localeCompare(than, "en", { numeric: true }) < 0;
}
