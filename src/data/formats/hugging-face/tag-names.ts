import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isRecord } from "../json-shape.ts";

/**
 * The names of numeric tags, from the description of a Hugging Face data set: `features` (perhaps
 * inside `info`), in it the column, and in that the `names` of a class label.
 */
export function tagNamesIn(description: unknown, column: string): readonly string[] | undefined {
  if (!isRecord(description)) return undefined;
  const features =
    description.features ?? (isRecord(description.info) ? description.info.features : undefined);
  if (!isRecord(features) || !Object.hasOwn(features, column)) return undefined;
  // A list of labels is `{feature: {names}}`, in old files `{"0": …}` or a one-item array.
  let feature = features[column];
  while (isRecord(feature) || Array.isArray(feature)) {
    if (Array.isArray(feature)) feature = feature[0];
    else if (Array.isArray(feature.names)) return feature.names.map(String);
    else feature = feature.feature ?? feature.class_label;
  }
  return undefined;
}

/** The same from a `dataset_info.json` in the folder of the file or above, if there is one. */
export async function tagNamesBeside(path: string, column: string): Promise<readonly string[] | undefined> {
  if (path === "-") return undefined;
  const folder = dirname(path);
  for (const place of [folder, join(folder, "..")]) {
    try {
      const text = await readFile(join(place, "dataset_info.json"), "utf8");
      const names = tagNamesIn(JSON.parse(text), column);
      if (names !== undefined) return names;
    } catch {
      // None there, or not one of these.
    }
  }
  return undefined;
}
