import { decideLacuna } from "./lacuna/decide.ts";
import { lacunaOptions } from "./lacuna/options.ts";
import { lacunaTargets } from "./lacuna/targets.ts";
import { defineMethod } from "./method.ts";
import { tagLearner } from "./tagger/learner.ts";

/**
 * Our own recipe. Models that never saw the unlabelled words of a partial sentence as outside pseudo-label it, and the
 * final ensemble trains on their posteriors; complete sentences are taken as they are.
 */
export const lacuna = defineMethod({
  name: "lacuna",
  summary:
    "a tag for each word; missing labels are completed by models that were not told of any gap (our recipe)",
  options: lacunaOptions,
  decide: decideLacuna,
  ensemble: ({ lacuna: { ensemble } }) => ensemble,
  learn: (task, options) => tagLearner(task, options, (parts) => lacunaTargets(parts, options)),
});
