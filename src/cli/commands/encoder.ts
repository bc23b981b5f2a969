import { defineActions } from "../action-command.ts";
import { cacheExamples, configureCache } from "./encoder/cache.ts";
import { configureImport, importExamples } from "./encoder/import.ts";
import { configureInspect, inspectExamples } from "./encoder/inspect.ts";
import { configureList, listExamples } from "./encoder/list.ts";
import { configurePull, pullExamples } from "./encoder/pull.ts";

export default defineActions(
  "encoder",
  "Fetch or import a pretrained encoder, list those you have, or look into one.",
  {
    pull: [configurePull, pullExamples],
    import: [configureImport, importExamples],
    list: [configureList, listExamples],
    inspect: [configureInspect, inspectExamples],
    cache: [configureCache, cacheExamples],
  },
);
