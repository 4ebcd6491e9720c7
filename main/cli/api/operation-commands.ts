/** `lading api`: a command for every operation of the table, so that commander knows its options, help and suggestions. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  isOperationName,
  type Operation,
  type OperationName,
  operationNames,
  operations,
} from '../../../preload/contract/platform/operations.ts';
import { nonEmpty, refuseTwice, type ServerOptions } from '../options.ts';
import { jsonOption, serverOptions } from '../shared-options.ts';
import * as words from '../words/api.ts';
import { type Parameter, parametersOf, parseParameter } from './parameters.ts';

/** With the value of each parameter under its name. */
export interface ApiOptions extends ServerOptions, Readonly<Record<string, unknown>> {
  readonly all?: true;
  readonly body?: string;
  readonly file?: string;
  readonly yes?: true;
  readonly help?: true;
}

export type RunOperation = (operation: OperationName, options: ApiOptions, command: Command) => Promise<void>;

/** commander's own message of what is wrong; `operation`: which one was being called, if it got that far. */
export type ReportMistake = (message: string, operation: OperationName | null) => void;

export function addOperations(api: Command, run: RunOperation, report: ReportMistake): void {
  api
    .configureOutput({ outputError: (message) => report(message, null) })
    .usage(words.listing.usage)
    .helpCommand(false)
    .configureHelp({ subcommandTerm: (command) => command.name(), visibleOptions: () => [] })
    .addHelpText('after', words.listing.epilogue);
  const groups = Object.values(words.groups);
  const order = (name: OperationName) => groups.indexOf(groupOf(operations[name]));
  for (const name of operationNames.toSorted((a, b) => order(a) - order(b))) {
    addOperation(api, name, run, report);
  }
}

function addOperation(api: Command, name: OperationName, run: RunOperation, report: ReportMistake): void {
  const operation: Operation = operations[name];
  const command = api
    .command(name)
    .helpGroup(groupOf(operation))
    .summary(words.operationSummary(operation))
    .description(operation.summary)
    .configureOutput({ outputError: (message) => report(message, name) })
    .allowExcessArguments(false)
    .configureHelp({ visibleOptions: (own) => [...own.options] })
    // Ordinary, because what follows the options in the help comes from the profile, which is read first.
    .helpOption(false)
    .optionsGroup(words.headings.parameters);
  for (const parameter of parametersOf(name)) command.addOption(optionOf(parameter));
  if (operation.body === 'csv') command.option('--file <file>', required(words.options.csv), nonEmpty);
  else if (operation.body !== null) command.option('--body <file>', required(words.options.body), nonEmpty);
  command.optionsGroup(words.headings.options);
  if (operation.answers === 'list') command.option('--all', words.options.all);
  if (operation.effect === 'destroy') command.option('--yes', words.options.yes);
  jsonOption(serverOptions(command))
    .option('-h, --help', words.options.help)
    .action((options: ApiOptions) => run(name, options, command));
}

/** Whether it's given is checked later, so that a misspelled option is reported as such. */
function optionOf(parameter: Parameter): Option {
  const { placeholder, description } = words.parameterWords(parameter.name);
  return new Option(
    `${parameter.option} <${placeholder}>`,
    parameter.isRequired ? required(description) : description,
  ).argParser((text: string, earlier: unknown) => {
    refuseTwice(earlier);
    const value = parseParameter(parameter, text);
    if (value === null) throw new InvalidArgumentError(invalidText(parameter));
    return value;
  });
}

function required(description: string): string {
  return `${description} (${words.options.required})`;
}

function invalidText({ isTime, min, max }: Parameter): string {
  if (isTime) return words.invalidParameter.time;
  return max === null ? words.invalidParameter.atLeast(min) : words.invalidParameter.range(min, max);
}

type Group = (typeof words.groups)[keyof typeof words.groups];

/** By what its path starts with. */
function groupOf({ access, path }: Operation): Group {
  const { groups } = words;
  const [first] = Object.keys(path.shape);
  if (access === 'uploader') return groups.uploads;
  if (first === undefined) return groups.account;
  if (first === 'orgId') return groups.organizations;
  if (first === 'databaseId') return groups.databases;
  return first === 'projectId' ? groups.projects : groups.directories;
}

/** The operation of this name, in any case. */
function findOperation(text: string): OperationName | null {
  if (isOperationName(text)) return text;
  return operationNames.find((name) => name.toLowerCase() === text.toLowerCase()) ?? null;
}

/**
 * What is wrong, with a name that may have been meant. commander calls an operation a command, and suggests only names
 * that are almost the same.
 */
export function mistakeText(message: string, operation: OperationName | null): string {
  const [, unknown] = /^unknown command '(.*)'$/.exec(message) ?? [];
  if (unknown !== undefined) {
    const part = unknown.toLowerCase();
    return words.unknownOperation(
      unknown,
      operationNames.filter((name) => name.toLowerCase().includes(part)),
    );
  }
  if (operation !== null && /^unknown option '[^']*'$/.test(message)) {
    return words.unknownParameter(
      message,
      operation,
      parametersOf(operation).map(({ option }) => option),
    );
  }
  return message.replace(/^unknown command/, 'unknown operation');
}

/**
 * Arguments of `lading api` as commander knows them: the operation's own spelling, and `--help` where `lading api` is
 * alone, or asked for with `lading help api` or `lading api help`.
 */
export function apiArguments(args: readonly string[]): readonly string[] {
  const [first, second, ...others] = args;
  if (first === 'help' && second === 'api') return apiArguments(['api', ...others, '--help']);
  if (first !== 'api') return args;
  if (second === 'help') return apiArguments(['api', ...others, '--help']);
  if (second === undefined) return ['api', '--help'];
  return ['api', findOperation(second) ?? second, ...others];
}
