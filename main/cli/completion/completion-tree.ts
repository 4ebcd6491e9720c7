/** What a shell can complete, from the program as commander knows it. Pure. */
import { type Argument, type Command, Help, type Option } from 'commander';

/** What may follow an option, or stand as an argument. It is null for text that nobody can complete. */
export type Completable =
  | { readonly kind: 'file' }
  | { readonly kind: 'folder' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | null;

export interface CompletionOption {
  /** `-h`, `--help` */
  readonly flags: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  readonly value: Completable;
}

export interface CompletionCommand {
  /** The words after the program's name: empty for the program itself, `api GetDatabases` for an operation. */
  readonly path: string;
  readonly options: readonly CompletionOption[];
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly argument: Completable;
}

/** Every command with its subcommands, the program first. */
export function completionTree(program: Command): readonly CompletionCommand[] {
  return treeAt(program, '');
}

function treeAt(command: Command, path: string): readonly CompletionCommand[] {
  // A command may have changed how its own help looks.
  const help = new Help();
  const commands = help.visibleCommands(command);
  // commander adds a help command of its own, which takes the name of another one.
  const isHelp = (one: Command) => !command.commands.includes(one);
  const names = command.commands.map((one) => one.name());
  return [
    {
      path,
      options: help.visibleOptions(command).map(optionOf),
      commands: commands.map((one) => ({ name: one.name(), description: one.description() })),
      argument: argumentOf(command.registeredArguments[0]),
    },
    ...commands.flatMap((one) => {
      const own = path === '' ? one.name() : `${path} ${one.name()}`;
      if (!isHelp(one)) return treeAt(one, own);
      return [
        { path: own, options: [], commands: [], argument: { kind: 'choice' as const, choices: names } },
      ];
    }),
  ];
}

function optionOf(option: Option): CompletionOption {
  const [, placeholder = ''] = /[<[]([\w-]+)/.exec(option.flags) ?? [];
  return {
    flags: [option.short, option.long].filter((flag) => flag !== undefined),
    description: option.description,
    takesValue: option.required || option.optional,
    value: completable(placeholder, option.argChoices),
  };
}

function argumentOf(argument: Argument | undefined): Completable {
  return argument === undefined ? null : completable(argument.name(), argument.argChoices);
}

/** The placeholder in the help says what a value is. */
function completable(placeholder: string, choices: readonly string[] | undefined): Completable {
  if (choices !== undefined) return { kind: 'choice', choices };
  if (placeholder === 'dir') return { kind: 'folder' };
  return ['file', 'path', 'receipt'].includes(placeholder) ? { kind: 'file' } : null;
}
