/** Results of what only the command line checks: an engine's failure, or a mistake in how it was called. */
import type { Failure } from '../../preload/contract/failures/failure.ts';
import type { UsageCode, UsageDetails, UsageError } from './words/errors.ts';

export type CliFailed = { readonly ok: false; readonly failure: Failure | UsageError };
export type CliResult<T> = { readonly ok: true; readonly value: T } | CliFailed;

type DetailsArgument<Code extends UsageCode> =
  unknown extends UsageDetails<Code> ? [] : [details: UsageDetails<Code>];

export function usageError<Code extends UsageCode>(
  code: Code,
  ...[details]: DetailsArgument<Code>
): CliFailed {
  // The code and its own details make one member of the union; TypeScript can't see it through the generic.
  return { ok: false, failure: Object.assign({ code }, details) as UsageError };
}

/** commander repeats what it doesn't know; a key given as `--key=…` must not be printed. */
export function usageMessage(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^error: /, '')
    .replace(/(unknown option '--?[\w-]*)=[^']*'/, "$1=…'");
}
