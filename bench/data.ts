// `npm run bench:data`: how fast and how large the data side is.
import { benchDictionary } from "./data/dictionary.ts";

benchDictionary();
