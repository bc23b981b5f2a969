import { Command } from "commander";
import { didYouMean, UserError } from "../errors.ts";
import { type CommandDefinition, defineCommand, formatExamples } from "./command.ts";

/** One action of a command, such as `pull` of `lacuna encoder`. */
type Action = readonly [
  configure: (command: Command) => Command,
  examples: CommandDefinition<unknown>["examples"],
];

/** A command that does nothing but what its actions do: `lacuna encoder pull`, `lacuna encoder list`. */
export function defineActions(name: string, summary: string, actions: Readonly<Record<string, Action>>) {
  const names = Object.keys(actions);
  return defineCommand<Record<string, never>>({
    name,
    summary,
    examples: Object.values(actions).flatMap(([, examples]) => examples),
    configure: (command) => {
      // The argument is there for a wrong action to be named in the error; the help shows the actions themselves.
      command.usage("ACTION [options]").argument("[action]");
      command.configureHelp({ visibleArguments: () => [] });
      for (const [action, [configure, examples]] of Object.entries(actions)) {
        command.addCommand(
          configure(new Command(action)).exitOverride().addHelpText("after", formatExamples(examples)),
        );
      }
      return command;
    },
    run: async (_, [action]) => {
      const hint = `${didYouMean(action ?? "", names)}choose one of: ${names.join(", ")}; lacuna ${name} --help shows examples`;
      throw new UserError(action === undefined ? "say what to do" : `unknown action "${action}"`, { hint });
    },
  });
}
