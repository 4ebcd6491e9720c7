/** A command: its words, argument, and options, and what runs it, which is loaded when it is called. */
import type { Command } from 'commander';
import type { CliContext } from './cli-context.ts';
import type { Outcome } from './exit-code.ts';
import {
  type ArgumentRow,
  addOptions,
  argumentOf,
  type OptionRows,
  type OptionValues,
} from './options/option-rows.ts';

/** What a command needs of the program that it belongs to. */
export interface CommandSession {
  readonly context: CliContext;
  readonly setOutcome: (code: Outcome) => void;
}

export type AddCommand = (parent: Command, session: CommandSession) => Command;

/** What a command does. `command`: as commander knows it. */
type Run<Options, Value> = (
  context: CliContext,
  options: Options,
  argument: Value,
  command: Command,
) => Outcome | Promise<Outcome>;

interface Definition<Groups extends OptionGroups, Value> {
  readonly summary: string;
  readonly argument?: ArgumentRow<Value>;
  /** By the heading under which the help has them. */
  readonly groups: Groups;
  /** Follows the options in the help. */
  readonly epilogue?: () => string;
}

type OptionGroups = Readonly<Record<string, OptionRows>>;
export type GroupedValues<Groups> = Intersection<
  { [Heading in keyof Groups]: OptionValues<Groups[Heading]> }[keyof Groups]
>;
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** `load` gives what runs the command, and is called only then. */
export function defineCommand<Groups extends OptionGroups, Value = undefined>(
  name: string,
  { summary, argument, groups, epilogue }: Definition<Groups, Value>,
) {
  return (load: () => Promise<Run<GroupedValues<Groups>, Value>>): AddCommand =>
    (parent, { context, setOutcome }) => {
      const command = parent.command(name).description(summary).allowExcessArguments(false);
      if (argument !== undefined) command.addArgument(argumentOf(argument));
      for (const [heading, rows] of Object.entries(groups)) addOptions(command.optionsGroup(heading), rows);
      if (epilogue !== undefined) command.addHelpText('after', epilogue);
      return command.action(async (...given) => {
        const run = await load();
        const [options] = given.slice(-2);
        setOutcome(await run(context, options, command.processedArgs[0], command));
      });
    };
}

/** What runs a command, with the types of its options and argument. */
export type RunOf<Define> = Define extends (load: () => Promise<infer Runs>) => AddCommand ? Runs : never;

/** A command that only has others. */
export function commandGroup(name: string, summary: string, commands: readonly AddCommand[]): AddCommand {
  return (parent, session) => {
    const group = parent.command(name).description(summary).allowExcessArguments(false);
    for (const add of commands) add(group, session);
    return group;
  };
}
