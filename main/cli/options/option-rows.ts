/**
 * Options and arguments as rows of a table: the flags as the help shows them, the help, and how the text becomes a value.
 * Commands add the rows to commander, and derive the type of their options from them.
 */
import { Argument, type Command, Option } from 'commander';

/** `Given`: the value is always there, because the option is required or has a default. */
export interface OptionRow<Value, Given extends boolean = false> {
  readonly help: string;
  readonly given: Given;
  readonly choices?: readonly Value[];
  readonly initial?: Value;
  /** Options that can't be combined with this one, by the names of their values. */
  readonly conflicts?: readonly string[];
  /** `earlier`: the option's value so far, if it was given more than once. */
  parse?(text: string, earlier: Value | undefined): Value;
}

/** By flags: `--limit-rate <rate>`, `--dry-run`, `--no-sha1`. */
export type OptionRows = Readonly<Record<string, OptionRow<unknown, boolean>>>;

/** `name` has commander's brackets: `<upload>`, `[upload]`, `[path...]`. */
export interface ArgumentRow<Value> {
  readonly name: string;
  readonly help: string;
  readonly choices?: readonly Value[];
  parse?(text: string, earlier: Value | undefined): Value;
}

/** An option without a value. */
export function flag(help: string, conflicts: readonly string[] = []): OptionRow<true> {
  return { help, given: false, conflicts };
}

/** `--no-…`: true unless it is given. */
export function negation(help: string, conflicts: readonly string[] = []): OptionRow<boolean, true> {
  return { help, given: true, conflicts };
}

/** What commander hands over. It takes null, of a parser, for a failure, and makes '' of it. */
type Parsed = NonNullable<unknown>;

export function value<Value extends Parsed>(
  help: string,
  parse: (text: string, earlier: Value | undefined) => Value,
  conflicts: readonly string[] = [],
): OptionRow<Value> {
  return { help, given: false, parse, conflicts };
}

export function required<Value>(row: OptionRow<Value>): OptionRow<Value, true> {
  return { ...row, given: true };
}

export function valueOr<Value extends Parsed>(
  help: string,
  parse: (text: string, earlier: Value | undefined) => Value,
  initial: Value,
): OptionRow<Value, true> {
  return { help, given: true, parse, initial };
}

export function choice<const Value extends string>(
  help: string,
  choices: readonly Value[],
): OptionRow<Value> {
  return { help, given: false, choices };
}

export function choiceOr<const Value extends string>(
  help: string,
  choices: readonly Value[],
  initial: NoInfer<Value>,
): OptionRow<Value, true> {
  return { help, given: true, choices, initial };
}

/** What commander makes of the rows: `limitRate` for `--limit-rate <rate>`. */
export type OptionValues<Rows> = {
  readonly [Flags in GivenFlags<Rows> as ValueName<Flags>]: ValueOf<Rows[Flags]>;
} & {
  readonly [Flags in Exclude<keyof Rows, GivenFlags<Rows>> as ValueName<Flags>]?: ValueOf<Rows[Flags]>;
};

type ValueOf<Row> = Row extends OptionRow<infer Value, boolean> ? Value : never;
type GivenFlags<Rows> = {
  [Flags in keyof Rows]: Rows[Flags] extends OptionRow<unknown, true> ? Flags : never;
}[keyof Rows];
type ValueName<Flags> = Flags extends `--no-${infer Name}`
  ? CamelCase<Name>
  : Flags extends `--${infer Name} <${string}>`
    ? CamelCase<Name>
    : Flags extends `--${infer Name}`
      ? CamelCase<Name>
      : never;
type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** In the order of the rows. */
export function addOptions(command: Command, rows: OptionRows): Command {
  for (const [flags, row] of Object.entries(rows)) command.addOption(optionOf(flags, row));
  return command;
}

function optionOf(flags: string, row: OptionRow<unknown, boolean>): Option {
  const { help, given, choices, initial, conflicts = [] } = row;
  const option = new Option(flags, help).conflicts([...conflicts]);
  if (row.parse !== undefined) option.argParser(row.parse);
  if (choices !== undefined) option.choices(choices.map(String));
  if (initial !== undefined) option.default(initial);
  // `--no-…` has a default of its own.
  return option.makeOptionMandatory(given && initial === undefined && !option.negate);
}

export function argumentOf({ name, help, choices, parse }: ArgumentRow<unknown>): Argument {
  const argument = new Argument(name, help);
  if (parse !== undefined) argument.argParser(parse);
  if (choices !== undefined) argument.choices(choices.map(String));
  return argument;
}
