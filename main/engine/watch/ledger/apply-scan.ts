import {
  isToBeChecked,
  type NewLedgerFile,
  type WatchFileRepository,
} from '../../store/watch/watch-file-repository.ts';
import { decodeRaw, joinPath, rawOf } from '../../types/source-path.ts';
import { keptFacts, observe } from './observe.ts';
import type { WatchScanBatch } from './scan-messages.ts';

export interface AppliedScan {
  /** Rows that settle from now on. */
  readonly settling: readonly number[];
  /** The top-level folders in which files that no pattern leaves out are new or changed, '' for the watched folder itself. */
  readonly changedTops: ReadonlySet<string>;
}

/** Writes what a scan found to the ledger. The rows decide, as they are now: a scan may have seen older ones. */
export function applyScan(
  files: WatchFileRepository,
  rule: { readonly id: number; readonly rootPath: string },
  { found, gone }: WatchScanBatch,
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
  const read = found.map((one) => {
    const { id: folderId, top } = folderOf(one.folder);
    const { reason, sizeBytes, mtimeNs, device, fileId, bornNs } = one;
    const isSkipped = reason !== null && reason.code !== 'temporary-name';
    const state: NewLedgerFile['state'] = isSkipped ? 'skipped' : 'settling';
    const identity = { sizeBytes, mtimeNs, device, fileId, bornNs };
    const { id: ruleId } = rule;
    const file = { ...identity, ruleId, folderId, name: decodeRaw(one.name), state, reason };
    return { top, file, wasMoved: one.wasMoved };
  });
  const added = files.addFirst(
    rule.id,
    read.map(({ file }) => file),
    at,
  );
  for (const [index, { top, file, wasMoved }] of read.entries()) {
    const id = added[index] ?? applyKnown(files, file, wasMoved, at);
    if (id === 'unchanged') continue;
    // What a pattern leaves out may change all the time.
    if (file.state !== 'skipped') changedTops.add(top);
    if (id !== null && isToBeChecked(file)) settling.push(id);
  }
  for (const id of gone) files.setGone(id, at);
  return { settling, changedTops };
}

/** What was found of a name that the ledger knows. Returns the row that it changed; null if none. */
function applyKnown(
  files: WatchFileRepository,
  found: NewLedgerFile,
  wasMoved: boolean,
  at: string,
): number | null | 'unchanged' {
  const { folderId, name, reason, state, bornNs } = found;
  // A folder may be read twice, as one that changed and as one below it: the first time may have added a version.
  const row = files.newest(folderId, name);
  if (row === null) throw new Error(`The ledger knows ${name.text}, and has no version of it`);
  const observation = observe({ ...row, ...keptFacts(row) }, found);
  // What was sent from here has another path by now: this is another file.
  const isOther = observation === 'returned' && files.isContinued(row.id);
  switch (isOther ? 'new-version' : observation) {
    case 'unchanged':
      return 'unchanged';
    case 'returned':
      // If its rule moved it after it was found, it isn't there any longer.
      if (row.movedTo === null || wasMoved) files.setReturned(row.id);
      return null;
    case 'changed':
      files.setChanged(row.id, found, bornNs, reason);
      if (state === 'skipped') files.decide(row.id, { ...undecided, state, reason }, at);
      return row.id;
    case 'new':
    case 'new-version':
      files.setGone(row.id, at);
      return files.addVersion(found, row, at);
  }
}

const undecided = { kind: null, earlierId: null, continuesId: null, sha256: null };
