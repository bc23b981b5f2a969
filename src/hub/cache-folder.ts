import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The cache of pulled models: the folder given, else `LACUNA_CACHE`, else the platform's cache folder. */
export function cacheFolder({
  given,
  env,
  platform = process.platform,
  home = homedir(),
}: {
  readonly given?: string | undefined;
  readonly env: Environment;
  readonly platform?: NodeJS.Platform;
  readonly home?: string;
}): string {
  const chosen = given || env.LACUNA_CACHE;
  if (chosen) return resolve(chosen);
  if (platform === "win32") {
    return join(env.LOCALAPPDATA || join(home, "AppData", "Local"), "lacuna", "Cache", "encoders");
  }
  if (platform === "darwin") return join(home, "Library", "Caches", "lacuna", "encoders");
  // The XDG specification says that a relative path is to be ignored.
  const xdg = env.XDG_CACHE_HOME;
  return join(xdg && isAbsolute(xdg) ? xdg : join(home, ".cache"), "lacuna", "encoders");
}
