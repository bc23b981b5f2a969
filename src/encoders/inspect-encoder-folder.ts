import { UserError } from "../errors.ts";
import { elementsOf } from "../graph/index.ts";
import { isLacFolder, LAC, openLacFolder } from "./recurrent/lac-folder.ts";
import { inspectModelFolder, type ModelFolderReport } from "./transformer/inspect-model-folder.ts";

/** Inspects the folder of a pretrained encoder of any kind without loading its weights. */
export async function inspectEncoderFolder(dir: string): Promise<ModelFolderReport> {
  if (!(await isLacFolder(dir))) return inspectModelFolder(dir);
  const nothing = {
    dir,
    architecture: LAC,
    sizes: undefined,
    parameters: undefined,
    dtypes: new Map<string, number>(),
    unusedTensors: [],
    tokenizer: undefined,
    maxPieces: undefined,
  };
  try {
    const { sizes, tokenizer, used, unused } = await openLacFolder(dir);
    const dtypes = new Map<string, number>();
    for (const { dtype } of used) dtypes.set(dtype, (dtypes.get(dtype) ?? 0) + 1);
    return {
      ...nothing,
      sizes,
      parameters: used.reduce((sum, { shape }) => sum + elementsOf(shape), 0),
      dtypes,
      unusedTensors: unused,
      tokenizer: { type: "characters", vocabulary: tokenizer.vocabulary },
      problems: [],
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { ...nothing, problems: [error.message] };
  }
}
