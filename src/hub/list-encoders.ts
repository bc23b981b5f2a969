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
  const { inspectEncoderFolder } = await import("../encoders/index.ts");
  return Promise.all(
    cachedEncoders(where).map(async (encoder) => {
      const { architecture, sizes } = await inspectEncoderFolder(encoder.dir);
      return { ...encoder, architecture, layers: sizes?.layers, hidden: sizes?.hidden };
    }),
  );
}
