import { outcomes } from './exit-codes.js';

export type Outcome = keyof typeof outcomes;
export type ExitCode = (typeof outcomes)[Outcome][0];

export function exitCodeOf(outcome: Outcome): ExitCode {
  return outcomes[outcome][0];
}
