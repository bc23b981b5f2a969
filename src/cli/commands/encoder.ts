import { Command } from "commander";
import { didYouMean, UserError } from "../../errors.ts";
import { defineCommand, formatExamples } from "../command.ts";
import { cacheExamples, configureCache } from "./encoder/cache.ts";
import { configureImport, importExamples } from "./encoder/import.ts";
import { configureInspect, inspectExamples } from "./encoder/inspect.ts";
import { configureList, listExamples } from "./encoder/list.ts";
import { configurePull, pullExamples } from "./encoder/pull.ts";

type Examples = readonly (readonly [line: string, what: string])[];

const actions = new Map<string, readonly [configure: (command: Command) => Command, examples: Examples]>([
  ["pull", [configurePull, pullExamples]],
  ["import", [configureImport, importExamples]],
  ["list", [configureList, listExamples]],
  ["inspect", [configureInspect, inspectExamples]],
  ["cache", [configureCache, cacheExamples]],
]);

export default defineCommand<Record<string, never>>({
  name: "encoder",
  summary: "Fetch or import a pretrained encoder, list those you have, or look into one.",
  examples: [...actions.values()].flatMap(([, examples]) => examples),
  configure: (command) => {
    // The argument is there for a wrong action to be named in the error; the help shows the actions themselves.
    command.usage("ACTION [options]").argument("[action]");
    command.configureHelp({ visibleArguments: () => [] });
    for (const [name, [configure, examples]] of actions) {
      command.addCommand(
        configure(new Command(name)).exitOverride().addHelpText("after", formatExamples(examples)),
      );
    }
    return command;
  },
  run: async (_, [action]) => {
    const names = [...actions.keys()];
    const hint = `${didYouMean(action ?? "", names)}choose one of: ${names.join(", ")}; lacuna encoder --help shows examples`;
    throw new UserError(action === undefined ? "say what to do" : `unknown action "${action}"`, { hint });
  },
});
