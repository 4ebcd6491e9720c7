import type { LedgerState } from '../../../../preload/contract/watch/watched-folder.ts';
import { isSameFile, isUnchanged, versionChange } from '../../sources/file-version.ts';
import type { LedgerFile } from '../../store/watch/ledger-file.ts';
import type { FileIdentity } from '../../types/source-path.ts';

/** The file system gives the ID of a deleted file to a new one: the time at which it was created tells them apart. */
export interface CreatedFile extends FileIdentity {
  /** When it was created; 0 where that can't be told. */
  readonly bornNs: bigint;
}

/** What the ledger knows of the current version of a path. */
export interface KnownFile extends CreatedFile {
  readonly state: LedgerState;
  /** The last scan didn't find it at its path. */
  readonly isGone: boolean;
  /** It is, or was, in a batch, or is the file of a row that was: what the row says must stay. */
  readonly isKept: boolean;
}

export function keptFacts({
  goneAt,
  batchId,
  continuesId,
}: Pick<LedgerFile, 'goneAt'> & Record<'batchId' | 'continuesId', number | bigint | null>): Pick<
  KnownFile,
  'isGone' | 'isKept'
> {
  return { isGone: goneAt !== null, isKept: batchId !== null || continuesId !== null };
}

export type Observation =
  /** A path that the ledger doesn't know. */
  | 'new'
  | 'unchanged'
  /** It came back as it was. */
  | 'returned'
  /** It was never taken, so its row is updated, and it settles from the start. */
  | 'changed'
  /** It was taken, so this is another version. */
  | 'new-version';

/** Compares what is at a path with the ledger. */
export function observe(known: KnownFile | null, found: CreatedFile): Observation {
  if (known === null) return 'new';
  switch (known.state) {
    case 'settling':
    case 'settled':
      // A file that wasn't taken must be sent as the ledger has it.
      return versionChange(known, found) === null && !known.isGone ? 'unchanged' : 'changed';
    case 'gone':
      return known.isKept ? 'new-version' : 'changed';
    case 'skipped':
      if (known.isKept) return observeKept(known, found);
      return isUnchanged(known, found) && !known.isGone ? 'unchanged' : 'changed';
    case 'failed':
    case 'taken':
    case 'sent':
    case 'held':
    case 'renamed':
      return observeKept(known, found);
  }
}

function observeKept(known: KnownFile, found: CreatedFile): Observation {
  if (!isUnchanged(known, found)) return 'new-version';
  if (!known.isGone) return 'unchanged';
  // After another volume was put in the place of the one that was sent, the content decides.
  return isSameFile(known, found) ? 'returned' : 'new-version';
}
