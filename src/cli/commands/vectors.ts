import { Command } from "commander";
import { didYouMean, UserError } from "../../errors.ts";
import { defineCommand, formatExamples } from "../command.ts";
import { configureImport, importExamples } from "./vectors/import.ts";
import { configureList, listExamples } from "./vectors/list.ts";

type Examples = readonly (readonly [line: string, what: string])[];

const actions = new Map<string, readonly [configure: (command: Command) => Command, examples: Examples]>([
  ["import", [configureImport, importExamples]],
  ["list", [configureList, listExamples]],
]);

export default defineCommand<Record<string, never>>({
  name: "vectors",
  summary: "Keep pretrained word vectors under a name, for --vectors, or list those that are kept.",
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
    const hint = `${didYouMean(action ?? "", names)}choose one of: ${names.join(", ")}; lacuna vectors --help shows examples`;
    throw new UserError(action === undefined ? "say what to do" : `unknown action "${action}"`, { hint });
  },
});
