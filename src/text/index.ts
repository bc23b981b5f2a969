export { alignWords } from "./align-words.ts";
export { isSolo, isSpace } from "./character-class.ts";
export { convertOffset, convertOffsets } from "./convert-offsets.ts";
export { type OffsetUnit, offsetUnits } from "./offset-unit.ts";
export { splitSentences } from "./split-sentences.ts";
export { tokenize, type Words } from "./tokenize.ts";
