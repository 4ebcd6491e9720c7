/** What the command line asks about the database of an upload: whether it is the right one, and whether it may be inactive. */

import { failure as failed, type Result } from '../../../preload/contract/failures/failure.ts';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { databaseCheckText, wrongDatabaseText } from '../../../preload/contract/texts/database-check-text.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import type { CliContext } from '../cli-context.ts';
import { ask, canAsk, confirm } from '../terminal/confirm.ts';
import { confirmDatabase as words } from '../words/uploads.ts';

/** Works with the name that was given. Where another one is needed and there is a terminal, asks for it once. */
export async function withConfirmedDatabase<T>(
  { output }: CliContext,
  given: string | undefined,
  signal: AbortSignal,
  work: (typedName: string | undefined) => Promise<Result<T>>,
): Promise<Result<T>> {
  const first = await work(given);
  if (first.ok || first.failure.code !== 'database-unconfirmed' || given !== undefined) return first;
  if (!canAsk(output)) return first;
  const { failure } = first;
  output.note(printable(`${databaseCheckText(failure)} ${wrongDatabaseText}`));
  const typedName = await ask(words.question(printable(failure.databaseName)), signal);
  if (typedName === null) return failed('stopped');
  return typedName.trim() === '' ? first : work(typedName);
}

/** Works with what was given (`--yes`). Where the database is inactive and there is a terminal, asks once. */
export async function withAcceptedState<T>(
  { output }: CliContext,
  given: boolean,
  signal: AbortSignal,
  work: (acceptInactive: boolean) => Promise<Result<T>>,
): Promise<Result<T>> {
  const first = await work(given);
  if (first.ok || first.failure.code !== 'database-inactive' || !canAsk(output)) return first;
  output.note(failureText(first.failure));
  const answer = await confirm(words.inactive, signal);
  if (answer === 'stopped') return failed('stopped');
  return answer === 'yes' ? work(true) : first;
}
