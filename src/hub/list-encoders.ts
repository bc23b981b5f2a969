import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type CachedEncoder, cachedEncoders } from "./cached-encoders.ts";

/** An encoder in the cache, with what its config says; undefined where that is not of a known family. */
interface ListedEncoder extends CachedEncoder {
  readonly architecture: string | undefined;
  readonly layers: number | undefined;
  readonly hidden: number | undefined;
}

/** The encoders in the cache with their sizes. */
export async function listEncoders(
  where: Parameters<typeof cachedEncoders>[0] = {},
): Promise<ListedEncoder[]> {
  const { wantedTensors } = await import("../encoders/index.ts");
  return Promise.all(
    cachedEncoders(where).map(async (encoder) => {
      const file = join(encoder.dir, "config.json");
      try {
        const { architecture, layers, hidden } = wantedTensors(
          JSON.parse(await readFile(file, "utf8")),
          file,
        );
        return { ...encoder, architecture, layers, hidden };
      } catch {
        return { ...encoder, architecture: undefined, layers: undefined, hidden: undefined };
      }
    }),
  );
}
