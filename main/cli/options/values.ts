/** Turns what a person typed into values, or says what would be right. */
import { InvalidArgumentError } from 'commander';

/** Why a value on the command line is refused; commander puts the option in front. */
export const invalidValues = {
  wholeNumber: 'Use a whole number, 1 or higher.',
  port: 'Use a port from 0 to 65535. 0 picks a free one.',
  empty: "It can't be empty.",
  twice: 'Give it once.',
} as const;

/** The last of two IDs would win over one that a person may have meant. `earlier`: the option's value so far. */
export function refuseTwice(earlier: unknown): void {
  if (earlier !== undefined) throw new InvalidArgumentError(invalidValues.twice);
}

/** Ids are integers (platform-interface 2). */
export function positiveInteger(text: string, earlier?: unknown): number {
  refuseTwice(earlier);
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < 1) {
    throw new InvalidArgumentError(invalidValues.wholeNumber);
  }
  return value;
}

export function port(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : -1;
  if (value < 0 || value > 65_535) throw new InvalidArgumentError(invalidValues.port);
  return value;
}

export function nonEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError(invalidValues.empty);
  return text;
}

/** The last of two values would win over one that a person may have meant. */
export function once<T>(parse: (text: string) => T): (text: string, earlier?: unknown) => T {
  return (text, earlier) => {
    refuseTwice(earlier);
    return parse(text);
  };
}

export const nonEmptyOnce = once(nonEmpty);

/** For options that may be repeated. */
export function collect(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}

/** For those where an unset variable of a shell would match nothing, or everything. */
export function collectNonEmpty(text: string, before: readonly string[] | undefined): readonly string[] {
  return collect(nonEmpty(text), before);
}
