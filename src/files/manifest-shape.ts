import { z } from "zod";

/** Inside the folder, in one spelling: a manifest is untrusted and must not lead out of its folder. */
const innerPath = z
  .string()
  .refine(
    (path) =>
      path.split("/").every((part) => part !== "" && part !== "." && part !== "..") && !/[\\:\0]/.test(path),
    "must be a path inside the folder",
  );

/** The schema of a manifest. */
export const manifestShape = z.object({
  kind: z.string(),
  format: z.int().nonnegative(),
  files: z.array(
    z.object({
      path: innerPath,
      bytes: z.int().nonnegative(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

/** The kind of a folder and the checksums of its files, so that damage is found before they are read. */
export type FolderManifest = z.infer<typeof manifestShape>;
