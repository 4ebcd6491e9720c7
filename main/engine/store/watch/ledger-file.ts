import {
  type LedgerEntryView,
  type LedgerState,
  type WatchReason,
  watchReason,
} from '../../../../preload/contract/watch/watched-folder.ts';
import { fromStoredTime, hourNs, toStoredTime } from '../../types/file-time.ts';
import { type ItemId, itemId } from '../../types/ids.ts';
import type { FileIdentity } from '../../types/source-path.ts';
import { damagedValue, storedJsonOr } from '../stored-value.ts';

/** A version of a file in a watched folder. */
export interface LedgerFile extends FileIdentity {
  readonly id: number;
  readonly ruleId: number;
  /** When the file was created; 0 where that can't be told. */
  readonly bornNs: bigint;
  readonly folderId: number;
  /** Below the watched folder, with `/`; '' for the watched folder itself. */
  readonly folder: string;
  /** Only where it isn't valid Unicode. */
  readonly folderBytes: Uint8Array | null;
  /** The folder's absolute path in bytes. */
  readonly place: Uint8Array;
  readonly name: string;
  readonly nameBytes: Uint8Array | null;
  /** From 1. */
  readonly version: number;
  readonly state: LedgerState;
  readonly reason: WatchReason | null;
  readonly kind: LedgerEntryView['kind'];
  readonly earlierId: number | null;
  /** The row whose file this is, at another path or at its own: that one was sent, or continues one that was. */
  readonly continuesId: number | null;
  /** Its content, in hexadecimal. It is null if it isn't known. */
  readonly sha256: string | null;
  readonly firstSeenAt: string;
  readonly settledAt: string | null;
  readonly takenAt: string | null;
  /** When this version was found to be no longer at its path. */
  readonly goneAt: string | null;
  readonly batchId: number | null;
  readonly itemId: ItemId | null;
  readonly movedTo: string | null;
}

export interface LedgerRow {
  id: bigint;
  ruleId: bigint;
  folderId: bigint;
  folder: string;
  folderBytes: Uint8Array | null;
  place: Uint8Array;
  name: string;
  nameBytes: Uint8Array | null;
  version: bigint;
  sizeBytes: bigint;
  mtimeNs: bigint;
  mtimeEra: bigint;
  device: bigint;
  fileId: bigint;
  bornNs: bigint;
  state: LedgerState;
  reason: string | null;
  kind: LedgerFile['kind'];
  earlierId: bigint | null;
  continuesId: bigint | null;
  sha256: Uint8Array | null;
  firstSeenAt: string;
  settledAt: string | null;
  takenAt: string | null;
  goneAt: string | null;
  batchId: bigint | null;
  itemId: bigint | null;
  movedTo: string | null;
}

export const ledgerColumns = `file.id, file.rule_id AS ruleId, file.folder_id AS folderId, folder.path AS folder,
  folder.path_bytes AS folderBytes, folder.place, file.name, file.name_bytes AS nameBytes, file.version,
  file.size_bytes AS sizeBytes, file.mtime_ns AS mtimeNs, file.mtime_era AS mtimeEra, file.device, file.file_id AS fileId, file.born_ns AS bornNs,
  file.state, file.reason, file.kind, file.earlier_id AS earlierId, file.continues_id AS continuesId, file.sha256, file.first_seen_at AS firstSeenAt,
  file.settled_at AS settledAt, file.taken_at AS takenAt, file.gone_at AS goneAt, file.batch_id AS batchId,
  file.item_id AS itemId, file.moved_to AS movedTo`;
export const ledgerTables = 'watch_files AS file CROSS JOIN watch_folders AS folder ON folder.id = folder_id';
/** SQL: whether two times may be of one version of a file. Those an hour apart may: sources/file-version.ts tells. */
export const mayBeSameTime = (one: string, other: string): string =>
  `${one} - ${other} IN (0, ${hourNs}, -${hourNs})`;
/** SQL: the same of times of birth, which are 0 where they aren't known. */
export const mayBeSameBirth = (one: string, other: string): string =>
  `(${one} = 0 OR ${other} = 0 OR ${mayBeSameTime(one, other)})`;
/** SQL: the server and the database of a row's upload. Its rule may send elsewhere since; without an upload, it is the rule's. */
export const sentTo = (file: string): string =>
  `(SELECT coalesce(uploads.server_url, own.server_url), coalesce(uploads.database_id, own.database_id)
    FROM watch_rules AS own LEFT JOIN watch_batches AS batch ON batch.id = ${file}.batch_id
      LEFT JOIN uploads ON uploads.id = batch.upload_id
    WHERE own.id = ${file}.rule_id)`;

export function toLedgerFile(row: LedgerRow): LedgerFile {
  const { mtimeEra, ...rest } = row;
  return {
    ...rest,
    id: Number(row.id),
    ruleId: Number(row.ruleId),
    folderId: Number(row.folderId),
    version: Number(row.version),
    sizeBytes: Number(row.sizeBytes),
    mtimeNs: fromStoredTime(row.mtimeNs, mtimeEra),
    reason: row.reason === null ? null : ledgerReason(row.reason, row.id),
    earlierId: orNumber(row.earlierId),
    continuesId: orNumber(row.continuesId),
    sha256: row.sha256 === null ? null : Buffer.from(row.sha256).toString('hex'),
    batchId: orNumber(row.batchId),
    itemId: row.itemId === null ? null : itemId.parse(Number(row.itemId)),
  };
}

/** A reason that can't be read is itself why, as far as anyone can tell. */
const ledgerReason = (json: string, id: bigint): WatchReason =>
  storedJsonOr(json, watchReason, () => ({
    code: 'not-sent',
    reason: damagedValue(['watch_files.reason', id]),
  }));

const orNumber = (value: bigint | null): number | null => (value === null ? null : Number(value));

/** The columns of a row that is written or compared. */
export function identityColumns(found: FileIdentity) {
  const { ns, era } = toStoredTime(found.mtimeNs);
  const { sizeBytes, device, fileId } = found;
  return { sizeBytes, mtimeNs: ns, mtimeEra: era, device, fileId };
}
