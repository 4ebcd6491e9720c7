import type { Reason } from '../../../../preload/contract/failures/failure.ts';
import { identityChange } from '../../sources/file-version.ts';
import type { Item } from '../../store/items/item-repository.ts';
import type { SourceFile } from '../../store/uploads/source-file-repository.ts';
import type { FileIdentity } from '../../types/source-path.ts';

/** What the disk refused. */
export const diskReasons: readonly Reason['code'][] = [
  'source-unavailable',
  'path-missing',
  'path-unreadable',
];

/** After these, the source file on the platform and its acknowledged parts are as good as before. */
const harmless: ReadonlySet<Reason['code']> = new Set([
  ...diskReasons,
  'part-url-malformed',
  'part-url-insecure',
  'part-url-local',
  'part-url-refused',
  'part-intercepted',
  'part-differs',
]);

/**
 * Whether a retry may add to the parts that were sent: the file is unchanged as far as its size and time show, and
 * neither the platform nor a part that was read again spoke against them. Some of those parts are then read again and
 * compared, as after every interruption.
 */
export function canRetryInPlace(
  item: Pick<Item, keyof FileIdentity | 'reason'>,
  seen: FileIdentity,
  sourceFile: Pick<SourceFile, 'platformId' | 'completionRequestedAt'> | null,
): boolean {
  if (sourceFile === null || sourceFile.platformId === null) return false;
  if (sourceFile.completionRequestedAt !== null) return false;
  if (item.reason === null || !harmless.has(item.reason.code)) return false;
  return identityChange(item, seen, false) === null;
}
