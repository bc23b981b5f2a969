import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where the platform keeps what a program could make or fetch again. */
export function platformCache({
  env,
  platform = process.platform,
  home = homedir(),
}: {
  readonly env: Environment;
  readonly platform?: NodeJS.Platform;
  readonly home?: string;
}): string {
  if (platform === "win32") {
    return join(env.LOCALAPPDATA || join(home, "AppData", "Local"), "lacuna", "Cache");
  }
  if (platform === "darwin") return join(home, "Library", "Caches", "lacuna");
  // The XDG specification says that a relative path is to be ignored.
  const xdg = env.XDG_CACHE_HOME;
  return join(xdg && isAbsolute(xdg) ? xdg : join(home, ".cache"), "lacuna");
}
