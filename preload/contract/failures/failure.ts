/** A failure is a code and typed details, no sentence: see `failure-table.ts`. Nothing here needs the table at run time. */
import type { Failure, FailureCode, FailureDetails } from './failure-table.ts';

export type {
  Failure,
  FailureCause,
  FailureCode,
  FailureOf,
  Reason,
  SkipCode,
  SkipReason,
} from './failure-table.ts';

export type Failed = { readonly ok: false; readonly failure: Failure };
export type Result<T> = { readonly ok: true; readonly value: T } | Failed;

export function success<T>(value: T): Result<T> {
  return { ok: true, value };
}

type DetailsArgument<Code extends FailureCode> =
  Record<never, never> extends FailureDetails<Code>
    ? [details?: FailureDetails<Code>]
    : [details: FailureDetails<Code>];

export function failure<Code extends FailureCode>(code: Code, ...[details]: DetailsArgument<Code>): Failed {
  // The code and its own details make one member of the union; TypeScript cannot see it through the generic.
  return { ok: false, failure: { code, ...(details as object | undefined) } as Failure };
}
