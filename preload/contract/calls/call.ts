import { z } from 'zod';

/**
 * One call of the window. `at` is the process that handles it: main has the dialogs, the keychain and the window; the
 * engine has the store and the transfers.
 */
export interface Call<Argument extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> {
  /** A query changes nothing and can be repeated. A command does something that a person requested. */
  readonly kind: 'query' | 'command';
  readonly at: 'main' | 'engine';
  readonly argument: Argument;
  readonly answer: Answer;
}

export const noValue = z.undefined();

export function query<const At extends Call['at'], Argument extends z.ZodType, Answer extends z.ZodType>(
  at: At,
  argument: Argument,
  answer: Answer,
) {
  return { kind: 'query', at, argument, answer } as const;
}

export function command<const At extends Call['at'], Argument extends z.ZodType, Answer extends z.ZodType>(
  at: At,
  argument: Argument,
  answer: Answer,
) {
  return { kind: 'command', at, argument, answer } as const;
}
