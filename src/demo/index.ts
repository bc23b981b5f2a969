export { demoCorpus } from "./demo-corpus.ts";
export { demoDictionary } from "./demo-dictionary.ts";
