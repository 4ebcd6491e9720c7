/** `lading api`: a command for every operation of the table, so that commander knows its options, help and suggestions. */
import { type Command, InvalidArgumentError } from 'commander';
import { needsConfirmation } from '../../../preload/contract/platform/change-description.ts';
import {
  type Operation,
  type OperationName,
  operationNames,
  operations,
} from '../../../preload/contract/platform/operations.ts';
import { mistakeText } from '../api/operation-names.ts';
import { type Parameter, parametersOf, parseParameter } from '../api/parameters.ts';
import type { CliContext } from '../cli-context.ts';
import { type AddCommand, type CommandSession, commandGroup, defineCommand } from '../define-command.ts';
import type { Outcome } from '../exit-code.ts';
import { jsonOption } from '../options/common.ts';
import { flag, type OptionRow, type OptionRows, value } from '../options/option-rows.ts';
import { type ServerOptions, serverOptions } from '../options/server.ts';
import { nonEmpty, refuseTwice } from '../options/values.ts';
import { usageMessage } from '../usage-error.ts';
import * as words from '../words/api.ts';

/** With the value of each parameter under its name. */
export type ApiOptions = ServerOptions & {
  readonly all?: true;
  readonly body?: string;
  readonly file?: string;
  readonly yes?: true;
  readonly help?: true;
} & Readonly<Record<string, unknown>>;

export type RunOperation = (
  context: CliContext,
  operation: OperationName,
  options: ApiOptions,
  command: Command,
) => Promise<Outcome>;

export function api(load: () => Promise<RunOperation>): AddCommand {
  return (program, session) => {
    const groups = Object.values(words.groups);
    const order = (name: OperationName) => groups.indexOf(groupOf(operations[name]));
    const sorted = operationNames.toSorted((a, b) => order(a) - order(b));
    const add = commandGroup(
      'api',
      'Call an operation of the platform and print its answer as JSON',
      sorted.map((name) => operationCommand(name, load)),
    );
    return add(program, session)
      .configureOutput({ outputError: reportMistake(session, null) })
      .usage(words.listing.usage)
      .helpCommand(false)
      .configureHelp({ subcommandTerm: (command) => command.name(), visibleOptions: () => [] })
      .addHelpText('after', words.listing.epilogue);
  };
}

function operationCommand(name: OperationName, load: () => Promise<RunOperation>): AddCommand {
  const operation: Operation = operations[name];
  const define = defineCommand(name, {
    summary: operation.summary,
    groups: {
      [words.headings.parameters]: { ...parameterRows(name), ...bodyRow(operation) },
      [words.headings.options]: {
        ...(operation.answers === 'list' && {
          '--all': flag('Follow every page and print one element per line'),
        }),
        ...(needsConfirmation(name) && { '--yes': flag("Don't ask before making the change") }),
        ...serverOptions,
        ...jsonOption,
        '-h, --help': flag('Show help'),
      },
    },
  });
  const add = define(async () => {
    const run = await load();
    return (context, options, _, command) => run(context, name, options, command);
  });
  return (parent, session) =>
    add(parent, session)
      .helpGroup(groupOf(operation))
      .summary(words.operationSummary(operation))
      .configureOutput({ outputError: reportMistake(session, name) })
      .configureHelp({ visibleOptions: (own) => [...own.options] })
      // Ordinary, because what follows the options in the help comes from the profile, which is read first.
      .helpOption(false);
}

/** `operation`: which one was being called, if it got that far. */
function reportMistake({ context }: CommandSession, operation: OperationName | null) {
  return (message: string) =>
    context.output.fail({ code: 'command-line', detail: mistakeText(usageMessage(message), operation) });
}

function parameterRows(name: OperationName): OptionRows {
  return Object.fromEntries(
    parametersOf(name).map((parameter) => {
      const { placeholder, description } = words.parameterWords(parameter.name);
      return [`${parameter.option} <${placeholder}>`, parameterRow(parameter, description)];
    }),
  );
}

/** Whether it's given is checked later, so that a misspelled option is reported as such. */
function parameterRow(parameter: Parameter, description: string): OptionRow<number> {
  return value(parameter.isRequired ? required(description) : description, (text, earlier) => {
    refuseTwice(earlier);
    const value = parseParameter(parameter, text);
    if (value === null) throw new InvalidArgumentError(invalidText(parameter));
    return value;
  });
}

function bodyRow({ body }: Operation): OptionRows {
  if (body === null) return {};
  return body === 'csv'
    ? { '--file <file>': value(required('CSV file of the people'), nonEmpty) }
    : { '--body <file>': value(required('JSON body: a file, or - for standard input'), nonEmpty) };
}

function required(description: string): string {
  return `${description} (required)`;
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
