import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type Environment, platformCache } from "../files/index.ts";

export type { Environment } from "../files/index.ts";

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
  return join(platformCache({ env, platform, home }), "encoders");
}
