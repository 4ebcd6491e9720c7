import { contentTypeFacts } from '../../../../preload/contract/views/content-type.ts';
import type { TrialStatus } from '../../../../preload/contract/views/locked-file.ts';
import type { ItemId } from '../../types/ids.ts';

/** The passwords of an upload, in memory only. */
export interface PasswordsOfUpload {
  /** A person may add some while files are sent. */
  readonly all: () => readonly string[];
  /** What opened an item on this computer; null if nothing did, or it was tried in another process. */
  readonly opening: (itemId: ItemId) => string | null;
  /** The platform got these. Returns the items that they opened, and that none before did. */
  readonly recordSent: (passwords: readonly string[]) => readonly ItemId[];
}

export interface LockFacts {
  /** A content type's code; null if the file was not inspected. */
  readonly type: string | null;
  readonly isLocked: boolean;
  readonly status: TrialStatus | null;
}

/**
 * Which passwords go with a source file. A document that one opened needs no other, and one that none opened needs none.
 * A message is like a document: what is attached to it opens with those that the dataset has. All go with what could not
 * be tried here, and with every container: files inside may have passwords of their own.
 */
export function choosePasswords(
  { type, isLocked, status }: LockFacts,
  { all, opening }: { readonly all: readonly string[]; readonly opening: string | null },
): readonly string[] {
  const first = opening === null ? [] : [opening];
  const everything = [...first, ...all.filter((password) => password !== opening)];
  const kind = type === null ? 'unknown' : (contentTypeFacts(type)?.kind ?? 'unknown');
  if (kind !== 'document' && kind !== 'message') return everything;
  if (!isLocked || status === 'no-fit') return [];
  return status === 'opened' && opening !== null ? first : everything;
}
