import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseVersion } from '../../sources/file-version.ts';
import { storedReason } from '../../store/stored-value.ts';
import type { LedgerFile } from '../../store/watch/ledger-file.ts';
import type {
  BatchItemOutcome,
  FileOutcome,
  WatchLedgerRepository,
} from '../../store/watch/watch-ledger-repository.ts';
import type { WriteBatcher } from '../../store/write-batcher.ts';
import { pathKey } from '../../types/source-path.ts';

/** A transaction of so many rows takes some milliseconds. */
const filesPerTurn = 250;
const itemsPerTurn = 500;

interface Context {
  readonly store: { readonly writes: WriteBatcher };
  readonly repositories: { readonly watchLedger: WatchLedgerRepository };
}

/**
 * Writes to the ledger what became of a batch's files, by their upload, which has ended. May be called again, after a retry for example.
 * The event loop stays free.
 */
export async function recordBatchOutcome(
  { store, repositories }: Context,
  batchId: number,
  uploadId: number,
): Promise<void> {
  const { watchLedger } = repositories;
  let last: LedgerFile | null = null;
  let folderId = 0;
  let items: ReadonlyMap<string, BatchItemOutcome> = new Map();
  for (;;) {
    const page: readonly LedgerFile[] = watchLedger.batchPage(batchId, last, filesPerTurn);
    if (page.length === 0) return;
    last = page.at(-1) ?? null;
    const outcomes: FileOutcome[] = [];
    for (const file of page) {
      if (folderId !== file.folderId) items = await itemsOf(watchLedger, uploadId, file);
      folderId = file.folderId;
      const item = items.get(keyOf(file));
      outcomes.push(item === undefined ? notScanned(file.id) : outcomeOf(file.id, item));
    }
    // Until its batch is marked as recorded, it is called again.
    store.writes.recomputable(() => watchLedger.recordOutcomes(outcomes));
    await nextTurn();
  }
}

/** By name. Of a file that was retried as another item, the later one. */
async function itemsOf(
  watchLedger: WatchLedgerRepository,
  uploadId: number,
  { folder, folderBytes }: LedgerFile,
): Promise<ReadonlyMap<string, BatchItemOutcome>> {
  const found = new Map<string, BatchItemOutcome>();
  const key = pathKey(folder, folderBytes);
  for (let after = 0; ; ) {
    const page = watchLedger.itemOutcomes(uploadId, key, after, itemsPerTurn);
    for (const item of page) found.set(keyOf(item), item);
    if (page.length < itemsPerTurn) return found;
    after = page.at(-1)?.id ?? 0;
    await nextTurn();
  }
}

const keyOf = ({ name, nameBytes }: Pick<BatchItemOutcome, 'name' | 'nameBytes'>): string =>
  pathKey(name, nameBytes).toString('latin1');

/** Its upload was canceled before it had the file. */
function notScanned(id: number): FileOutcome {
  const reason = { code: 'not-sent', reason: { code: 'cancelled' } } as const;
  return { id, itemId: null, state: 'skipped', reason, issue: null, sha256: null, sentFile: null };
}

/** What an item's state means for its file. */
export function outcomeOf(id: number, item: BatchItemOutcome): FileOutcome {
  const reason = storedReason(item.reason, item.id);
  const outcome = {
    ...{ id, itemId: item.id, issue: item.issue, sha256: null, sentFile: null },
    reason: reason === null ? null : ({ code: 'not-sent', reason } as const),
  };
  switch (item.state) {
    case 'accepted':
    case 'handedOver':
      return { ...outcome, ...sentFacts(item), state: 'sent', reason: null };
    case 'failed':
      return { ...outcome, state: 'failed' };
    case 'held':
      return { ...outcome, state: 'held' };
    case 'skipped':
      // Where it comes back, it is another version.
      return { ...outcome, state: reason?.code === 'left-watched-folder' ? 'gone' : 'skipped' };
    case 'queued':
    case 'uploading':
      return { ...outcome, state: 'taken', reason: null };
  }
}

/** It may have been made again since it was last seen, with the same size and time: its numbers and its birth tell. */
function sentFacts({ sha256, fileVersion }: BatchItemOutcome): Pick<FileOutcome, 'sha256' | 'sentFile'> {
  return { sha256, sentFile: parseVersion(fileVersion, 0) };
}
