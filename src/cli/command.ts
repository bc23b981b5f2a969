import { Command, CommanderError } from "commander";
import { UserError } from "../errors.ts";
import { storageError } from "../storage-error.ts";
import { checkOptions } from "./keep-inputs.ts";
import { printable } from "./output/printable.ts";

/** One sub-command of `lacuna`, as data. `configure` declares its options; `run` gets what was given. */
export interface CommandDefinition<Options> {
  readonly name: string;
  readonly summary: string;
  /** Shown under `--help`: each a command line that works, with a few words on what it does. */
  readonly examples: readonly (readonly [line: string, what: string])[];
  configure(command: Command): Command;
  /** Gives the exit code, where that is not 0. */
  run(options: Options, args: readonly string[]): Promise<void> | Promise<number>;
}

/** Gives a command definition its type; the default export of every file in `commands/`. */
export function defineCommand<Options>(definition: CommandDefinition<Options>): CommandDefinition<Options> {
  return definition;
}

/** Exit codes: 0 done, 1 a bug of ours, 2 a mistake that the user can mend. */
const USER_MISTAKE = 2;

/** Parses a command's own arguments and runs it. A user's mistake ends in one line and exit code 2, not in a stack trace. */
export async function runCommand<Options>(
  definition: CommandDefinition<Options>,
  argv: readonly string[],
): Promise<number> {
  const command = definition
    .configure(new Command(`lacuna ${definition.name}`))
    .description(definition.summary)
    .addHelpText("after", () => formatExamples(definition.examples))
    .allowExcessArguments(false)
    .exitOverride();
  let code = 0;
  command.action(async () => {
    checkOptions(command.opts(), command.args);
    code = (await definition.run(command.opts() as Options, command.args)) ?? 0;
  });
  try {
    await command.parseAsync(argv, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USER_MISTAKE;
    const told = error instanceof UserError ? error : storageError(error);
    if (told === undefined) throw error;
    console.error(`error: ${printable(told.message)}`);
    if (told.hint !== undefined) console.error(`hint: ${printable(told.hint)}`);
    return USER_MISTAKE;
  }
}

export function formatExamples(examples: CommandDefinition<unknown>["examples"]): string {
  return ["", "Examples:", ...examples.flatMap(([line, what]) => [`  ${what}`, `    $ ${line}`])].join("\n");
}
