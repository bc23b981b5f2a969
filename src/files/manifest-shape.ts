import { z } from "zod";

/** Inside the folder and in one spelling: a manifest from elsewhere must not lead out of its folder. */
const innerPath = z
  .string()
  .refine(
    (path) =>
      path.split("/").every((part) => part !== "" && part !== "." && part !== "..") && !/[\\:\0]/.test(path),
    "must be a path inside the folder",
  );

/** What a manifest must look like, wherever it was read. */
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

/** What a folder is and what each of its files must hold, so that damage is found before it is read. */
export type FolderManifest = z.infer<typeof manifestShape>;
