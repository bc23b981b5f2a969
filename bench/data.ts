// `npm run bench:data`: speed and memory of reading, writing and dictionaries.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { dataFolder } from "./data/data-folder.ts";
import { benchDictionary } from "./data/dictionary.ts";
import { benchReading } from "./data/reading.ts";

const train = join(dataFolder, "conll03", "train.jsonl");
if (existsSync(train)) await benchReading(train);
else console.log(`reading is not measured: no "${train}" (set LACUNA_DATA)`);
console.log();
await benchDictionary();
