import { defineActions } from "../action-command.ts";
import { configureImport, importExamples } from "./vectors/import.ts";
import { configureList, listExamples } from "./vectors/list.ts";

export default defineActions(
  "vectors",
  "Keep pretrained word vectors under a name, for --vectors, or list those that are kept.",
  { import: [configureImport, importExamples], list: [configureList, listExamples] },
);
