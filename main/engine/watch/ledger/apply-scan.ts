import type { LedgerFile } from '../../store/watch/ledger-file.ts';
import type { WatchFileRepository } from '../../store/watch/watch-file-repository.ts';
import { decodeRaw, joinPath, rawOf } from '../../types/source-path.ts';
import { keptFacts, observe } from './observe.ts';
import type { FoundFile, ScanBatch } from './scan-messages.ts';

export interface AppliedScan {
  /** Rows that settle from now on. */
  readonly settling: readonly number[];
  /** The top-level folders in which files are new or changed, '' for the watched folder itself. */
  readonly changedTops: ReadonlySet<string>;
}

/** Writes what a scan found to the ledger. The rows decide, as they are now: a scan may have seen older ones. */
export function applyScan(
  files: WatchFileRepository,
  rule: { readonly id: number; readonly rootPath: string },
  { found, gone }: ScanBatch,
  at: string,
): AppliedScan {
  const settling: number[] = [];
  const changedTops = new Set<string>();
  const rootRaw = rawOf(rule.rootPath, null);
  let folder: { readonly raw: string; readonly id: number; readonly top: string } | null = null;
  const folderOf = (raw: string) => {
    if (folder?.raw !== raw) {
      const path = decodeRaw(raw);
      const place = Buffer.from(joinPath(rootRaw, raw), 'latin1');
      const id = files.folderId({ ruleId: rule.id, path, place });
      folder = { raw, id, top: path.text.split('/', 1)[0] ?? '' };
    }
    return folder;
  };
  for (const one of found) {
    const { id, top } = folderOf(one.folder);
    // A folder may be read twice, as one that changed and as one below it: the first time may have added a version.
    const row = files.newest(id, decodeRaw(one.name));
    const settles = applyFound(files, one, { ruleId: rule.id, folderId: id }, row, at);
    if (settles === 'unchanged') continue;
    changedTops.add(top);
    if (settles !== null) settling.push(settles);
  }
  for (const id of gone) files.setGone(id, at);
  return { settling, changedTops };
}

/** Returns the row that settles; null if none does. */
function applyFound(
  files: WatchFileRepository,
  found: FoundFile,
  folder: { readonly ruleId: number; readonly folderId: number },
  row: LedgerFile | null,
  at: string,
): number | null | 'unchanged' {
  const { reason } = found;
  const name = decodeRaw(found.name);
  const isSkipped = reason !== null && reason.code !== 'temporary-name';
  const observation = observe(row === null ? null : { ...row, ...keptFacts(row) }, found);
  // What was sent from here has another path by now: this is another file.
  const isOther = observation === 'returned' && row !== null && files.isContinued(row.id);
  switch (isOther ? 'new-version' : observation) {
    case 'unchanged':
      return 'unchanged';
    case 'returned':
      // If its rule moved it after it was found, it isn't there any longer.
      if (row !== null && (row.movedTo === null || found.wasMoved)) files.setReturned(row.id);
      return null;
    case 'changed': {
      if (row === null) return null;
      files.setChanged(row.id, found, found.bornNs, reason);
      if (isSkipped) files.decide(row.id, { ...undecided, state: 'skipped', reason }, at);
      return reason === null ? row.id : null;
    }
    case 'new':
    case 'new-version': {
      if (row !== null) files.setGone(row.id, at);
      const state = isSkipped ? 'skipped' : 'settling';
      const { sizeBytes, mtimeNs, device, fileId, bornNs } = found;
      const file = { ...folder, name, sizeBytes, mtimeNs, device, fileId, bornNs, state, reason } as const;
      const id = files.add(file, row, at);
      return reason === null ? id : null;
    }
  }
}

const undecided = { kind: null, earlierId: null, continuesId: null, sha256: null };
