export { families } from "./families.ts";
export { inspectModelFolder, type ModelFolderReport } from "./inspect-model-folder.ts";
export { type ModelFolder, openModelFolder } from "./model-folder.ts";
export type { TransformerSizes } from "./sizes.ts";
