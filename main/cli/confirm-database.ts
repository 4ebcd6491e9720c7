/** The database check on the command line: a person types the name on the terminal, or passes it as an option. */
import { databaseCheckText, wrongDatabaseText } from '../../preload/contract/database-check-text.ts';
import type { Result } from '../../preload/contract/failure.ts';
import { printable } from '../../preload/contract/printable.ts';
import type { CliContext } from './cli-context.ts';
import { ask } from './confirm.ts';
import { confirmDatabase as words } from './words/uploads.ts';

/** Works with the name that was given. Where another one is needed and there is a terminal, asks for it once. */
export async function withConfirmedDatabase<T>(
  { output }: CliContext,
  given: string | undefined,
  signal: AbortSignal,
  work: (typedName: string | undefined) => Promise<Result<T>>,
): Promise<Result<T>> {
  const first = await work(given);
  if (first.ok || first.failure.code !== 'database-unconfirmed' || given !== undefined) return first;
  if (output.json || process.stdin.isTTY !== true || process.stdout.isTTY !== true) return first;
  const { failure } = first;
  output.print(printable(`${databaseCheckText(failure)} ${wrongDatabaseText}`));
  const typedName = await ask(words.question(printable(failure.databaseName)), signal);
  return typedName.trim() === '' ? first : work(typedName);
}
