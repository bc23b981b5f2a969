import { UserError } from "../errors.ts";
import { loadParameters, ParameterStore, SafetensorsFile, scaleOf } from "../graph/index.ts";
import type { ModelDescription } from "./model-folder.ts";
import { openModelFolder } from "./open-model-folder.ts";
import { saveModelFolder } from "./save-model-folder.ts";
import { trainedOn } from "./trained-on.ts";

export interface ExportModelOptions {
  /** Store and compute with 8-bit weights; default: as the model is. */
  readonly int8?: boolean;
}

/**
 * Writes a saved model to another folder, without what its training left beside it; with `int8`, with 8-bit weights.
 * What it writes is a model folder like any other.
 */
export async function exportModel(
  dir: string,
  out: string,
  { int8 = false }: ExportModelOptions = {},
): Promise<ModelDescription["weights"]> {
  const opened = await openModelFolder(dir);
  if (int8 && opened.precision === "int8") {
    throw new UserError(`the model in "${dir}" has 8-bit weights already`, {
      hint: "use it as it is, or export it without --int8 to copy it",
    });
  }
  const known = await trainedOn(dir);
  const precision = int8 ? "int8" : opened.precision;
  await saveModelFolder(out, {
    ...opened,
    parameters: await allWeights(opened.weights),
    config: opened.config as object,
    precision,
    ...(known !== undefined && { trainedOn: known }),
  });
  return precision;
}

/** Every weight of a model, also those that only training needs. */
async function allWeights(path: string): Promise<ParameterStore> {
  const parameters = new ParameterStore({ training: false });
  const file = await SafetensorsFile.open(path);
  await file.close();
  const scales = new Set([...file.tensors.keys()].filter((name) => file.isQuantised(name)).map(scaleOf));
  for (const [name, { shape, dtype }] of file.tensors) {
    // The scales of 8-bit weights are read with them.
    if (!scales.has(name)) parameters.declare(name, shape, notRead(name, dtype));
  }
  await loadParameters(parameters, path);
  return parameters;
}

/** No weight keeps what it begins with. */
function notRead(name: string, dtype: string): () => never {
  return () => {
    throw new Error(`the weight "${name}" (${dtype}) was not read`);
  };
}
