import { type LacunaOptions, lacunaOptions } from "./lacuna/options.ts";
import { lacunaTeacher } from "./lacuna/targets.ts";
import type { Method } from "./method.ts";
import { tagLearner } from "./tagger/learner.ts";

/** How many encoders decide together where nobody says. */
const MEMBERS = 3;

/** Encoders of which one can afford several. */
const CHEAP: ReadonlySet<string> = new Set(["cnn", "bilstm"]);

/**
 * Our own recipe. Models that were never told that the unlabelled words of a partial sentence are outside complete its
 * labels, and the final one learns from what they believe; complete sentences are taken as they are.
 */
export const lacuna: Method<LacunaOptions> = {
  name: "lacuna",
  summary:
    "a tag for each word; missing labels are completed by models that were not told of any gap (our recipe)",
  options: lacunaOptions,
  members: ({ lacuna: { members } }, encoder) => members ?? (CHEAP.has(encoder) ? MEMBERS : 1),
  learn: (task, options) => tagLearner(task, options, (parts) => lacunaTeacher(parts, options)),
};
