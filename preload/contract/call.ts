import { z } from 'zod';

/**
 * One call of the window. `at` says which process answers it: main has the dialogs, the keychain and the window; the
 * engine has the store and the transfers.
 */
export interface Call<Argument extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> {
  /** A query changes nothing and may be asked again; a command does something a person asked for. */
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
