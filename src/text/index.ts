export { alignWords } from "./align-words.ts";
export { isSolo, isSpace } from "./character-class.ts";
export { convertOffset, convertOffsets, type OffsetUnit, offsetUnits } from "./convert-offsets.ts";
export { detectCutting } from "./detect-cutting.ts";
export { splitSentences } from "./split-sentences.ts";
export { tokenize, type Words } from "./tokenize.ts";
export { usualCutting, type WordCutting, wordCutting } from "./word-cutting.ts";
